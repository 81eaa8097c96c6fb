import PeriluneCore

/// The module `charts`: what a person can do to a dashboard, a script can too.
///
/// Actions of a script cause no events, so that two charts may follow each other without a loop.
struct ChartsModule: Sendable {
    let sessions: [Session]
    var visitors = Visitors()

    var module: HostModule {
        HostModule(
            "charts", "Controls open dashboards: selections, drills, filters, variables.",
            grant: Charts.grant.name, classes: DefinitionClasses.all,
            delegateFunctions: ChartDelegateFunctions.all,
            [
                Self.define,
                act(
                    "select", "Selects a category, a series, one item, or several items.",
                    [
                        .init("chart", .string, "the chart"),
                        .init("what", .table, "category, series (or both), items, or node"),
                    ], { try Self.selection(named: "selection", $0) }),
                act(
                    "deselect", "Removes a selection.",
                    [
                        .init("chart", .string, "the chart"),
                        .init("what", .table, "category, series (or both), items, or node"),
                    ], { try Self.selection(named: "deselection", $0) }),
                act(
                    "drill", "Drills down into a category, a series or both, or drills up.",
                    [
                        .init("chart", .string, "the chart"),
                        .init("what", .table, "category, series; or to, the level to drill up to"),
                    ], { ("drill", $0[1]) }),
                act(
                    "level", "Shows a level of a zooming chart.",
                    [
                        .init("chart", .string, "the chart"),
                        .init("level", .integer, "the level, from 0, the coarsest"),
                    ], { ("level", ["level": $0[1]]) }),
                act(
                    "filter",
                    "Sets a filter of the dashboard; without values it removes the filter.",
                    [
                        .init("dashboard", .string, "the dashboard"),
                        .init("filter", .string, "the filter"),
                        .init(
                            "choice", .table, optional: true,
                            "values, a list; or lower and upper"),
                    ], { ("filter", Self.filter($0)) }),
                act(
                    "set", "Sets a variable of the dashboard.",
                    [
                        .init("dashboard", .string, "the dashboard"),
                        .init("variable", .string, "the variable, such as $region"),
                        .init("value", .any, "a number, a boolean or a string"),
                    ], { ("variable", ["variable": $0[1], "value": $0[2]]) }),
                act(
                    "whatif", "Sets a what-if column for the rows of a category.",
                    [
                        .init("chart", .string, "the chart"),
                        .init("what", .table, "category, column and value"),
                    ], { ("whatif", $0[1]) }),
                act(
                    "node", "Sets the value of a node of an influence diagram.",
                    [
                        .init("diagram", .string, "the diagram"),
                        .init("node", .string, "the node"),
                        .init("value", .any, "a number, or relative as \"+10%\""),
                    ], { ("node", ["node": $0[1], "value": .string(Self.text($0[2]))]) }),
                act(
                    "reset", "Resets a chart or a dashboard.",
                    [.init("chart", .string, "the chart, or the dashboard")],
                    { _ in ("reset", .null) }),
                act(
                    "refresh", "Runs the queries of the dashboard again.",
                    [.init("dashboard", .string, "the dashboard")], { _ in ("refresh", .null) }),
                act(
                    "sort",
                    "Sorts categories by a value; without a column it restores the original order.",
                    [
                        .init("chart", .string, "the chart"),
                        .init("column", .string, optional: true, "a value or a series"),
                        .init("ascending", .boolean, optional: true, "default: true"),
                    ], { ("sort", Self.members([("column", 1), ("ascending", 2)], $0)) }),
                act(
                    "range", "Scrolls to a part of the categories.",
                    [
                        .init("chart", .string, "the chart"),
                        .init("lower", .number, "from 0"), .init("upper", .number, "to 1"),
                    ], { ("range", ["lower": $0[1], "upper": $0[2]]) }),
                act(
                    "show", "Hides a series, or shows it again.",
                    [
                        .init("chart", .string, "the chart"),
                        .init("series", .string, "the series"),
                        .init("shown", .boolean, "false hides the series"),
                    ], { ("legend", ["series": $0[1], "shown": $0[2]]) }),
                seek, state,
                HostFunction(
                    "views", "Returns the names of all dashboards and charts.", returns: "string[]",
                    .sync { _, _ in .array(sessions.flatMap(\.views).map(Value.string)) }),
            ])
    }

    /// The arguments that are there, by name.
    private static func members(_ names: [(String, Int)], _ arguments: [Value]) -> Value {
        .object(
            .init(
                names.compactMap { name, place in
                    arguments.indices.contains(place) && arguments[place] != .null
                        ? (name, arguments[place]) : nil
                }))
    }

    /// A function that makes an action of its arguments; the first of them names the chart.
    private func act(
        _ name: String, _ summary: String, _ parameters: [HostFunction.Parameter],
        _ action: @escaping @Sendable ([Value]) throws -> (String, Value)
    ) -> HostFunction {
        HostFunction(
            name, summary, parameters,
            .async { arguments, call in
                let view = arguments[0].string ?? ""
                let (kind, data) = try action(arguments)
                let (session, item) = try await find(view, for: call)
                let action = try ChartAction(kind: kind, data: data)
                // A selection may follow that of a chart with other names.
                if action.changesLevel { try await session.checkNames(of: action, on: item) }
                return try await call.perform(
                    "chart.\(kind)", .init([("chart", .string(view))] + action.data),
                    request: data,
                    dryRun: { nil }
                ) {
                    try await session.apply(action, to: item)
                    return nil
                }
            })
    }

    /// The session and the item of a name; in an event of a visitor, the visitor's session.
    func find(
        _ view: String, for call: AsyncHostCall
    ) async throws(PeriluneError) -> (Session, String) {
        let (session, item) = try find(view)
        let source = "chart/\(session.name)/"
        guard call.source.hasPrefix(source),
            let visit = visitors.visit(
                id: String(call.source.dropFirst(source.count)), of: session.name)
        else { return (session, item) }
        return (await visit.session, item)
    }

    private func find(_ view: String) throws(PeriluneError) -> (Session, String) {
        for session in sessions {
            if view == session.name { return (session, "") }
            let item =
                view.hasPrefix(session.name + "/")
                ? String(view.dropFirst(session.name.count + 1)) : view
            if session.dashboard.item(named: item) != nil { return (session, item) }
        }
        throw PeriluneError(
            "charts.unknown", "there is no chart '\(view)'",
            hint: sessions.isEmpty
                ? "open a dashboard with --charts FILE"
                : "the charts are \(sessions.flatMap(\.views).joined(separator: ", "))")
    }

    private static func selection(
        named kind: String, _ arguments: [Value]
    ) throws(PeriluneError) -> (String, Value) {
        let what = arguments[1]
        let target =
            if what["items"] != nil || what["categories"] != nil {
                "items"
            } else if what["node"] != nil {
                "node"
            } else {
                switch (what["category"], what["series"]) {
                case (nil, nil):
                    throw PeriluneError(
                        "charts.action", "missing argument: what to select",
                        hint: "write charts.select(\"Sales\", { category = \"Eastern\" })")
                case (_, nil): "category"
                case (nil, _): "series"
                default: "item"
                }
            }
        return ("\(kind).\(target)", what)
    }

    private static func filter(_ arguments: [Value]) -> Value {
        var members = Value.Members([("filter", arguments[1])])
        for member in arguments.dropFirst(2).first?.object?.pairs ?? [] {
            members[member.name] = member.value
        }
        return .object(members)
    }

    private static func text(_ value: Value) -> String { value.string ?? value.json }
}
