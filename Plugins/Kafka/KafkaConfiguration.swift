package import PeriluneCore
package import PeriluneFiles
package import PeriluneKafka
import PeriluneMessages

/// Brokers, credentials and sources.
package struct KafkaConfiguration: PluginConfiguration {
    package static let section = "kafka"
    package static let contents = "Kafka brokers, and the topics whose messages serve receives"
    package static let errorCode: PeriluneError.Code = "kafka.configuration"

    /// Brokers and credentials.
    package var connection = KafkaConnectionOptions()
    var sources: [KafkaSource.Settings] = []

    /// The names in settings, in the spelling of the others.
    private enum Mechanism: String, CaseIterable {
        case plain = "plain"
        case sha256 = "scram-sha-256"
        case sha512 = "scram-sha-512"

        var option: KafkaConnectionOptions.Mechanism {
            switch self {
            case .plain: .plain
            case .sha256: .sha256
            case .sha512: .sha512
            }
        }
    }

    /// The settings of `plugins.kafka`, and of the file of `--kafka`.
    package static let schema = SettingsSchema([
        .init(
            "servers", .texts,
            "Brokers of one cluster as `HOST:PORT`, by which the others are found; `127.0.0.1:9092` by default."
        ),
        .init("user", .text, "The name of the user (SASL)."),
        .init("password", .secret, "The user's password."),
        .init(
            "mechanism", .choice(of: Mechanism.self),
            "How the password is sent: `plain`, `scram-sha-256` or `scram-sha-512`; `plain` by default, which needs `tls`."
        ),
        ClientTLS.field,
        .init("sources", .list(sourceSchema), "The topics whose messages are events."),
    ])

    private static let sourceSchema = SettingsSchema(
        [
            .init("topics", .texts, isRequired: true, "One topic, or several."),
            .init(
                "group", .text,
                "The consumer group: each partition goes to one of its members; `perilune` by default."
            ),
            .init(
                "start", .choice(of: KafkaSource.Start.self),
                "Where a group without an offset begins in a partition: `earliest` or `latest`; `earliest` by default."
            ),
            .init(
                "session", .number(1...3600),
                "Seconds after which the broker gives the partitions of a silent member to others; 10 by default."
            ),
        ] + MessageSettings.fields + [
            .init(
                "dead", .text,
                "A topic for messages that are not valid events, with the reason in headers. Without it, they go to the quarantine."
            )
        ])

    package init() {}

    package init(_ value: Value, of source: SettingsSource) throws(PeriluneError) {
        let root = try Settings(value, Self.schema, of: source)
        // In one text with commas, as other clients have them, or in a list.
        let servers = try root.texts("servers").flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        for server in servers {
            guard let error = KafkaConnectionOptions.problem(of: server) else { continue }
            throw root.error(at: "servers", error, hint: "write HOST:PORT")
        }
        if !servers.isEmpty { connection.servers = servers }
        if let tls = try ClientTLS(root) {
            connection.isSecure = true
            connection.caFile = tls.caFile
            connection.certificate = tls.certificate
        }
        try readUser(root)
        var names: Set<String> = []
        for settings in try root.list("sources") {
            let source = try KafkaSource.Settings(settings)
            guard names.insert(source.name).inserted else {
                throw settings.error(
                    at: "group", "'\(source.name)' is used twice",
                    hint: "give one of the sources another group")
            }
            sources.append(source)
        }
    }

    private mutating func readUser(_ root: Settings) throws(PeriluneError) {
        let mechanism: Mechanism? = try root.choice("mechanism")
        connection.mechanism = (mechanism ?? .plain).option
        guard let user = try root.text("user") else {
            if try root.secret("password") != nil { throw root.error(at: "user", "is missing") }
            if mechanism != nil { throw root.error(at: "user", "is missing") }
            return
        }
        guard let password = try root.secret("password") else {
            throw root.error(at: "password", "is missing")
        }
        connection.user = (user, password)
        if connection.mechanism == .plain, !connection.isSecure {
            throw root.error(
                at: "mechanism", "'plain' would send the password in the clear",
                hint: "set tls = {}, or mechanism = \"scram-sha-512\"")
        }
    }
}

extension KafkaSource.Settings {
    fileprivate init(_ settings: Settings) throws(PeriluneError) {
        topics = try settings.texts("topics")
        group = try settings.text("group") ?? "perilune"
        start = try settings.choice("start") ?? .earliest
        session = .seconds(try settings.number("session") ?? 10)
        messages = try MessageSettings(settings)
        dead = try settings.text("dead")
        if topics.isEmpty { throw settings.error(at: "topics", "is missing") }
        if group.isEmpty { throw settings.error(at: "group", "must not be empty") }
        for (setting, names) in [("topics", topics), ("dead", dead.map { [$0] } ?? [])] {
            guard let name = names.first(where: { !TopicName.isValid($0) }) else { continue }
            throw settings.error(
                at: setting, "'\(name)' is not a topic",
                hint: "write up to 249 letters, digits and . _ -")
        }
        if let dead, topics.contains(dead) {
            throw settings.error(at: "dead", "must not be one of the topics")
        }
    }
}
