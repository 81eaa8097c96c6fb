package import PeriluneCore

/// The modules that every script has; all others come from plugins.
package enum BuiltInModules {
    /// All built-in modules; `commander` stands for the argument of `execute` and cannot be required.
    package static let all: [HostModule] = [
        base64, commander, hash, hex, ip, json, log, regex, state, time, timer,
    ]

    /// The modules that `require` finds.
    package static let names = all.map(\.name).filter { $0 != "commander" }

    /// The methods of the commander.
    package static var commanderMethods: [String] { commander.functions.map(\.name) }

    static let commander = HostModule(
        "commander", "Decides the event and acts on it; call its methods with a colon.",
        [
            HostFunction(
                "emit", "Emits a value: writes it to the output as one line of JSON.",
                [
                    .init(
                        "value", .any,
                        "any value but a function; parts of the event are written byte for byte"),
                    .init(
                        "output", .string, optional: true,
                        "the name of an output that perilune.lua declares in outputs; the default output if omitted"
                    ),
                ],
                .native),
            HostFunction(
                "default", "Leaves the event to the default handling.",
                [.init("url", .string, optional: true, "the link to use instead of the event's")],
                .native),
            HostFunction(
                "handleURLLink", "Leaves a link to the default handling; once per event.",
                [.init("url", .string, "the event's link, or another one")], .native),
            HostFunction(
                "reject", "Rejects the event; its record keeps the reason.",
                [
                    .init(
                        "reason", .any, optional: true,
                        "the reason, or a table with reason; continue = true processes the "
                            + "events of the link after this one")
                ],
                .native),
            HostFunction("pass", "Passes the event on to the next delegate.", [], .native),
            publish,
        ])

    private static var publish: HostFunction {
        var function = HostFunction(
            "publish", "Publishes a new event, which is processed after this one.",
            [.init("event", .table, "type, and optionally subject, source, time, data")],
            .sync { arguments, call throws(PeriluneError) in
                try PublishedEvent(arguments.first, data: call.data).publish(by: call.commander)
                return nil
            })
        function.keepsData = true
        return function
    }

    static let json = HostModule(
        "json", "Converts JSON text to values and back, and changes copies of parts of the event.",
        fields: [.init("null", "any", "JSON null; unlike nil it can be stored in tables")],
        [
            HostFunction(
                "encode", "Returns a value as JSON text with sorted names.",
                [.init("value", .any, "any value but a function")], returns: "string", .native),
            HostFunction(
                "decode", "Parses JSON text.", [.init("text", .string, "one JSON document")],
                returns: "any", .native),
            HostFunction(
                "copy", "Copies a part of the event into a table that can be changed.",
                [.init("value", .any, "a part of the event, or a table")], returns: "any", .native),
            HostFunction(
                "with", "Returns the object with some members set; the rest stays byte for byte.",
                [
                    .init("object", .any, "a part of the event, or a table"),
                    .init("changes", .table, "names and new values"),
                ], returns: "any", .native),
            HostFunction(
                "without", "Returns the object without some members; the rest stays byte for byte.",
                [
                    .init("object", .any, "a part of the event, or a table"),
                    .init("...", .string, "the names of the members"),
                ], returns: "any", .native),
            HostFunction(
                "text", "Returns a member of the event as raw JSON, as it was written.",
                [
                    .init("object", .any, "a part of the event"),
                    .init("name", .string, optional: true, "a member; default: the whole part"),
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
        "A table that is kept between events, one for each script and ordering key (partitionkey, else source)."
    )

    static let log = HostModule(
        "log", "Writes lines to the log of the host.",
        ["debug", "info", "warn", "error"].map { level in
            var function = HostFunction(
                level, "Logs a line at the level \(level).",
                [
                    .init("message", .string, "the message"),
                    .init("fields", .table, optional: true, "values to log with the message"),
                ],
                .sync { arguments, call in
                    call.log.log(
                        LogLine(
                            level: level, message: arguments.first?.string ?? "",
                            fields: arguments.count > 1 ? arguments[1] : nil, script: call.script,
                            event: call.commander?.eventID))
                    return nil
                })
            function.showsArguments = true
            return function
        })
}
