import CKafka
import Synchronization

/// Collects the delivery reports for the messages of a producer.
final class KafkaReports: KafkaFailures, @unchecked Sendable {
    private struct State {
        var first = 0
        var statuses: [rd_kafka_resp_err_t?] = []
        var waiting = 0
    }

    private let state = Mutex(State())

    /// Begins to wait for the reports of messages with these numbers.
    func begin(_ first: Int, count: Int) {
        state.withLock {
            $0 = State(
                first: first, statuses: Array(repeating: nil, count: count), waiting: count)
        }
    }

    /// Adds the report for a message.
    func complete(_ number: Int, with status: rd_kafka_resp_err_t) {
        state.withLock { state in
            let index = number - state.first
            guard state.statuses.indices.contains(index), state.statuses[index] == nil else {
                return
            }
            state.statuses[index] = status
            state.waiting -= 1
        }
    }

    /// Whether some messages have no report yet.
    var isWaiting: Bool { state.withLock { $0.waiting > 0 } }

    /// The reports, in the order of the messages.
    var statuses: [rd_kafka_resp_err_t?] { state.withLock(\.statuses) }
}

/// Called during a poll, on the polling thread.
let noteReport:
    @Sendable @convention(c) (
        OpaquePointer?, UnsafePointer<rd_kafka_message_t>?, UnsafeMutableRawPointer?
    ) -> Void = { _, message, context in
        guard let message = message?.pointee, let context else { return }
        Unmanaged<KafkaReports>.fromOpaque(context).takeUnretainedValue()
            .complete(Int(bitPattern: message._private), with: message.err)
    }
