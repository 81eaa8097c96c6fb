import PeriluneCore
import PeriluneHTTP
import PeriluneNATS

/// Reads the events of a lane, from the position in the lane's store.
///
/// The position is stored together with the events, so acknowledgements are not needed.
struct LaneSource: EventSource {
    let cluster: Cluster
    let lane: Int
    let progress: LaneProgress
    var name: String { cluster.source(of: lane) }

    /// The name of the position in the store.
    static let position = "events"
    /// The maximum number of messages to fetch at a time.
    private static let batch = 256
    /// The maximum number of events that one commit accepts, unless a single message has more.
    private static let events = 512
    /// How long a call waits for messages, in milliseconds; a stop may take as long.
    private static let wait: Int64 = 100
    /// The time without events after which the source checks whether it has missed any.
    private static let silence: Duration = .seconds(1)

    func run(
        _ deliver: @escaping @Sendable (EventDelivery) async throws(PeriluneError) -> Void
    ) async throws {
        throw PeriluneError("source.failed", "a lane needs a store for its position")
    }

    func run(in host: SourceHost) async throws {
        while !Task.isCancelled {
            do throws(PeriluneError) {
                try await read(host)
            } catch {
                if Task.isCancelled { return }
                host.report(error)
                try? await Task.sleep(for: .milliseconds(Int.random(in: 250...500)))
            }
        }
    }

    private func read(_ host: SourceHost) async throws(PeriluneError) {
        let stored = try host.positions().first { $0.name == Self.position }?.value
        var last = stored.flatMap(UInt64.init) ?? 0
        let (stream, subject, options) = (
            cluster.events, cluster.events(of: lane), cluster.connection
        )
        let next = last + 1
        let (connection, messages) = try await onOwnThread { () throws(PeriluneError) in
            let connection = try NATSConnection(options)
            let messages = try NATSStreams(connection)
                .read(stream: stream, subject: subject, from: next)
            return (connection, messages)
        }
        let limit = cluster.maximumEventSize(connection)
        var checked = ContinuousClock.now
        /// The last event at the previous check, if it had not arrived.
        var missing: UInt64?
        while !Task.isCancelled {
            let fetched = try await onOwnThread { () throws(PeriluneError) in
                try messages.fetch(Self.batch, milliseconds: Self.wait)
            }
            var rest = fetched[...]
            while !rest.isEmpty {
                let part = rest.prefix(commitCount(rest, limit))
                rest = rest.dropFirst(part.count)
                guard let position = part.last?.position else { continue }
                last = position.sequence
                let deliveries = part.flatMap { message in
                    EventMessage.deliveries(
                        message.data, message.headers,
                        time: message.position.map { $0.time / 1_000_000_000 })
                }
                try await store(deliveries, last, host)
                progress.read(through: last, behind: position.pending + UInt64(rest.count))
            }
            if !fetched.isEmpty {
                checked = .now
                missing = nil
            } else if ContinuousClock.now - checked > Self.silence {
                let end = try await end(connection)
                // An event that was published meanwhile arrives before the next check.
                if end > last, end == missing { throw stopped }
                missing = end > last ? end : nil
                progress.read(through: last, behind: 0)
                checked = .now
            }
        }
    }

    /// The number of messages to accept in one commit: at least one, because a message is not split.
    private func commitCount(_ messages: ArraySlice<NATSMessage>, _ limit: Int) -> Int {
        var (size, events, count) = (0, 0, 0)
        for message in messages {
            size += EventMessage.commitSize(message)
            events += EventMessage.eventCount(message.headers)
            if count > 0, size > limit || events > Self.events { break }
            count += 1
        }
        return count
    }

    /// The sequence number of the last event of the lane, or 0.
    private func end(_ connection: NATSConnection) async throws(PeriluneError) -> UInt64 {
        let (stream, subject) = (cluster.events, cluster.events(of: lane))
        return try await onOwnThread { () throws(PeriluneError) in
            try NATSStreams(connection).lastMessage(stream: stream, subject: subject)?.sequence ?? 0
        }
    }

    /// The error for a subscription that was lost without an error, as can happen after the loss of a server.
    private var stopped: PeriluneError {
        PeriluneError("nats.stream", "the stream '\(cluster.events)' stopped sending events")
    }

    /// Repeats until the host has stored the events; nothing is fetched meanwhile.
    private func store(
        _ deliveries: [EventDelivery], _ sequence: UInt64, _ host: SourceHost
    ) async throws(PeriluneError) {
        var pause: Duration = .milliseconds(5)
        var hasReported = false
        while true {
            do throws(PeriluneError) {
                return try await host.commit(
                    deliveries, [SourcePosition(Self.position, "\(sequence)")])
            } catch {
                if Task.isCancelled { throw error }
                if !hasReported { host.report(error) }
                hasReported = true
            }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(250))
        }
    }
}
