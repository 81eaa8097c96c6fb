import PeriluneCore
import PeriluneHTTP
import PeriluneKafka
import PeriluneMessages

/// Passes messages of topics to the host.
final class TopicReader: Sendable {
    private let settings: KafkaSource.Settings
    private let consumer: KafkaConsumer
    private let deadLetters: DeadLetters?

    /// The most messages that are stored in one transaction.
    private static let batch = 256
    /// The time that a call waits for messages, and so the maximum delay of a stop.
    private static let wait: Duration = .milliseconds(250)
    /// How long to wait for a broker at the end.
    private static let patience: Duration = .seconds(5)

    init(
        _ settings: KafkaSource.Settings, _ options: KafkaConnectionOptions
    ) throws(PeriluneError) {
        self.settings = settings
        deadLetters = try settings.dead.map { topic throws(PeriluneError) in
            try DeadLetters(topic, options)
        }
        consumer = try KafkaConsumer(settings.subscription, options)
    }

    /// Runs until the task is cancelled.
    ///
    /// - Throws: If the consumer cannot go on.
    func run(_ host: SourceHost) async throws(PeriluneError) {
        do throws(PeriluneError) {
            while !Task.isCancelled {
                let messages = try await onOwnThread { [consumer] () throws(PeriluneError) in
                    try consumer.poll(Self.batch, wait: Self.wait)
                }
                for error in consumer.takeErrors() { host.report(error) }
                if !messages.isEmpty { try await handle(messages, host) }
            }
        } catch {
            await close()
            if !Task.isCancelled { throw error }
            return
        }
        await close()
    }

    /// Leaves the group, for which librdkafka needs a broker; without one, it is left to try again by itself.
    private func close() async {
        // Not cancelled with this task, which usually is by now.
        await Task.detached { [consumer] in
            let (closing, end) = AsyncStream.makeStream(of: Void.self)
            Task {
                try? await onOwnThread { () throws(PeriluneError) in consumer.close() }
                end.finish()
            }
            let timer = Task {
                try? await Task.sleep(for: Self.patience)
                end.finish()
            }
            for await _ in closing {}
            timer.cancel()
        }.value
    }

    private func handle(_ messages: [KafkaMessage], _ host: SourceHost) async throws(PeriluneError)
    {
        var decoded = DecodedMessages(
            messages.map(\.received), MessageDecoder(settings.messages),
            hasDeadLetters: deadLetters != nil)
        // If the partitions are reassigned in the meantime, their new member reads the messages.
        if let deadLetters, !decoded.dead.isEmpty {
            let letters = decoded.dead.map { (message: messages[$0.index], error: $0.error) }
            try await persist(host) { [consumer] () async throws(PeriluneError) in
                guard consumer.holds(messages) else { return }
                let refusals = try await onOwnThread { () throws(PeriluneError) in
                    try deadLetters.publish(letters)
                }
                for ((message, error), refusal) in zip(letters, refusals) {
                    if refusal != nil { decoded.quarantine(message.received, error) }
                    host.report(
                        DeadLetter.sent(
                            error, message.place, to: deadLetters.topic, refusal: refusal))
                }
            }
        }
        try await persist(host) { [consumer] () async throws(PeriluneError) in
            guard consumer.holds(messages) else { return }
            try await host.deliver(decoded.deliveries)
            consumer.store(messages)
        }
    }

    /// Retries until it succeeds; in the meantime nothing is read, and the consumer remains in its group.
    private func persist(
        _ host: SourceHost, _ body: () async throws(PeriluneError) -> Void
    ) async throws(PeriluneError) {
        try await host.persist(
            isFinal: { _ in false },
            wait: { [consumer] pause throws(PeriluneError) in
                try await onOwnThread { () throws(PeriluneError) in try consumer.wait(pause) }
                for error in consumer.takeErrors() { host.report(error) }
            }, body)
    }
}
