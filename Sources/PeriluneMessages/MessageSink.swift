package import PeriluneCore
package import PeriluneFiles
import PeriluneHTTP
import Synchronization

/// How values become messages, and who publishes them.
package struct MessagePublishing<Publisher: Sendable, Message: Sendable>: Sendable {
    /// The code of errors of messages that will never be accepted.
    let refusal: PeriluneError.Code
    let message: @Sendable (SinkValue) throws(PeriluneError) -> Message
    let order: (@Sendable (Message) -> String)?
    let connect: @Sendable () throws(PeriluneError) -> Publisher
    let publish: @Sendable (Publisher, [Message]) throws(PeriluneError) -> [PeriluneError?]

    /// Makes an outlet whose publisher is made when it is first needed, and again after it has thrown an error.
    ///
    /// `order` gives what messages have in common that keep their order: each is published when the one before it is
    /// stored. Without it, a message may be stored although one before it is not. `publish` answers what went wrong
    /// with each message, and `nil` for one that is stored. It blocks.
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
package final class MessageSink<Publisher: Sendable, Message: Sendable>: RecordSink {
    /// The name of the output in the configuration.
    package let name: String
    private let outlet: MessagePublishing<Publisher, Message>
    private let rejected: RejectedValues?
    private let state = Mutex(State())

    private struct State {
        var publisher: Publisher?
        /// The numbers of the batch in hand that are stored.
        var sequence = ""
        var stored: Set<Int64> = []
    }

    /// The most messages that wait for an answer.
    private let window = 256

    package init(
        name: String, _ outlet: MessagePublishing<Publisher, Message>, rejected: RejectedValues?
    ) {
        self.name = name
        self.outlet = outlet
        self.rejected = rejected
    }

    /// Publishes the values of a batch that are not stored yet, on a thread of its own.
    ///
    /// A value that the receiver refuses goes to the file of rejected values, if there is one.
    ///
    /// - Throws: The first error; values after it may be stored, and are then not published again.
    package func write(_ batch: RecordBatch) async throws {
        // Calls of the library block.
        try await onOwnThread { [self] () throws(PeriluneError) in try publish(batch) }
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

    /// With an order, the first value of each key, then the second ones, and so on: an error ends the batch before those
    /// behind it.
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

/// What the messages of a sink are.
package enum SinkMessageFormat: String, CaseIterable, Sendable {
    /// The value.
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
