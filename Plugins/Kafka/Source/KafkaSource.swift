import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import PeriluneKafka
import PeriluneMessages

/// Receives the messages of topics as a member of a consumer group.
///
/// The offset of a message is committed after the host has stored its event. What fails is reported; librdkafka connects
/// again by itself.
struct KafkaSource: EventSource {
    /// The start of a group without an offset.
    enum Start: String, CaseIterable {
        case earliest
        case latest
    }

    /// The settings of a source in the configuration.
    struct Settings: Sendable {
        var topics: [String]
        var group = "perilune"
        var start = Start.earliest
        var session: Duration = .seconds(10)
        var messages = MessageSettings()
        /// The topic for messages that are not events; `nil` for the quarantine.
        var dead: String?

        var name: String { "kafka/\(topics.joined(separator: ","))/\(group)" }

        var subscription: KafkaConsumer.Subscription {
            KafkaConsumer.Subscription(
                topics: topics, group: group, startsAtFirst: start == .earliest,
                sessionMilliseconds: Int(session.components.seconds) * 1000)
        }
    }

    let settings: Settings
    let connection: KafkaConnectionOptions
    var name: String { settings.name }

    init(_ settings: Settings, _ connection: KafkaConnectionOptions) {
        self.settings = settings
        self.connection = connection
    }

    /// Loads the library; the connection is made later, so that a server can start before Kafka does.
    func open() throws(PeriluneError) -> String? {
        try KafkaLibrary.load()
        let topics = settings.topics.map { "'\($0)'" }.joined(separator: ", ")
        return "\(topics) of Kafka at \(connection.servers.joined(separator: ", "))"
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
        try KafkaLibrary.load()
        await host.keepConnecting { () async throws(PeriluneError) in
            let (settings, connection) = (settings, connection)
            let reader = try await onOwnThread { () throws(PeriluneError) in
                try TopicReader(settings, connection)
            }
            try await reader.run(host)
        }
    }
}
