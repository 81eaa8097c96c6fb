import PeriluneCore

/// The module `snapshot`: each function notes one effect.
enum SnapshotModule {
    static let module = HostModule(
        "snapshot", "Pictures of views, and sending them.",
        [
            HostFunction(
                "capture",
                "Takes a picture of a view; the answer has snapshot (its id), view and format.",
                [
                    .init("view", .string, optional: true, "the view; the whole screen without it"),
                    .init(
                        "options", .table, optional: true,
                        "format: png (usual), jpeg or pdf; annotate: what to mark in the picture"),
                ], returns: "table",
                .sync { arguments, call throws(PeriluneError) in
                    try capture(Arguments(arguments, call, "capture"))
                }),
            HostFunction(
                "share", "Sends a picture; the answer has share (its id), snapshot and to.",
                [
                    .init("snapshot", .table, "what snapshot.capture answered"),
                    .init(
                        "options", .table, optional: true, "to: an address, or a list of addresses"),
                ], returns: "table",
                .sync { arguments, call throws(PeriluneError) in
                    try share(Arguments(arguments, call, "share"))
                }),
        ])

    private static let formats = ["png", "jpeg", "pdf"]

    private static func capture(_ arguments: Arguments) throws(PeriluneError) -> Value {
        var details = Value.Members()
        if case .string(let view) = arguments.first { details["view"] = .string(view) }
        let format = arguments.option("format") ?? "png"
        guard let name = format.string, formats.contains(name) else {
            throw PeriluneError(
                "snapshot.format", "a picture cannot have the format \(format.json)",
                hint: "the formats are \(formats.joined(separator: ", "))")
        }
        details["format"] = format
        details["annotate"] = arguments.option("annotate")
        let effect = arguments.commander.effect("snapshot", details)
        details["annotate"] = nil
        return .object(.init([("snapshot", .string(effect.id))], details))
    }

    private static func share(_ arguments: Arguments) throws(PeriluneError) -> Value {
        guard let snapshot = arguments.first["snapshot"], snapshot.string != nil else {
            throw PeriluneError(
                "snapshot.handle", "snapshot.share needs what snapshot.capture answered",
                hint: "snapshot.share(snapshot.capture(view))")
        }
        var details = Value.Members([("snapshot", snapshot)])
        if let to = arguments.option("to") {
            guard (to.array ?? [to]).allSatisfy({ $0.string != nil }) else {
                throw PeriluneError(
                    "snapshot.address", "to is an address or a list of addresses, not \(to.json)")
            }
            details["to"] = to
        }
        let effect = arguments.commander.effect("share", details)
        return .object(.init([("share", .string(effect.id))], details))
    }

    /// The arguments of one call, and the commander that notes its effect.
    private struct Arguments {
        let first: Value
        let commander: Commander
        private let options: Value

        init(_ values: [Value], _ call: HostCall, _ name: String) throws(PeriluneError) {
            guard let commander = call.commander else {
                throw PeriluneError(
                    "snapshot.event", "snapshot.\(name) needs an event",
                    hint: "call it in execute, not in the body of the file")
            }
            self.commander = commander
            first = values.first ?? .null
            options = values.count > 1 ? values[1] : .null
        }

        func option(_ name: String) -> Value? {
            options[name].flatMap { $0 == .null ? nil : $0 }
        }
    }
}

extension Value.Members {
    /// Members followed by others.
    fileprivate init(_ members: [(String, Value)], _ others: Value.Members) {
        self.init(members + others.pairs.map { ($0.name, $0.value) })
    }
}
