import CKafka
package import PeriluneCore

/// The addresses of Kafka brokers, and the credentials of this client.
package struct KafkaConnectionOptions: Sendable {
    /// The SASL mechanism for a password.
    package enum Mechanism: String, CaseIterable, Sendable {
        case plain = "PLAIN"
        case sha256 = "SCRAM-SHA-256"
        case sha512 = "SCRAM-SHA-512"
    }

    /// The `HOST:PORT` of some brokers, which know the others.
    package var servers = ["127.0.0.1:9092"]
    /// The user of SASL; `nil` connects without it.
    package var user: (name: String, password: Secret)?
    /// The SASL mechanism for the password; not used without a user.
    package var mechanism = Mechanism.plain
    /// Whether connections must be encrypted.
    package var isSecure = false
    /// A PEM file with the certificate authorities to trust, instead of the system's.
    package var caFile: String?
    /// PEM files with the certificate of this client and its key.
    package var certificate: (file: String, keyFile: String)?

    package init() {}

    /// The problem with the address of a broker, as the end of a sentence; `nil` if it is valid.
    package static func problem(of server: String) -> String? {
        if server.contains("://") { return "must not be a URL" }
        if server.contains("@") { return "must not contain credentials; use user and password" }
        let isPlain = server.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "," && $0 != "/" }
        return server.isEmpty || !isPlain ? "has an address that is not one of a broker" : nil
    }

    /// The names and values of these options in librdkafka.
    private var settings: [(name: String, value: String)] {
        var settings = [
            ("bootstrap.servers", servers.joined(separator: ",")), ("client.id", "perilune"),
            ("reconnect.backoff.max.ms", "10000"),
            // The time until a missing topic is found once it exists.
            ("topic.metadata.refresh.interval.ms", "10000"),
        ]
        let transport = isSecure ? "ssl" : "plaintext"
        settings.append(("security.protocol", user == nil ? transport : "sasl_\(transport)"))
        if let user {
            settings += [
                ("sasl.mechanism", mechanism.rawValue), ("sasl.username", user.name),
                ("sasl.password", user.password.reveal()),
            ]
        }
        if let caFile { settings.append(("ssl.ca.location", caFile)) }
        if let certificate {
            settings += [
                ("ssl.certificate.location", certificate.file),
                ("ssl.key.location", certificate.keyFile),
            ]
        }
        return settings
    }

    /// Creates a client with these options and others; failures are collected in `log`.
    func client(
        _ type: rd_kafka_type_t, _ others: [(name: String, value: String)],
        _ failures: KafkaFailures,
        prepare: (OpaquePointer) -> Void
    ) throws(PeriluneError) -> OpaquePointer {
        try KafkaLibrary.load()
        guard let configuration = rd_kafka_conf_new() else { throw Self.memory }
        var text = [CChar](repeating: 0, count: 512)
        for (name, value) in settings + others {
            let status = rd_kafka_conf_set(configuration, name, value, &text, text.count)
            guard status == RD_KAFKA_CONF_OK else {
                rd_kafka_conf_destroy(configuration)
                throw Self.unusable(text)
            }
        }
        // Otherwise, librdkafka would write to standard error.
        rd_kafka_conf_set_log_cb(configuration, nil)
        rd_kafka_conf_set_opaque(configuration, Unmanaged.passUnretained(failures).toOpaque())
        rd_kafka_conf_set_error_cb(configuration, noteFailure)
        prepare(configuration)
        guard let client = rd_kafka_new(type, configuration, &text, text.count) else {
            rd_kafka_conf_destroy(configuration)
            throw Self.unusable(text)
        }
        return client
    }

    private static var memory: PeriluneError {
        PeriluneError("kafka.connection", "out of memory for a connection to Kafka")
    }

    private static func unusable(_ text: [CChar]) -> PeriluneError {
        let end = text.firstIndex(of: 0) ?? text.endIndex
        let said = String(decoding: text[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return PeriluneError(
            "kafka.configuration", "cannot use the settings: \(Redaction.redact(said))",
            hint: "check plugins.kafka, and the files that it names")
    }
}

/// Called during a poll, on the polling thread.
private let noteFailure:
    @Sendable @convention(c) (
        OpaquePointer?, Int32, UnsafePointer<CChar>?, UnsafeMutableRawPointer?
    ) -> Void = { _, status, text, context in
        guard let context else { return }
        Unmanaged<KafkaFailures>.fromOpaque(context).takeUnretainedValue().report(
            KafkaFailure(
                rd_kafka_resp_err_t(rawValue: status), text.map { String(cString: $0) } ?? ""))
    }
