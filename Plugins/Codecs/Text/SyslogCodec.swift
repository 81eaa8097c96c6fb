import PeriluneCore
import PeriluneFiles

/// Lines of syslog: RFC 5424, RFC 3164, and the files that rsyslog and systemd write of them.
struct SyslogCodec: ConfigurableCodec {
    let name = "syslog"
    let summary = "syslog"
    var year: Int?
    /// The offset of times without one, in seconds.
    var zone = Zone.utc
    var envelope = EnvelopeOptions(type: [Template(constant: "syslog.message")])

    var schema: SettingsSchema {
        SettingsSchema(
            EnvelopeOptions.fields(type: "syslog.message", time: "that of the line by default") + [
                .init(
                    "year", .number(1970...9999),
                    "The year of times without one (RFC 3164); by default the latest year in which the time is at most one day after the log's modification time."
                ),
                TimeRule.zoneField,
            ])
    }

    func configured(_ settings: Settings) throws(PeriluneError) -> any Codec {
        var codec = self
        codec.envelope = try envelope.with(settings)
        codec.year = try settings.number("year")
        codec.zone = try TimeRule.zone(settings) ?? zone
        return codec
    }

    func decoder(for log: LogHead) -> (any EntryDecoder)? {
        SyslogDecoder(
            EnvelopeWriter(envelope, log),
            SyslogTime(year: year, zone: zone, modified: log.modified),
            hasOwnTime: envelope.time == nil)
    }

    func recognizes(_ start: [UInt8]) -> Bool {
        var line = SyslogLine()
        return LogStart(start).mostLines { (try? line.read($0)) != nil }
    }
}
