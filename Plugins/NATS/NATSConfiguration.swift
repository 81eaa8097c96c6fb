package import PeriluneCore
package import PeriluneFiles
import PeriluneMessages
package import PeriluneNATS

/// Servers, credentials and sources.
package struct NATSConfiguration: PluginConfiguration {
    package static let section = "nats"
    package static let contents =
        "NATS servers, and the streams and subjects whose messages serve receives"
    package static let errorCode: PeriluneError.Code = "nats.configuration"

    /// Servers and credentials.
    package var connection = NATSConnectionOptions()
    var sources: [NATSSource.Settings] = []

    /// The settings of `plugins.nats`, and of the file of `--nats`.
    package static let schema = SettingsSchema([
        .init(
            "servers", .texts,
            "URLs of the servers of one cluster, of which any one is used; `nats://127.0.0.1:4222` by default."
        ),
        .init("user", .text, "The name of the user."),
        .init("password", .secret, "The user's password."),
        .init("token", .secret, "A token, instead of a user."),
        .init("credentials", .file, "A file with the JWT and the key of a user (`.creds`)."),
        .init(
            "nkey",
            .object(
                SettingsSchema([
                    .init(
                        "public", .text, isRequired: true, "The public key, which begins with U."),
                    .init("file", .file, isRequired: true, "A file with the seed."),
                ])), "A key pair that identifies the user."),
        ClientTLS.field,
        .init(
            "sources", .list(sourceSchema), "The streams and subjects whose messages are events."),
    ])

    private static let sourceSchema = SettingsSchema(
        [
            .init(
                "stream", .text,
                "The JetStream stream. Without it, messages of the `subject` are received at most once."
            ),
            .init(
                "consumer", .text,
                "The durable pull consumer of the stream, which is created if it does not exist; `perilune` by default."
            ),
            .init(
                "subject", .text,
                "The subject: a part of the stream, such as `orders.>`. The default is the whole stream."
            ),
            .init(
                "create", .flag,
                "Whether to create the stream if it does not exist; `false` by default."),
            .init(
                "group", .text,
                "The queue group of a source without a stream: each message goes to one of its members; `perilune` by default."
            ),
        ] + MessageSettings.fields + [
            .init(
                "dead", .text,
                "A subject for messages that are not valid events, with the reason in headers; a stream must store it. Without it, they go to the quarantine."
            )
        ])

    package init() {}

    package init(_ value: Value, of source: SettingsSource) throws(PeriluneError) {
        let root = try Settings(value, Self.schema, of: source)
        let servers = try root.texts("servers")
        for server in servers {
            guard let error = NATSConnectionOptions.problem(of: server) else { continue }
            throw root.error(
                at: "servers", error, hint: "write nats://HOST:PORT or tls://HOST:PORT")
        }
        if !servers.isEmpty { connection.servers = servers }
        connection.isSecure = servers.contains { $0.hasPrefix("tls://") }
        connection.credentials = try Self.credentials(root)
        if let tls = try ClientTLS(root) {
            connection.isSecure = true
            connection.caFile = tls.caFile
            connection.certificate = tls.certificate
        }
        var names: Set<String> = []
        for settings in try root.list("sources") {
            let source = try NATSSource.Settings(settings)
            guard names.insert(source.name).inserted else {
                throw settings.error(
                    at: "consumer", "'\(source.name)' is used twice",
                    hint: "give one of the sources another consumer")
            }
            sources.append(source)
        }
    }

    private static func credentials(
        _ root: Settings
    ) throws(PeriluneError) -> NATSConnectionOptions.Credentials? {
        var found: [NATSConnectionOptions.Credentials] = []
        if let user = try root.text("user") {
            guard let password = try root.secret("password") else {
                throw root.error(at: "password", "is missing")
            }
            found.append(.user(user, password: password))
        }
        if let token = try root.secret("token") { found.append(.token(token)) }
        if let file = try root.file("credentials") {
            SecretFiles.add(file)
            found.append(.file(file))
        }
        if let key = try root.object("nkey") {
            guard let file = try key.file("file") else { throw key.error(at: "file", "is missing") }
            SecretFiles.add(file)
            found.append(.nkey(publicKey: try key.required("public"), seedFile: file))
        }
        if found.count > 1 {
            throw root.error(
                at: "user", "is not the only credential: set one of user, token, credentials, nkey")
        }
        return found.first
    }
}

extension NATSSource.Settings {
    fileprivate init(_ settings: Settings) throws(PeriluneError) {
        stream = try settings.text("stream")
        subject = try settings.text("subject")
        let consumer = try settings.text("consumer")
        group = try settings.text("group") ?? "perilune"
        if let consumer { group = consumer }
        messages = try MessageSettings(settings)
        dead = try settings.text("dead")
        creates = try settings.flag("create") ?? false
        if stream == nil {
            if subject == nil { throw settings.error(at: "stream", "or subject is missing") }
            if consumer != nil { throw settings.error(at: "consumer", "needs a stream") }
            if creates { throw settings.error(at: "create", "needs a stream") }
        } else if try settings.text("group") != nil {
            throw settings.error(
                at: "group", "is for a subject without a stream", hint: "use consumer")
        }
        if creates, subject == nil {
            throw settings.error(
                at: "subject", "is missing", hint: "name the subjects of the new stream")
        }
        for setting in ["stream", "consumer"] {
            let name = try settings.text(setting) ?? ""
            if name.contains(where: { $0.isWhitespace || ".*>/\\".contains($0) }) {
                throw settings.error(at: setting, "must not contain spaces and . * > / \\")
            }
        }
        for setting in ["subject", "dead"] {
            guard let name = try settings.text(setting) else { continue }
            if !Subject.isValid(name, allowsWildcards: setting == "subject") {
                throw settings.error(
                    at: setting, "'\(name)' is not a subject", hint: "write orders.new")
            }
        }
    }
}
