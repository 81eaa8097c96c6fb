public import PeriluneCore

/// The log formats that `perilune process --as` reads, except plain links, and the modules `csv`,
/// `kv` and `lookup`.
public struct Codecs: Plugin {
    /// The name of the plugin.
    public let name = "codecs"

    /// Makes the plugin.
    public init() {}

    /// The grant of the module `lookup`.
    public var grantKinds: [GrantKind] { [LookupModule.grant] }

    /// Registers the codecs.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        for (type, summary) in Self.eventTypes { registry.add(EventType(type, summary)) }
        try registry.add(CloudEventsCodec())
        for codec in Self.withOptions { try registry.add(codec) }
        for module in [TextModules.csv, TextModules.kv, LookupModule.module] {
            try registry.add(module)
        }
    }

    private static let eventTypes = [
        ("http.request", "A request in an access log."),
        ("syslog.message", "A message of syslog."),
        ("entry.json", "An object of a log in JSON."),
        ("entry.csv", "A row of a table."),
        ("entry.logfmt", "A line of key=value."),
        ("entry.line", "A line of text."),
    ]

    /// The codecs that have options, the most specific format first: the first that recognizes a log reads it.
    package static let withOptions: [any ConfigurableCodec] =
        JSONCodec.presets
        + ([
            JSONCodec(), AccessLogCodec.combined, AccessLogCodec.common, AccessLogCodec.nginx,
            SyslogCodec(), LogfmtCodec(), CSVCodec.tab, CSVCodec.comma, LinesCodec(),
        ] as [(any ConfigurableCodec)?]).compactMap(\.self)
}
