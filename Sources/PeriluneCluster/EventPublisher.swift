package import Perilune
package import PeriluneCore
import PeriluneHTTP
import PeriluneNATS
import Synchronization

/// Publishes the events of requests to the lanes of a cluster.
package final class EventPublisher: EventForwarder {
    private struct State {
        var waiting: [ForwardedEvents] = []
        var isRunning = false
        var failure: (error: PeriluneError, time: ContinuousClock.Instant)?
    }

    private let cluster: Cluster
    private let lanes: Int
    private let state = Mutex(State())
    private let connected = Mutex<(publisher: NATSPublisher, eventSize: Int)?>(nil)

    /// The most messages that wait for the answer of the server.
    private static let window = 256
    private static let timeout: Duration = .seconds(5)
    /// How long a failure counts if no event comes.
    private static let memory: Duration = .seconds(5)

    package init(_ cluster: Cluster, lanes: Int) {
        self.cluster = cluster
        self.lanes = lanes
    }

    package var failure: PeriluneError? {
        state.withLock { state in
            state.failure.flatMap { ContinuousClock.now - $0.time < Self.memory ? $0.error : nil }
        }
    }

    package func forward(_ events: ForwardedEvents) {
        let isRunning = state.withLock { state in
            state.waiting.append(events)
            defer { state.isRunning = true }
            return state.isRunning
        }
        if !isRunning { Task { await run() } }
    }

    private func run() async {
        while let requests = next() {
            let outcomes = await publish(requests)
            let failure = outcomes.lazy.compactMap(\.self).first { $0.code != Self.size }
            state.withLock { $0.failure = failure.map { ($0, .now) } }
            for (request, error) in zip(requests, outcomes) { request.finish(error) }
        }
    }

    /// Requests that fit into the window; at least one.
    private func next() -> [ForwardedEvents]? {
        state.withLock { state in
            var count = 0
            let requests = state.waiting.prefix { request in
                defer { count += request.items.count }
                return count == 0 || count + request.items.count <= Self.window
            }
            state.waiting.removeFirst(requests.count)
            if requests.isEmpty { state.isRunning = false }
            return requests.isEmpty ? nil : Array(requests)
        }
    }

    private static let size: PeriluneError.Code = "event.size"

    /// What went wrong with each request.
    private func publish(_ requests: [ForwardedEvents]) async -> [PeriluneError?] {
        do throws(PeriluneError) {
            return try await onOwnThread { [self] () throws(PeriluneError) in
                let (publisher, limit) = try connection()
                var outcomes: [PeriluneError?] = requests.map { request in
                    request.items.contains { $0.json.count > limit }
                        ? PeriluneError(
                            Self.size, "an event of a cluster may have at most \(limit) bytes",
                            hint: "raise max_payload of the NATS servers") : nil
                }
                let owners = requests.indices.filter { outcomes[$0] == nil }
                    .flatMap { index in requests[index].items.map { (index, $0) } }
                for start in stride(from: 0, to: owners.count, by: Self.window) {
                    let part = owners[start..<min(start + Self.window, owners.count)]
                    let errors = try publisher.publish(
                        part.map { EventMessage.message($0.1, lanes: lanes, of: cluster) },
                        timeout: Self.timeout)
                    for ((index, _), error) in zip(part, errors) {
                        outcomes[index] = outcomes[index] ?? error
                    }
                }
                return outcomes
            }
        } catch {
            connected.withLock { $0 = nil }
            return requests.map { _ in error }
        }
    }

    private func connection() throws(PeriluneError) -> (NATSPublisher, Int) {
        if let known = connected.withLock(\.self) { return known }
        let connection = try NATSConnection(cluster.connection)
        let new = (try NATSPublisher(connection), cluster.maximumEventSize(connection))
        connected.withLock { $0 = new }
        return new
    }
}
