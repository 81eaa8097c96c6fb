internal import PeriluneCore

/// The module `test`: events, conditions and assertions for test files.
enum TestModule {
    /// The module of one test file.
    static func module(_ session: CaseSession) -> HostModule {
        HostModule(
            "test", "Events, conditions and assertions for test files.",
            fields: [
                .init("any", "any", "Stands for any value but nil."),
                .init("absent", "any", "Stands for a member that must not be there."),
                .init(
                    "crm", "table",
                    "Events of the CRM: test.crm.update(\"lead\", { leadqualitycode = 1 })."),
            ],
            lua: TestModuleSource.lua,
            events + conditions + answers + assertions(session) + deciding(session))
    }

    private static let events = [
        HostFunction(
            "link", "The event of somebody following a link.",
            [
                .init("url", .string, "the link"),
                .init("view", .string, optional: true, "the view that the tap came from"),
            ], returns: "table", .native),
        HostFunction(
            "event", "An event.",
            [
                .init("type", .string, "such as chart.selection.category"),
                .init("data", .any, optional: true, "its payload"),
                .init("attributes", .table, optional: true, "id, source, subject, time, …"),
            ], returns: "table", .native),
    ]

    private static let conditions = [
        HostFunction(
            "matches", "Stands for text that a Lua pattern matches.",
            [.init("pattern", .string, "such as ^%d+$")], returns: "table", .native),
        HostFunction(
            "contains", "Stands for text with a part, or a list with an element.",
            [.init("part", .any, "the part, or what the element has at least")],
            returns: "table", .native),
        HostFunction(
            "approx", "Stands for a number that is near another one.",
            [
                .init("number", .number, "the number"),
                .init("tolerance", .number, optional: true, "the largest distance; 1e-9"),
            ], returns: "table", .native),
    ]

    private static let answers = [
        HostFunction(
            "sequence", "One answer after the other; the last one is repeated.",
            [.init("...", .any, "the answers")], returns: "table", .native),
        HostFunction(
            "error", "An answer that is an error.",
            [
                .init("code", .string, "such as crm.fault"),
                .init("message", .string, optional: true, "one sentence"),
            ], returns: "table", .native),
    ]

    private static func assertions(_ session: CaseSession) -> [HostFunction] {
        [
            HostFunction(
                "equal", "Fails unless two values are the same, however deep.",
                [
                    .init("found", .any, "what there is"),
                    .init("expected", .any, "what there should be"),
                    .init("what", .string, optional: true, "what it is about"),
                ], .native),
            HostFunction(
                "like", "Fails unless a value has at least what is expected.",
                [
                    .init("found", .any, "what there is"),
                    .init("expected", .any, "what there should be at least"),
                    .init("what", .string, optional: true, "what it is about"),
                ], .native),
            HostFunction(
                "ok", "Fails unless a value is true.",
                [
                    .init("value", .any, "the value"),
                    .init("what", .string, optional: true, "what should be true"),
                ], returns: "any", .native),
            HostFunction(
                "fails", "Fails unless a function raises an error; answers the error.",
                [
                    .init("f", .any, "the function"),
                    .init("pattern", .string, optional: true, "a pattern that the message matches"),
                ], returns: "any", .native),
            HostFunction(
                "snapshot",
                "Compares a value with the one that is kept beside the test file; without one, stands for it.",
                [
                    .init("value", .any, optional: true, "the value"),
                    .init("name", .string, optional: true, "which of the case's snapshots"),
                ], .native),
            HostFunction(
                "fail", "Fails.", [.init("message", .string, "why")],
                .sync { arguments, _ throws(PeriluneError) in
                    throw PeriluneError("test.failed", arguments.first?.string ?? "failed")
                }),
            HostFunction(
                "_compare", "Fails where two values differ.",
                [
                    .init("found", .any, "what there is"),
                    .init("expected", .any, "what there should be"),
                    .init("partly", .boolean, "whether there may be more"),
                    .init("what", .string, optional: true, "what it is about"),
                ],
                .sync { arguments, _ throws(PeriluneError) in
                    try session.compare(
                        arguments.value(0), arguments.value(1),
                        arguments.value(2) == .bool(true) ? .partly : .whole,
                        arguments.value(3).string)
                    return nil
                }),
            HostFunction(
                "_snapshot", "Compares a value with the one that is kept.",
                [.init("value", .any, "the value"), .init("name", .string, "which")],
                .sync { arguments, _ throws(PeriluneError) in
                    try session.compare(
                        snapshot: arguments.value(0), arguments.value(1).string ?? "value")
                    return nil
                }),
        ]
    }

    private static func deciding(_ session: CaseSession) -> [HostFunction] {
        [
            HostFunction(
                "decide", "Decides events by the scripts; answers the record of the first.",
                [
                    .init("event", .any, "a link or a table"),
                    .init("...", .any, optional: true, "more"),
                ],
                returns: "table", .async { arguments, _ in try await session.decide(arguments) }),
            HostFunction(
                "state", "What the scripts keep for a key.",
                [.init("key", .string, "the partitionkey or source of events; \"all\"")],
                returns: "table?",
                .sync { arguments, _ throws(PeriluneError) in
                    try session.state(arguments.value(0).string ?? "")
                }),
            HostFunction(
                "setState", "Gives the scripts what they keep for a key.",
                [
                    .init("key", .string, "the partitionkey or source of events; \"all\""),
                    .init("value", .any, "a table; false for nothing"),
                ],
                .sync { arguments, _ throws(PeriluneError) in
                    try session.put(arguments.value(1), key: arguments.value(0).string ?? "")
                    return nil
                }),
            HostFunction(
                "answer", "Declares what an effect answers, as answers of a case does.",
                [
                    .init("effect", .string, "such as crm.retrieve lead"),
                    .init("value", .any, "the answer"),
                ],
                .sync { arguments, _ throws(PeriluneError) in
                    try session.answer(arguments.value(0).string ?? "", arguments.value(1))
                    return nil
                }),
            HostFunction(
                "calls", "The effects that were answered so far.", returns: "table",
                .sync { _, _ throws(PeriluneError) in try session.calls() }),
        ]
    }
}

extension [Value] {
    /// An argument that may be left out.
    fileprivate func value(_ index: Int) -> Value { indices.contains(index) ? self[index] : .null }
}
