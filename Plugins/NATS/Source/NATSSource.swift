import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import PeriluneMessages
import PeriluneNATS

/// Receives the messages of a stream or a subject.
///
/// A message of a stream is acknowledged after the host has stored its event. After an error, the source reports it,
/// reconnects after a pause, and continues.
struct NATSSource: EventSource {
    /// The settings of a source in the configuration.
    struct Settings: Sendable {
        /// `nil` for a subject that no stream stores.
        var stream: String?
        var subject: String?
        /// The consumer of a stream, or the queue group.
        var group = "perilune"
        var messages = MessageSettings()
        /// The subject for messages that are not events; `nil` for the quarantine.
        var dead: String?
        /// Whether to create the stream.
        var creates = false

        var name: String { "nats/\(stream ?? subject ?? "")/\(group)" }
    }

    let settings: Settings
    let connection: NATSConnectionOptions
    var name: String { settings.name }

    init(_ settings: Settings, _ connection: NATSConnectionOptions) {
        self.settings = settings
        self.connection = connection
    }

    /// Loads the library; the connection is made later, so that a server can start before NATS does.
    func open() throws(PeriluneError) -> String? {
        try NATSLibrary.load()
        let what = settings.stream.map { "the stream '\($0)'" } ?? "'\(settings.subject ?? "")'"
        return "\(what) of NATS at \(connection.servers.joined(separator: ", "))"
    }

    /// A message that was not an event, again.
    func event(of entry: [UInt8]) throws(PeriluneError) -> Event? {
        try MessageDecoder.event(ofRetried: entry)
    }

    func run(
        _ deliver: @escaping @Sendable (EventDelivery) async throws(PeriluneError) -> Void
    ) async throws {
        try await run(in: SourceHost(each: deliver))
    }

    func run(in host: SourceHost) async throws {
        try NATSLibrary.load()
        await host.keepConnecting { () async throws(PeriluneError) in
            let (settings, connection) = (settings, connection)
            let consumer = try await onOwnThread { () throws(PeriluneError) in
                try MessageConsumer(settings, connection)
            }
            try await consumer.run(host)
        }
    }
}
