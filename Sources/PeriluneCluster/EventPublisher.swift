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

    /// The maximum number of messages that wait for the server's answer; the limit of bytes is approximate.
    private static let window = 256
    private static let bytes = 8 << 20
    /// The approximate number of events that are published together.
    private static let eventWindow = 2048
    private static let timeout: Duration = .seconds(5)
    /// How long a failure is remembered if no further event is published.
    private static let memory: Duration = .seconds(5)

    package init(_ cluster: Cluster, lanes: Int) {
        self.cluster = cluster
        self.lanes = lanes
    }

    /// The error of the last attempt to publish, for five seconds or until events are stored again.
    package var failure: PeriluneError? {
        state.withLock { state in
            state.failure.flatMap { ContinuousClock.now - $0.time < Self.memory ? $0.error : nil }
        }
    }

    /// Queues events for publishing in order, together with those of other requests.
    ///
    /// An event that is too large makes only its own request fail.
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
            // An event that is too large says nothing about the others.
            let failure = outcomes.lazy.compactMap(\.self).first { $0.code != Self.size }
            state.withLock { $0.failure = failure.map { ($0, .now) } }
            for (request, error) in zip(requests, outcomes) { request.finish(error) }
        }
    }

    /// Removes and returns requests whose events can be published together; at least one.
    private func next() -> [ForwardedEvents]? {
        state.withLock { state in
            var count = 0
            let requests = state.waiting.prefix { request in
                defer { count += request.items.count }
                return count == 0 || count + request.items.count <= Self.eventWindow
            }
            state.waiting.removeFirst(requests.count)
            if requests.isEmpty { state.isRunning = false }
            return requests.isEmpty ? nil : Array(requests)
        }
    }

    private static let size: PeriluneError.Code = "event.size"

    /// Publishes the events of requests; returns the error of each request.
    private func publish(_ requests: [ForwardedEvents]) async -> [PeriluneError?] {
        do throws(PeriluneError) {
            return try await onOwnThread { [self] () throws(PeriluneError) in
                let (publisher, limit) = try connection()
                var outcomes: [PeriluneError?] = []
                var queues: [Queue] = []
                for (index, request) in requests.enumerated() {
                    if request.items.contains(where: { $0.json.count > limit }) {
                        outcomes.append(Self.tooLarge(limit))
                        continue
                    }
                    do throws(PeriluneError) {
                        queues += try cluster.messages(request.items, lanes: lanes, limit: limit)
                            .map { Queue(request: index, messages: $0[...]) }
                        outcomes.append(nil)
                    } catch {
                        outcomes.append(error)
                    }
                }
                while !queues.isEmpty {
                    try publish(&queues, with: publisher, &outcomes)
                    queues.removeAll { $0.messages.isEmpty }
                }
                return outcomes
            }
        } catch {
            connected.withLock { $0 = nil }
            return requests.map { _ in error }
        }
    }

    /// The messages of one request for one lane.
    ///
    /// Each is published after the previous one was stored. If a server loses a message, no later one is stored
    /// before the sender repeats the request, so the order of events is kept.
    private struct Queue {
        let request: Int
        var messages: ArraySlice<NATSPublisher.Message>
    }

    /// Publishes and removes the first message of each queue.
    private func publish(
        _ queues: inout [Queue], with publisher: NATSPublisher, _ outcomes: inout [PeriluneError?]
    ) throws(PeriluneError) {
        var start = 0
        while start < queues.count {
            var (end, size) = (start, 0)
            while end < queues.count, end - start < Self.window, end == start || size < Self.bytes {
                size += queues[end].messages.first?.data.count ?? 0
                end += 1
            }
            let part = start..<end
            let errors = try publisher.publish(
                part.compactMap { queues[$0].messages.first }, timeout: Self.timeout)
            for (index, error) in zip(part, errors) {
                queues[index].messages.removeFirst()
                guard let error else { continue }
                queues[index].messages = []
                // Another attempt would be refused as well.
                let told = error.code == "nats.refused" ? Self.refused(error) : error
                outcomes[queues[index].request] = outcomes[queues[index].request] ?? told
            }
            start = end
        }
    }

    private static func refused(_ error: PeriluneError) -> PeriluneError {
        PeriluneError(
            size, "the servers of the cluster refuse an event: \(error.message)", hint: error.hint)
    }

    private static func tooLarge(_ limit: Int) -> PeriluneError {
        PeriluneError(
            size, "an event of a cluster may have at most \(limit) bytes",
            hint: "raise max_payload of the NATS servers")
    }

    private func connection() throws(PeriluneError) -> (NATSPublisher, Int) {
        if let known = connected.withLock(\.self) { return known }
        let connection = try NATSConnection(cluster.connection)
        let new = (try NATSPublisher(connection), cluster.maximumEventSize(connection))
        connected.withLock { $0 = new }
        return new
    }
}
