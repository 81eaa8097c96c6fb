package import PeriluneCore

/// Modules that every script has.
///
/// Plugins bring the others.
package enum BuiltInModules {
    /// All of them; `commander` is no module but what `execute` is handed.
    package static let all: [HostModule] = [commander, json, log, state, time]

    /// What `require` finds.
    package static let names = all.map(\.name).filter { $0 != "commander" }

    /// The methods of what `execute` is handed.
    package static var commanderMethods: [String] { commander.functions.map(\.name) }

    static let commander = HostModule(
        "commander", "What `execute` acts with; its methods are called with a colon.",
        [
            HostFunction(
                "emit", "Writes a value to the output, one line of JSON.",
                [
                    .init(
                        "value", .any, "anything but a function; event data goes out byte for byte")
                ],
                .native),
            HostFunction(
                "default", "Leaves the event to the default handler.",
                [.init("url", .string, optional: true, "handle this link instead")], .native),
            HostFunction(
                "handleURLLink", "Handles a link as usual, by the default handler.",
                [.init("url", .string, "the event's link, or another one")], .native),
            HostFunction(
                "reject", "Refuses the event; the record keeps the reason.",
                [.init("reason", .any, optional: true, "one sentence, or a table with reason")],
                .native),
            HostFunction("pass", "Not mine after all: the next delegate is asked.", [], .native),
            HostFunction(
                "publish", "Puts a new event on the bus, to be decided after this one.",
                [.init("event", .table, "type, and as needed subject, source, data")],
                .sync(publish)),
        ])

    static let json = HostModule(
        "json", "JSON text to values and back; changed copies of what the event holds.",
        fields: [.init("null", "any", "JSON null: not nil, so that it survives in tables")],
        [
            HostFunction(
                "encode", "A value as JSON text; names are sorted.",
                [.init("value", .any, "anything but a function")], returns: "string", .native),
            HostFunction(
                "decode", "The value of JSON text.", [.init("text", .string, "one document")],
                returns: "any", .native),
            HostFunction(
                "copy", "A table of one's own from a part of the event.",
                [.init("value", .any, "a part of the event, or a table")], returns: "any", .native),
            HostFunction(
                "with", "The object with some members set; the rest stays byte for byte.",
                [
                    .init("object", .any, "a part of the event, or a table"),
                    .init("changes", .table, "names and new values"),
                ], returns: "any", .native),
            HostFunction(
                "without", "The object without some members; the rest stays byte for byte.",
                [
                    .init("object", .any, "a part of the event, or a table"),
                    .init("...", .string, "the names"),
                ], returns: "any", .native),
            HostFunction(
                "text", "The spelling of a member of the event, as raw JSON.",
                [
                    .init("object", .any, "a part of the event"),
                    .init("name", .string, optional: true, "a member; without it the whole part"),
                ], returns: "string?", .native),
            HostFunction(
                "array", "Marks a table as an array: `[]` even when empty.",
                [.init("table", .table, optional: true, "a sequence")], returns: "table", .native),
            HostFunction(
                "object", "Marks a table as an object: `{}` even when it looks like a sequence.",
                [.init("table", .table, optional: true, "a table with names as keys")],
                returns: "table", .native),
        ])

    static let state = HostModule(
        "state",
        "A table kept between events, one for each script and key (partitionkey, else source).")

    static let log = HostModule(
        "log", "Lines for the people who run the rules.",
        ["debug", "info", "warn", "error"].map { level in
            HostFunction(
                level, "Logs a line at the level \(level).",
                [
                    .init("message", .string, "one sentence"),
                    .init("fields", .table, optional: true, "values beside it"),
                ],
                .sync { arguments, call in
                    call.log.log(
                        LogLine(
                            level: level, message: arguments.first?.string ?? "",
                            fields: arguments.count > 1 ? arguments[1] : nil, script: call.script,
                            event: call.commander?.eventID))
                    return nil
                })
        })

    static let time = HostModule(
        "time", "The event's time: deciding an event again later sees the same.",
        [
            HostFunction(
                "now", "The event's time in seconds since 1970, with fraction.", returns: "number",
                .sync { _, call in .number(Double(call.clock) / 1_000_000) }),
            HostFunction(
                "text", "A time as RFC 3339 in UTC.",
                [
                    .init(
                        "seconds", .number, optional: true,
                        "since 1970; the event's time without it")
                ],
                returns: "string",
                .sync { arguments, call throws(PeriluneError) in
                    guard let seconds = arguments.first.flatMap(\.seconds) else {
                        return .string(Timestamp(microseconds: call.clock).description)
                    }
                    guard let microseconds = Int64(exactly: (seconds * 1_000_000).rounded(.down))
                    else {
                        throw PeriluneError(
                            "time.range", "time.text: \(seconds) seconds are no time")
                    }
                    return .string(Timestamp(microseconds: microseconds).description)
                }),
            HostFunction(
                "parse", "Seconds since 1970 from RFC 3339, or nil.",
                [.init("text", .string, "such as 2026-11-21T10:30:00Z")], returns: "number?",
                .sync { arguments, _ in
                    Timestamp(arguments.first?.string ?? "").map {
                        .number(Double($0.microseconds) / 1_000_000)
                    }
                }),
        ])

    @Sendable
    private static func publish(
        _ arguments: [Value], _ call: HostCall
    ) throws(PeriluneError)
        -> Value?
    {
        guard let event = arguments.first, let type = event["type"]?.string, !type.isEmpty else {
            throw PeriluneError(
                "event.type", "commander:publish needs a table with a type",
                hint: "commander:publish{ type = \"crm.task.due\", data = { ... } }")
        }
        try call.commander?.publish(
            type: type, subject: event["subject"]?.string, source: event["source"]?.string,
            data: event["data"])
        return nil
    }
}

extension Value {
    fileprivate var seconds: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}
