internal import PeriluneCore

/// The module `test`: events, conditions and assertions for test files.
enum TestModule {
    /// The module of one test file.
    static func module(_ session: CaseSession) -> HostModule {
        HostModule(
            "test", "Events, conditions and assertions for test files.",
            fields: [
                .init("any", "any", "Matches any value but nil."),
                .init("absent", "any", "Matches a missing member."),
                .init(
                    "crm", "table",
                    "Creates events of the CRM, such as test.crm.update(\"lead\", { leadqualitycode = 1 })."
                ),
            ],
            lua: TestModuleSource.lua,
            events + conditions + answers + assertions(session) + deciding(session))
    }

    private static let events = [
        HostFunction(
            "link", "Creates the event of a tap on a link.",
            [
                .init("url", .string, "the link"),
                .init("view", .string, optional: true, "the view that the tap came from"),
            ], returns: "table", .native),
        HostFunction(
            "event", "Creates an event.",
            [
                .init("type", .string, "such as chart.selection.category"),
                .init("data", .any, optional: true, "its payload"),
                .init("attributes", .table, optional: true, "id, source, subject, time, …"),
            ], returns: "table", .native),
    ]

    private static let conditions = [
        HostFunction(
            "matches", "Matches a string that fits a Lua pattern.",
            [.init("pattern", .string, "such as ^%d+$")], returns: "table", .native),
        HostFunction(
            "contains",
            "Matches a string that contains a part, or a list that contains an element.",
            [
                .init(
                    "part", .any,
                    "the part, or the element, of which only the given fields must match")
            ],
            returns: "table", .native),
        HostFunction(
            "approx", "Matches a number that is close to another one.",
            [
                .init("number", .number, "the number"),
                .init(
                    "tolerance", .number, optional: true, "the largest difference; default: 1e-9"),
            ], returns: "table", .native),
    ]

    private static let answers = [
        HostFunction(
            "sequence", "Gives one answer after the other and repeats the last one.",
            [.init("...", .any, "the answers")], returns: "table", .native),
        HostFunction(
            "error", "Creates an answer that is an error.",
            [
                .init("code", .string, "such as crm.fault"),
                .init("message", .string, optional: true, "the message"),
            ], returns: "table", .native),
    ]

    private static func assertions(_ session: CaseSession) -> [HostFunction] {
        [
            HostFunction(
                "equal", "Fails unless two values are equal, compared deeply.",
                [
                    .init("found", .any, "the value found"),
                    .init("expected", .any, "the expected value"),
                    .init("what", .string, optional: true, "a description for the report"),
                ], .native),
            HostFunction(
                "like", "Fails unless a value contains what is expected; it may contain more.",
                [
                    .init("found", .any, "the value found"),
                    .init("expected", .any, "the parts that must be there"),
                    .init("what", .string, optional: true, "a description for the report"),
                ], .native),
            HostFunction(
                "ok", "Fails unless a value is true.",
                [
                    .init("value", .any, "the value"),
                    .init("what", .string, optional: true, "a description of what should be true"),
                ], returns: "any", .native),
            HostFunction(
                "fails", "Fails unless a function raises an error; returns the error.",
                [
                    .init("f", .any, "the function"),
                    .init("pattern", .string, optional: true, "a Lua pattern for the message"),
                ], returns: "any", .native),
            HostFunction(
                "snapshot",
                "Compares a value with the snapshot beside the test file; without a value, matches the snapshot.",
                [
                    .init("value", .any, optional: true, "the value"),
                    .init(
                        "name", .string, optional: true,
                        "the name of the snapshot, if a case has several"),
                ], .native),
            HostFunction(
                "fail", "Fails.", [.init("message", .string, "why")],
                .sync { arguments, _ throws(PeriluneError) in
                    throw PeriluneError("test.failed", arguments.first?.string ?? "failed")
                }),
            HostFunction(
                "_compare", "Fails if two values differ.",
                [
                    .init("found", .any, "the value found"),
                    .init("expected", .any, "the expected value"),
                    .init("partly", .boolean, "whether the value may contain more"),
                    .init("what", .string, optional: true, "a description for the report"),
                ],
                .sync { arguments, _ throws(PeriluneError) in
                    try session.compare(
                        arguments.value(0), arguments.value(1),
                        arguments.value(2) == .bool(true) ? .partly : .whole,
                        arguments.value(3).string)
                    return nil
                }),
            HostFunction(
                "_snapshot", "Compares a value with the snapshot.",
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
                "decide", "Processes events with the scripts; returns the record of the first.",
                [
                    .init("event", .any, "a link or a table"),
                    .init("...", .any, optional: true, "more"),
                ],
                returns: "table", .async { arguments, _ in try await session.decide(arguments) }),
            HostFunction(
                "endLog",
                "Calls the timers that are set, as at the end of a log; returns the record of the first.",
                returns: "table", .async { _, _ in try await session.endLog() }),
            HostFunction(
                "state", "Returns the state of the scripts for a key.",
                [.init("key", .string, "the partitionkey or source of events; \"all\"")],
                returns: "table?",
                .sync { arguments, _ throws(PeriluneError) in
                    try session.state(arguments.value(0).string ?? "")
                }),
            HostFunction(
                "setState", "Sets the state of the scripts for a key.",
                [
                    .init("key", .string, "the partitionkey or source of events; \"all\""),
                    .init("value", .any, "a table, or false for none"),
                ],
                .sync { arguments, _ throws(PeriluneError) in
                    try session.put(arguments.value(1), key: arguments.value(0).string ?? "")
                    return nil
                }),
            HostFunction(
                "answer", "Declares the answer of an effect, like the field answers of a case.",
                [
                    .init("effect", .string, "such as crm.retrieve lead"),
                    .init("value", .any, "the answer"),
                ],
                .sync { arguments, _ throws(PeriluneError) in
                    try session.answer(arguments.value(0).string ?? "", arguments.value(1))
                    return nil
                }),
            HostFunction(
                "calls", "Returns the effects that were answered so far.", returns: "table",
                .sync { _, _ throws(PeriluneError) in try session.calls() }),
        ]
    }
}

extension [Value] {
    /// An argument; `null` if it is omitted.
    fileprivate func value(_ index: Int) -> Value { indices.contains(index) ? self[index] : .null }
}
