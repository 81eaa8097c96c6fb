package import PeriluneCore
package import PeriluneFiles
import PeriluneHTTP
import Synchronization

/// Converts values to messages and publishes them.
package struct MessagePublishing<Publisher: Sendable, Message: Sendable>: Sendable {
    /// The code of errors after which a message will never be accepted.
    let refusal: PeriluneError.Code
    let message: @Sendable (SinkValue) throws(PeriluneError) -> Message
    let order: (@Sendable (Message) -> String)?
    let connect: @Sendable () throws(PeriluneError) -> Publisher
    let publish: @Sendable (Publisher, [Message]) throws(PeriluneError) -> [PeriluneError?]

    /// Creates the publishing of a sink.
    ///
    /// The publisher is created on demand, and again after it has thrown an error. Messages with the same `order` are
    /// published one after the other; without it, a message may be stored although an earlier one is not. `publish`
    /// returns the error of each message, and `nil` for one that is stored. It blocks.
    package init(
        refusal: PeriluneError.Code,
        message: @escaping @Sendable (SinkValue) throws(PeriluneError) -> Message,
        order: (@Sendable (Message) -> String)? = nil,
        connect: @escaping @Sendable () throws(PeriluneError) -> Publisher,
        publish:
            @escaping @Sendable (Publisher, [Message]) throws(PeriluneError) -> [PeriluneError?]
    ) {
        self.refusal = refusal
        self.message = message
        self.order = order
        self.connect = connect
        self.publish = publish
    }
}

/// Publishes values as messages.
///
/// After an error, the host writes the batch again; values that are stored are not published again.
package final class MessageSink<Publisher: Sendable, Message: Sendable>: SteppingSink, NoticingSink
{
    /// The name of the output in the configuration.
    package let name: String
    private let outlet: MessagePublishing<Publisher, Message>
    private let rejected: RejectedValues?
    private let state = Mutex(State())

    private struct State {
        var publisher: Publisher?
        /// The sequence and the numbers of stored values in the current batch.
        var sequence = ""
        var stored: Set<Int64> = []
    }

    /// The maximum number of messages that wait for an answer.
    private let window = 256

    package init(
        name: String, _ outlet: MessagePublishing<Publisher, Message>, rejected: RejectedValues?
    ) {
        self.name = name
        self.outlet = outlet
        self.rejected = rejected
    }

    package var warnings: [String] { rejected?.warnings(of: name) ?? [] }

    /// Publishes the values of a batch that are not stored yet, on a thread of its own.
    ///
    /// A value that the receiver rejects is written to the file of rejected values, if there is one.
    ///
    /// - Throws: The first error; later values may be stored, and are then not published again.
    package func write(_ batch: RecordBatch) async throws {
        // Calls of the library block.
        try await onOwnThread { [self] () throws(PeriluneError) in try publish(batch) }
    }

    package func lastWritten(of batch: RecordBatch) -> Int64 {
        state.withLock { state in
            guard state.sequence == batch.sequence else { return 0 }
            var last = batch.first - 1
            while state.stored.contains(last + 1) { last += 1 }
            return last
        }
    }

    private func publish(_ batch: RecordBatch) throws(PeriluneError) {
        let stored = state.withLock { state in
            if state.sequence != batch.sequence { state.stored = [] }
            state.sequence = batch.sequence
            return state.stored
        }
        var items: [Item] = []
        for value in batch.values(after: 0) where !stored.contains(value.number) {
            items.append((value, try outlet.message(value)))
        }
        for round in rounds(of: items) {
            for start in stride(from: 0, to: round.count, by: window) {
                try publish(round[start..<min(start + window, round.count)])
            }
        }
        state.withLock { $0.stored = [] }
    }

    private typealias Item = (value: SinkValue, message: Message)

    /// Groups values for publishing.
    ///
    /// With an order, the first group has the first value of each key, the second group the second ones, and so on,
    /// so that an error ends the batch before later values of the key.
    private func rounds(of items: [Item]) -> [[Item]] {
        guard let order = outlet.order else { return [items] }
        var (rounds, counts): ([[Item]], [String: Int]) = ([], [:])
        for item in items {
            let key = order(item.message)
            let number = counts[key, default: 0]
            counts[key] = number + 1
            if number == rounds.count { rounds.append([]) }
            rounds[number].append(item)
        }
        return rounds
    }

    private func publish(_ items: ArraySlice<Item>) throws(PeriluneError) {
        let outcomes: [PeriluneError?]
        do throws(PeriluneError) {
            outcomes = try outlet.publish(try connectedPublisher(), items.map(\.message))
        } catch {
            state.withLock { $0.publisher = nil }
            throw error
        }
        var failure: PeriluneError?
        for ((value, _), error) in zip(items, outcomes) {
            if let error {
                guard error.code == outlet.refusal, let rejected else {
                    failure = failure ?? error
                    continue
                }
                try rejected.append(value, of: name, because: error)
            }
            state.withLock { _ = $0.stored.insert(value.number) }
        }
        if let failure { throw failure }
    }

    private func connectedPublisher() throws(PeriluneError) -> Publisher {
        if let publisher = state.withLock(\.publisher) { return publisher }
        let publisher = try outlet.connect()
        state.withLock { $0.publisher = publisher }
        return publisher
    }
}

/// The format of a sink's messages.
package enum SinkMessageFormat: String, CaseIterable, Sendable {
    /// The value as JSON.
    case json
    /// An event with the value as its data.
    case cloudevents

    /// The body of a message, and its media type.
    package func body(of value: SinkValue, _ output: String) -> (data: [UInt8], type: String) {
        switch self {
        case .json: (Array(value.json), "application/json")
        case .cloudevents: (value.event(of: output), "application/cloudevents+json")
        }
    }
}
