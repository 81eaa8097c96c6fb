import CKafka
import CPeriluneLoading
package import PeriluneCore

/// librdkafka, which is loaded when it is first needed.
package enum KafkaLibrary {
    /// Loads the library once; none of its functions may be called before.
    ///
    /// - Throws: `kafka.library`, which names the package that provides it.
    package static func load() throws(PeriluneError) {
        guard let problem = perilune_load_kafka() else { return }
        throw PeriluneError(
            "kafka.library", "cannot load librdkafka: \(String(cString: problem))",
            hint: "install the package librdkafka1")
    }
}

/// A failure reported by librdkafka.
struct KafkaFailure: Sendable {
    let status: rd_kafka_resp_err_t
    /// What failed and why; empty if only the status is known.
    let detail: String

    init(_ status: rd_kafka_resp_err_t, _ detail: String = "") {
        self.status = status
        self.detail = detail
    }

    /// Whether it is a network failure, after which librdkafka tries again by itself.
    var isTransport: Bool {
        [
            RD_KAFKA_RESP_ERR__TRANSPORT, RD_KAFKA_RESP_ERR__RESOLVE, RD_KAFKA_RESP_ERR__TIMED_OUT,
            RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN,
        ].contains(status)
    }

    /// The failure as an error.
    func error(_ message: String) -> PeriluneError {
        let (code, hint) = Self.meaning(of: status)
        let said = detail.isEmpty ? String(cString: rd_kafka_err2str(status)) : detail
        return PeriluneError(code, "\(message): \(Redaction.redact(said))", hint: hint)
    }

    private static func meaning(
        of status: rd_kafka_resp_err_t
    ) -> (PeriluneError.Code, hint: String?) {
        switch status {
        case RD_KAFKA_RESP_ERR__AUTHENTICATION, RD_KAFKA_RESP_ERR_SASL_AUTHENTICATION_FAILED,
            RD_KAFKA_RESP_ERR_UNSUPPORTED_SASL_MECHANISM:
            ("kafka.connection", "check user, password and mechanism in plugins.kafka")
        case RD_KAFKA_RESP_ERR__SSL:
            ("kafka.connection", "check plugins.kafka.tls, and the certificates of the brokers")
        case RD_KAFKA_RESP_ERR__TRANSPORT, RD_KAFKA_RESP_ERR__RESOLVE,
            RD_KAFKA_RESP_ERR__TIMED_OUT, RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN,
            RD_KAFKA_RESP_ERR__MSG_TIMED_OUT:
            ("kafka.connection", "check that the brokers run at these addresses")
        case RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART, RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC,
            RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION, RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION:
            ("kafka.topic", "create the topic, or correct its name")
        case RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED,
            RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED,
            RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED,
            RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED:
            ("kafka.denied", "grant the user of plugins.kafka access to the topic and the group")
        case RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE, RD_KAFKA_RESP_ERR_INVALID_MSG_SIZE,
            RD_KAFKA_RESP_ERR_INVALID_MSG, RD_KAFKA_RESP_ERR_INVALID_RECORD:
            ("kafka.refused", nil)
        default: ("kafka.failed", nil)
        }
    }
}
