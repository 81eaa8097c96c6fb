import CKafka
import PeriluneCore
import Synchronization

/// What a client has noticed in the background: it tries again by itself.
class KafkaFailures: @unchecked Sendable {
    private struct State {
        var waiting: [PeriluneError] = []
        /// The last failure of the network.
        var transport = ""
        /// When errors were told last, by their codes.
        var told: [String: ContinuousClock.Instant] = [:]
    }

    private let servers: String
    private let state = Mutex(State())

    /// The client repeats itself many times a second.
    private static let pause: Duration = .seconds(30)

    init(_ options: KafkaConnectionOptions) { servers = options.servers.joined(separator: ", ") }

    /// Keeps a failure until it is taken; one of the network only when no broker is left.
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
        if let last = state.told[key], now - last < Self.pause { return }
        state.told[key] = now
        state.waiting.append(error)
    }

    /// The errors since the last call.
    func drain() -> [PeriluneError] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// The last failure of the network, for errors that come of it; empty if there was none.
    var transport: String { state.withLock(\.transport) }
}
