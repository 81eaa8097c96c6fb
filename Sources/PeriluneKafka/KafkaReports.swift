import CKafka
import Synchronization

/// What brokers answer to the messages that a producer has sent.
final class KafkaReports: KafkaFailures, @unchecked Sendable {
    private struct State {
        var first = 0
        var statuses: [rd_kafka_resp_err_t?] = []
        var waiting = 0
    }

    private let state = Mutex(State())

    /// Waits for messages with these numbers, and for no others.
    func begin(_ first: Int, count: Int) {
        state.withLock {
            $0 = State(
                first: first, statuses: Array(repeating: nil, count: count), waiting: count)
        }
    }

    /// Takes the answer to a message.
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

    /// Whether some have no answer.
    var isWaiting: Bool { state.withLock { $0.waiting > 0 } }

    /// The answers, in the order of the messages.
    var statuses: [rd_kafka_resp_err_t?] { state.withLock(\.statuses) }
}

/// Called in a poll, on the thread that polls.
let noteReport:
    @Sendable @convention(c) (
        OpaquePointer?, UnsafePointer<rd_kafka_message_t>?, UnsafeMutableRawPointer?
    ) -> Void = { _, message, context in
        guard let message = message?.pointee, let context else { return }
        Unmanaged<KafkaReports>.fromOpaque(context).takeUnretainedValue()
            .complete(Int(bitPattern: message._private), with: message.err)
    }
