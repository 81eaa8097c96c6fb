import PeriluneCore
import PeriluneFiles
import PeriluneHTTP

/// Makes sinks that send values to a syslog server.
struct SyslogSinkFactory: ConfigurableSinkFactory {
    let name = "syslog"
    let summary = "messages to a syslog server (RFC 5424), at least once except over UDP"

    let schema = SettingsSchema([
        .init("udp", .text, "HOST:PORT of a server that takes datagrams."),
        .init("tcp", .text, "HOST:PORT of a server that takes connections."),
        .init("stream", .file, "The path of a Unix socket that takes connections."),
        .init("datagram", .file, "The path of a Unix socket that takes datagrams."),
        .init(
            "framing", .choice(of: SyslogSink.Framing.self),
            "How connections divide messages: `octets`, the length before each message (RFC 6587), the default; `lines`, a line feed after each message."
        ),
        .init(
            "facility", .text,
            "A name such as `local0`, a number, or a template such as `{data.facility}`; `user` by default, and for unknown names."
        ),
        .init(
            "severity", .text,
            "A name such as `warning`, a number, or a template such as `{level}`; `info` by default, and for unknown names."
        ),
        .init("host", .text, "Template of the host; by default, the name of this machine."),
        .init("app", .text, "Template of the name of the program; `perilune` by default."),
        .init("msgid", .text, "Template of the message id; none by default."),
        .init(
            "time", .text,
            "The field with the time (RFC 3339); without this setting, or if the field has no such time, the time of sending."
        ),
        .init(
            "message", .text,
            "Template of the message; by default, the whole value: a string as it is, another value as JSON."
        ),
        .init("timeout", .number(1...600), "Seconds that a connection may block; 30 by default."),
        .init(
            RejectedValues.field.name, .file,
            "A file for values whose message is too long for a datagram, with the reason, one JSON object per line. Without it, such a message is cut to at most 65,507 bytes."
        ),
    ])

    func sink(
        named output: String, _ settings: Settings, inputs: FileSet
    ) throws(PeriluneError) -> any RecordSink {
        let target = try Self.target(settings)
        func template(_ name: String) throws(PeriluneError) -> SyslogFormat.Text? {
            guard let text = try settings.text(name) else { return nil }
            do throws(PeriluneError) {
                return SyslogFormat.Text(try Template(text, code: .outputOption))
            } catch {
                throw settings.error(at: name, error.message, hint: error.hint)
            }
        }
        var format = SyslogFormat(output: output)
        format.facility = try template("facility") ?? format.facility
        format.severity = try template("severity") ?? format.severity
        format.host = try template("host") ?? format.host
        format.app = try template("app") ?? format.app
        format.messageID = try template("msgid") ?? format.messageID
        format.message = try template("message")
        for (name, names) in [
            ("facility", SyslogNames.facilities), ("severity", SyslogNames.severities),
        ] {
            guard let text = try settings.text(name), !text.contains("{"),
                SyslogFormat.number(text, of: names) == nil
            else { continue }
            throw settings.error(
                at: name, "must be one of \(names.joined(separator: ", "))",
                hint: NearestName.hint(for: text, in: names))
        }
        format.time = try settings.text("time").map { FieldPath($0) }
        let framing: SyslogSink.Framing? = try settings.choice("framing")
        if framing != nil, !target.isStream {
            throw settings.error(at: "framing", "is only for tcp and stream")
        }
        return SyslogSink(
            name: output,
            SocketSender(target, timeout: .seconds(try settings.number("timeout") ?? 30)),
            format, framing ?? .octets, rejected: try RejectedValues(settings))
    }

    private static func target(_ settings: Settings) throws(PeriluneError) -> SocketSender.Target {
        var targets: [SocketSender.Target] = []
        for name in ["udp", "tcp"] {
            guard let text = try settings.text(name) else { continue }
            guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
                let port = UInt16(text[text.index(after: colon)...]), port > 0
            else { throw settings.error(at: name, "must be HOST:PORT") }
            var host = String(text[..<colon])
            if host.hasPrefix("["), host.hasSuffix("]") {
                host = String(host.dropFirst().dropLast())
            }
            targets.append(
                name == "udp" ? .udp(host: host, port: port) : .tcp(host: host, port: port))
        }
        if let path = try settings.file("stream") { targets.append(.stream(path: path)) }
        if let path = try settings.file("datagram") { targets.append(.datagram(path: path)) }
        guard let target = targets.first, targets.count == 1 else {
            throw settings.error(
                at: "udp", targets.isEmpty ? "is missing" : "is not the only target",
                hint: "name one of udp, tcp, stream and datagram")
        }
        return target
    }
}
