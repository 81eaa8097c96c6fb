import PeriluneCore

/// The figures that a visitor sees, as JSON: all, or those that have changed since a version.
struct FigureAnswer {
    let members: Value.Members

    var value: Value { .object(members) }

    init(_ visit: Visit, _ dashboard: Dashboard, since version: Int?) async {
        let session = await visit.session
        let (current, now, before) = await visit.views(since: version)
        var figures: [Value] = []
        for item in dashboard.items {
            if let before, !item.isChanged(from: before, to: now) { continue }
            let built = await session.figure(of: item).built
            var figure = built.members(of: item, now.state[item.name])
            figure["whatIf"] = await session.whatIfValue(of: item)
            figures.append(.object(figure))
        }
        var members = Value.Members([
            ("name", .string(session.name)), ("version", .integer(Int64(current))),
            ("canUndo", .bool(await visit.canUndo)), ("canRedo", .bool(await visit.canRedo)),
            ("figures", .array(figures)),
        ])
        if before?.version != now.version {
            for (name, value) in dashboard.frame { members[name] = value }
        }
        members["issues"] = session.content.problems.map { problems in
            .array(
                problems.map {
                    [
                        "item": $0.item.map(Value.string) ?? .null,
                        "text": .string(Redaction.redact($0.text)),
                    ]
                })
        }
        for (name, value) in await session.controls() { members[name] = value }
        self.members = members
    }
}
