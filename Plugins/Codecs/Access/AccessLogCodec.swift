import PeriluneCore
import PeriluneFiles

/// Access logs of web servers.
struct AccessLogCodec: ConfigurableCodec {
    let name: String
    let summary: String
    var pattern: LinePattern
    /// The names of the variables in the event's data, and how their values are written.
    var members: [AccessMember]
    /// Whether the format is an option.
    let hasFormat: Bool
    var envelope: EnvelopeOptions

    private static let type = "http.request"
    private static let timeFormat = "%d/%b/%Y:%H:%M:%S %z"
    private static let commonFormat =
        #"$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent"#
    private static let combinedFormat =
        commonFormat + #" "$http_referer" "$http_user_agent""#

    /// The Common Log Format; Apache puts the identity where nginx has a dash.
    static let common = apache(
        "common", "Apache's common log format",
        #"$host $ident $user [$time] "$request" $status $bytes"#)
    static let combined = apache(
        "combined", "Apache's combined log format",
        #"$host $ident $user [$time] "$request" $status $bytes "$referer" "$agent""#)

    static let nginx: AccessLogCodec? = {
        guard let pattern = try? LinePattern(nginx: combinedFormat) else { return nil }
        return AccessLogCodec(
            name: "nginx", summary: "an access log of nginx",
            pattern: pattern, members: pattern.fields.map(AccessMember.init(nginx:)),
            hasFormat: true, envelope: envelope(of: pattern))
    }()

    private static func apache(
        _ name: String, _ summary: String, _ format: String
    ) -> AccessLogCodec? {
        guard let pattern = try? LinePattern(nginx: format) else { return nil }
        return AccessLogCodec(
            name: name, summary: summary, pattern: pattern,
            members: pattern.fields.map(AccessMember.init(apache:)), hasFormat: false,
            envelope: envelope(of: pattern))
    }

    /// The first variable with a time is the time of the event.
    private static func envelope(of pattern: LinePattern) -> EnvelopeOptions {
        var options = EnvelopeOptions(type: [Template(constant: type)])
        for field in pattern.fields {
            switch field {
            case "time", "time_local":
                guard let format = try? TimeFormat(timeFormat) else { continue }
                options.time = TimeRule(field: FieldPath(field), format)
            case "time_iso8601": options.time = TimeRule(field: FieldPath(field), .rfc3339)
            case "msec":
                options.time = TimeRule(field: FieldPath(field), .epoch(perSecond: 1))
            default: continue
            }
            break
        }
        return options
    }

    var schema: SettingsSchema {
        let format = SettingsSchema.Field(
            "format", .text,
            "nginx's `log_format`, with its variables; the predefined format `combined` by default."
        )
        return SettingsSchema(
            (hasFormat ? [format] : [])
                + EnvelopeOptions.fields(type: Self.type, time: "that of the line by default"))
    }

    func configured(_ settings: Settings) throws(PeriluneError) -> any Codec {
        var codec = self
        if hasFormat, let format = try settings.text("format") {
            do throws(PeriluneError) {
                codec.pattern = try LinePattern(nginx: format)
            } catch {
                throw settings.error(at: "format", error.message, hint: error.hint)
            }
            codec.members = codec.pattern.fields.map(AccessMember.init(nginx:))
            codec.envelope = Self.envelope(of: codec.pattern)
        }
        codec.envelope = try codec.envelope.with(settings)
        return codec
    }

    func decoder(for log: LogHead) -> (any EntryDecoder)? {
        AccessLogDecoder(pattern, members, EnvelopeWriter(envelope, log))
    }

    /// Lines with further fields are recognized too; their error explains how to read them.
    func recognizes(_ start: [UInt8]) -> Bool {
        var ranges: [Range<Int>] = []
        let place = pattern.fields.firstIndex { $0 == "time" || $0 == "time_local" }
        return LogStart(start).mostLines { line in
            // Empty ranges, which the fields of a line that does not match keep.
            ranges.removeAll(keepingCapacity: true)
            try? pattern.match(line, &ranges)
            guard let place, let last = ranges.last, last.upperBound > 0 else { return false }
            let time = line.extracting(ranges[place])
            return time.count == 26 && time[2] == UInt8(ascii: "/") && time[11] == 0x3A
                && members.indices.allSatisfy { number in
                    let text = line.extracting(ranges[number])
                    return members[number].kind != .count || text.isDash || text.isJSONNumber
                }
        }
    }
}

/// How a variable of an access log is named and typed in the event's data.
struct AccessMember: Sendable {
    enum Kind: Sendable {
        case text
        /// A number, if the text is one.
        case number
        /// A number and nothing else; a dash is 0.
        case count
        /// Method, path and protocol.
        case request
        /// Only the event's time.
        case time
    }

    let name: String
    let kind: Kind

    private static let numbers: Set<String> = [
        "status", "body_bytes_sent", "bytes_sent", "request_length", "request_time", "msec",
        "connection", "connection_requests", "connection_time", "remote_port", "server_port",
        "upstream_response_time", "upstream_connect_time", "upstream_header_time",
        "upstream_response_length", "upstream_status", "content_length", "pid",
    ]

    init(apache field: String) {
        name = field
        kind =
            switch field {
            case "request": .request
            case "time": .time
            case "status", "bytes": .count
            default: .text
            }
    }

    init(nginx field: String) {
        name = field
        kind =
            switch field {
            case "request": .request
            case "time_local", "time_iso8601": .time
            default: Self.numbers.contains(field) ? .number : .text
            }
    }
}
