import PeriluneCore
import PeriluneHTTP
import PeriluneMessages
import PeriluneNATS

/// Takes messages from a server to the host, until the connection is lost.
final class MessageConsumer: Sendable {
    private let settings: NATSSource.Settings
    private let connection: NATSConnection
    private let subscription: NATSSubscription
    private let deadLetters: DeadLetters?

    /// The most messages that are stored in one transaction.
    private static let batch = 256
    /// The time in milliseconds that a call waits for messages, and so the maximum delay of a stop.
    private static let wait: Int64 = 250

    /// Connects; it blocks.
    init(_ settings: NATSSource.Settings, _ options: NATSConnectionOptions) throws(PeriluneError) {
        self.settings = settings
        let connection = try NATSConnection(options)
        self.connection = connection
        subscription = try Self.subscribe(settings, connection)
        deadLetters = try settings.dead.map { subject throws(PeriluneError) in
            DeadLetters(subject, try NATSPublisher(connection))
        }
    }

    private static func subscribe(
        _ settings: NATSSource.Settings, _ connection: NATSConnection
    ) throws(PeriluneError) -> NATSSubscription {
        guard let stream = settings.stream else {
            return try NATSSubscription(
                connection, subject: settings.subject ?? ">", group: settings.group)
        }
        let streams = try NATSStreams(connection)
        if !(try streams.hasStream(stream)) {
            guard settings.creates else {
                throw PeriluneError(
                    "nats.stream", "the server has no stream '\(stream)'",
                    hint: "create it, or set create = true for the source")
            }
            try streams.createStream(stream, subject: settings.subject ?? stream)
        }
        return try streams.subscribe(
            stream: stream, consumer: settings.group, subject: settings.subject)
    }

    /// Runs until the task is cancelled.
    ///
    /// - Throws: If the connection is lost.
    func run(_ host: SourceHost) async throws(PeriluneError) {
        var dropped: Int64 = 0
        while !Task.isCancelled {
            let messages = try await onOwnThread { [subscription] () throws(PeriluneError) in
                try subscription.fetch(Self.batch, milliseconds: Self.wait)
            }
            if !messages.isEmpty { try await handle(messages, host) }
            let count = subscription.dropped - dropped
            if count > 0 { host.report(.dropped(count, settings.subject ?? "")) }
            dropped += count
        }
        // Answers that are on their way save the next member the repetition.
        try? await onOwnThread { [connection] () throws(PeriluneError) in
            try connection.flush(milliseconds: 500)
        }
    }

    private func handle(_ messages: [NATSMessage], _ host: SourceHost) async throws(PeriluneError) {
        var decoded = DecodedMessages(
            messages.map(\.received), MessageDecoder(settings.messages),
            hasDeadLetters: deadLetters != nil)
        if let deadLetters, !decoded.dead.isEmpty {
            let letters = decoded.dead.map { (message: messages[$0.index], error: $0.error) }
            var refusals: [PeriluneError?] = []
            try await persist(messages, host) { () async throws(PeriluneError) in
                refusals = try await onOwnThread { () throws(PeriluneError) in
                    try deadLetters.publish(letters)
                }
            }
            for ((message, error), refusal) in zip(letters, refusals) {
                if refusal != nil { decoded.quarantine(message.received, error) }
                let place = message.position.map { "message \($0.sequence) of \($0.stream)" }
                host.report(
                    DeadLetter.sent(
                        error, place ?? "a message", to: settings.dead ?? "", refusal: refusal))
            }
        }
        try await persist(messages, host) { () async throws(PeriluneError) in
            try await host.deliver(decoded.deliveries)
        }
        let dead = Set(decoded.dead.map(\.index))
        for (index, message) in messages.enumerated() {
            message.answer(dead.contains(index) ? .terminated : .acknowledged)
        }
    }

    /// Tries until it succeeds: meanwhile nothing is fetched, and the server keeps the messages for this consumer.
    ///
    /// - Throws: If the task is cancelled; the server may deliver the messages again at once.
    private func persist(
        _ messages: [NATSMessage], _ host: SourceHost,
        _ body: () async throws(PeriluneError) -> Void
    ) async throws(PeriluneError) {
        var lastSign = ContinuousClock.now
        do throws(PeriluneError) {
            try await host.persist(
                isFinal: { $0.code == "nats.connection" },
                wait: { pause in
                    if ContinuousClock.now - lastSign > NATSStreams.acknowledgementTime / 3 {
                        lastSign = .now
                        for message in messages { message.answer(.inProgress) }
                    }
                    try? await Task.sleep(for: pause)
                }, body)
        } catch {
            for message in messages { message.answer(.released) }
            throw error
        }
    }
}

extension PeriluneError {
    fileprivate static func dropped(_ count: Int64, _ subject: String) -> PeriluneError {
        PeriluneError(
            "nats.dropped",
            "\(count) messages of '\(subject)' were lost: they arrived faster than they could be stored",
            hint: "let a stream store the subject, and name the stream in the source")
    }
}
