import CKafka
import PeriluneCore
import Synchronization

/// The failures that a client has noticed in the background, after which it tries again by itself.
class KafkaFailures: @unchecked Sendable {
    private struct State {
        var waiting: [PeriluneError] = []
        /// The last network failure.
        var transport = ""
        /// When errors were last reported, by code.
        var lastReports: [String: ContinuousClock.Instant] = [:]
    }

    private let servers: String
    private let state = Mutex(State())

    /// The minimum time between reports of the same error, which librdkafka repeats many times a second.
    private static let pause: Duration = .seconds(30)

    init(_ options: KafkaConnectionOptions) { servers = options.servers.joined(separator: ", ") }

    /// Adds a failure; a network failure only if no broker is reachable.
    func report(_ failure: KafkaFailure) {
        state.withLock { state in
            guard failure.isTransport else {
                add(failure.error("Kafka at \(servers) reports a failure"), to: &state)
                return
            }
            if failure.status != RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN {
                state.transport = failure.detail
                return
            }
            let detail = state.transport.isEmpty ? failure.detail : state.transport
            let error = KafkaFailure(failure.status, detail).error(
                "cannot reach Kafka at \(servers)")
            add(error, to: &state)
        }
    }

    private func add(_ error: PeriluneError, to state: inout State) {
        let key = "\(error.code.rawValue) \(error.hint ?? "")"
        let now = ContinuousClock.now
        if let last = state.lastReports[key], now - last < Self.pause { return }
        state.lastReports[key] = now
        state.waiting.append(error)
    }

    /// The errors since the last call.
    func drain() -> [PeriluneError] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// The last network failure, for errors caused by it; empty if there was none.
    var transport: String { state.withLock(\.transport) }
}
