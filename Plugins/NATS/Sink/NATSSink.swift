import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import PeriluneNATS
import Synchronization

/// Publishes values, with ids by which a stream ignores repetitions.
///
/// After an error, the host writes the batch again; values that a stream has stored are not published again.
final class NATSSink: RecordSink {
    /// What messages are.
    enum Format: String, CaseIterable {
        case json
        case cloudevents
    }

    /// Where messages go, and how they look.
    struct Target: Sendable {
        let subject: SubjectTemplate
        let format: Format
        /// Whether a stream has to store them.
        let isStored: Bool
        let timeout: Duration
        /// Whether a value is published only when the one before it with the same subject is stored.
        var isOrdered = false
    }

    let name: String
    private let target: Target
    private let options: NATSConnectionOptions
    private let rejected: RejectedValues?
    private let state = Mutex(State())

    private struct State {
        var publisher: NATSPublisher?
        /// The numbers of the batch in hand that are stored.
        var sequence = ""
        var stored: Set<Int64> = []
    }

    /// The most messages that wait for the answer of a stream.
    private static let window = 256

    init(
        name: String, _ target: Target, _ options: NATSConnectionOptions, rejected: RejectedValues?
    ) {
        self.name = name
        self.target = target
        self.options = options
        self.rejected = rejected
    }

    func write(_ batch: RecordBatch) async throws {
        // Calls of the library block.
        try await onOwnThread { [self] () throws(PeriluneError) in try publish(batch) }
    }

    private func publish(_ batch: RecordBatch) throws(PeriluneError) {
        let stored = state.withLock { state in
            if state.sequence != batch.sequence { state.stored = [] }
            state.sequence = batch.sequence
            return state.stored
        }
        var values: [Item] = []
        for value in batch.values(after: 0) where !stored.contains(value.number) {
            values.append(Item(value: value, message: try message(value)))
        }
        for part in target.isOrdered ? Self.rounds(values) : [values] {
            for start in stride(from: 0, to: part.count, by: Self.window) {
                try publish(part[start..<min(start + Self.window, part.count)])
            }
        }
        state.withLock { $0.stored = [] }
    }

    private typealias Item = (value: SinkValue, message: NATSPublisher.Message)

    /// The first value of each subject, then the second ones, and so on: an error ends the batch before those behind it.
    private static func rounds(_ values: [Item]) -> [[Item]] {
        var (rounds, counts): ([[Item]], [String: Int]) = ([], [:])
        for value in values {
            let number = counts[value.message.subject, default: 0]
            counts[value.message.subject] = number + 1
            if number == rounds.count { rounds.append([]) }
            rounds[number].append(value)
        }
        return rounds
    }

    private func publish(_ values: ArraySlice<Item>) throws(PeriluneError) {
        let messages = values.map(\.message)
        let outcomes: [PeriluneError?]
        do throws(PeriluneError) {
            let publisher = try connectedPublisher()
            outcomes =
                target.isStored
                ? try publisher.publish(messages, timeout: target.timeout)
                : try publisher.publishUnstored(messages, timeout: target.timeout)
        } catch {
            state.withLock { $0.publisher = nil }
            throw error
        }
        var failure: PeriluneError?
        for ((value, _), error) in zip(values, outcomes) {
            if let error {
                guard error.code == "nats.refused", let rejected else {
                    failure = failure ?? error
                    continue
                }
                try rejected.append(value, of: name, because: error)
            }
            state.withLock { _ = $0.stored.insert(value.number) }
        }
        if let failure { throw failure }
    }

    private func message(_ value: SinkValue) throws(PeriluneError) -> NATSPublisher.Message {
        let isEvent = target.format == .cloudevents
        return NATSPublisher.Message(
            try target.subject.subject(of: value.json),
            headers: [
                ("Nats-Msg-Id", value.id),
                ("Content-Type", isEvent ? "application/cloudevents+json" : "application/json"),
            ], data: isEvent ? value.event(of: name) : Array(value.json))
    }

    private func connectedPublisher() throws(PeriluneError) -> NATSPublisher {
        if let publisher = state.withLock(\.publisher) { return publisher }
        let publisher = try NATSPublisher(NATSConnection(options))
        state.withLock { $0.publisher = publisher }
        return publisher
    }
}
