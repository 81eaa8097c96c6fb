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

    /// The most messages, and about how many bytes, that wait for the answer of the server.
    private static let window = 256
    private static let bytes = 8 << 20
    /// About how many events are published in one go.
    private static let eventWindow = 2048
    private static let timeout: Duration = .seconds(5)
    /// How long a failure counts if no event comes.
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

    /// Queues events and returns; they are published in order, many requests at a time.
    ///
    /// An event that is too large fails its request only.
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
            // An event that is too large says nothing of the others.
            let failure = outcomes.lazy.compactMap(\.self).first { $0.code != Self.size }
            state.withLock { $0.failure = failure.map { ($0, .now) } }
            for (request, error) in zip(requests, outcomes) { request.finish(error) }
        }
    }

    /// Requests whose events fit into one go; at least one.
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

    /// What went wrong with each request.
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

    /// Messages of one request for one lane.
    ///
    /// One is published when the one before is stored. If a server loses a message, none behind it is stored before the
    /// sender repeats the request, so that the order of the events stays.
    private struct Queue {
        let request: Int
        var messages: ArraySlice<NATSPublisher.Message>
    }

    /// Publishes the first message of each queue, and removes it.
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
                // Sent again, it would be refused again.
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
