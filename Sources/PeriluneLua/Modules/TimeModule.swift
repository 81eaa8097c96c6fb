internal import PeriluneCore

extension BuiltInModules {
    /// The event's time, microseconds since 1970; 0 while a file is loaded.
    private static func eventTime(_ call: HostCall) throws(PeriluneError) -> Int64 {
        guard call.hasTime || call.commander == nil else {
            throw PeriluneError(
                "event.time", "the event has no time",
                hint: "add the attribute time, or use 'perilune process --time-from'")
        }
        return call.clock
    }

    static let time = HostModule(
        "time",
        "The event's time, which is the same when the event is processed again; times and durations as text.",
        [
            HostFunction(
                "now", "Returns the event's time in seconds since 1970, with fraction.",
                returns: "number",
                .sync { _, call throws(PeriluneError) in
                    .number(Double(try eventTime(call)) / 1_000_000)
                }),
            HostFunction(
                "text", "Formats a time as RFC 3339 in UTC.",
                [
                    .init(
                        "seconds", .number, optional: true,
                        "since 1970; default: the event's time")
                ],
                returns: "string",
                .sync { arguments, call throws(PeriluneError) in
                    guard let seconds = arguments.first.flatMap(\.seconds) else {
                        return .string(
                            Timestamp(microseconds: try eventTime(call)).description)
                    }
                    guard let microseconds = Int64(exactly: (seconds * 1_000_000).rounded(.down))
                    else {
                        throw PeriluneError(
                            "time.range", "time.text: \(seconds) seconds are out of range")
                    }
                    return .string(Timestamp(microseconds: microseconds).description)
                }),
            HostFunction(
                "parse",
                "Parses a time into seconds since 1970; nil if the text is not one. Without a format, RFC 3339.",
                [.init("text", .string, "such as 2026-11-21T10:30:00Z"), optional(format), zone],
                returns: "number?",
                .sync { arguments, _ throws(PeriluneError) in
                    let text = arguments.first?.string ?? ""
                    let time =
                        if arguments.count > 1 {
                            try format(arguments).time(
                                Array(text.utf8).span, zone: try zone(arguments))
                        } else {
                            Timestamp(text)
                        }
                    return time.map { .number(Double($0.microseconds) / 1_000_000) }
                }),
            HostFunction(
                "format", "Formats a time.",
                [.init("seconds", .number, "since 1970"), format, zone], returns: "string",
                .sync { arguments, _ throws(PeriluneError) in
                    let time = try timestamp(arguments.first?.seconds ?? 0, "time.format")
                    return .string(
                        try format(arguments).text(time, zone: try zone(arguments)))
                }),
            HostFunction(
                "duration",
                "Parses a duration into seconds; nil if the text is not one.",
                [
                    .init(
                        "text", .string,
                        "numbers and units from large to small, such as 10m, 1h30m, 1.5s or 250ms; the units are d, h, m, s, ms, us and ns"
                    )
                ], returns: "number?", .native),
        ])

    private static let format = HostFunction.Parameter(
        "format", .string,
        "rfc3339, epoch, epoch-ms, epoch-us, epoch-ns, or a pattern of strptime such as %d/%b/%Y:%H:%M:%S %z"
    )

    private static let zone = HostFunction.Parameter(
        "zone", .string, optional: true,
        "UTC by default, an offset such as +01:00, or a name such as Europe/Berlin; to parse, that of texts without an offset"
    )

    private static func optional(_ parameter: HostFunction.Parameter) -> HostFunction.Parameter {
        .init(parameter.name, parameter.type, optional: true, parameter.summary)
    }

    private static func format(_ arguments: [Value]) throws(PeriluneError) -> TimeFormat {
        guard let text = arguments[1].string else { return .rfc3339 }
        do throws(PeriluneError) {
            return try TimeFormat(text)
        } catch {
            throw PeriluneError(
                error.code, "the format '\(text.prefix(64))' \(error.message)", hint: error.hint)
        }
    }

    private static func zone(_ arguments: [Value]) throws(PeriluneError) -> Zone {
        guard arguments.count > 2, let text = arguments[2].string else { return .utc }
        return try Zone(text)
    }

    /// Converts a time, which must be in the years 0 to 9999 because not all formats can write others.
    private static func timestamp(
        _ seconds: Double, _ function: String
    ) throws(PeriluneError) -> Timestamp {
        guard (-62_167_219_200..<253_402_300_800).contains(seconds),
            let microseconds = Int64(exactly: (seconds * 1_000_000).rounded(.down))
        else {
            throw PeriluneError("time.range", "\(function): \(seconds) seconds are out of range")
        }
        return Timestamp(microseconds: microseconds)
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
