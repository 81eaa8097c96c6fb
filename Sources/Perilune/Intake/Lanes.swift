internal import PeriluneCore
internal import PeriluneJSON
internal import Synchronization

/// Events on their way to the workers, in order by key.
///
/// While a worker decides a batch, the next one gathers.
final class Lanes: OrderGate {
    private final class Lane: Sendable {
        let queue = Mutex(Queue())
    }

    private struct Queue {
        var events: [LiveEvent] = []
        var isRunning = false
    }

    /// Whether events go through, and in which order.
    private struct Gate {
        var order: EventOrder
        /// Closed while the order changes.
        var isChanging = false
        /// Closed to new events, while events from before the start are processed.
        var isRecovering = false
        /// Closed for good.
        var isHalted = false
        /// What came while it was closed.
        var held: [LiveEvent] = []
        var isClosed: Bool { isChanging || isRecovering }
        let reader = JSONEvent(numbersTypes: false)
    }

    private let host: Host
    private let gate: Mutex<Gate>
    private let recent: RecentEvents?
    private let lanes: [Lane]
    private let services: LiveServices

    /// Events that a worker decides at a stretch: what waits for an answer gets its turn in between.
    private let batch: Int
    private static let usualBatch = 256
    /// How long events gather behind a batch, microseconds.
    ///
    /// A stream of single events would else wake the worker for each, which costs more than deciding it. The
    /// first event after a silence does not wait, nor does one whose sender waits for the decision.
    private static let gathering = 500

    init(
        _ host: Host, recent: RecentEvents?, batch: Int? = nil, _ services: LiveServices
    ) {
        self.host = host
        self.services = services
        self.recent = recent
        self.batch = batch ?? Self.usualBatch
        gate = Mutex(Gate(order: host.order))
        lanes = (0..<max(1, host.options.workers)).map { _ in Lane() }
    }

    var count: Int { lanes.count }

    /// Adds events; those that are urgent do not wait until others gather.
    func add(_ events: [LiveEvent], urgent: Bool = false) {
        recent?.add(events)
        // Under the lock until they are in their lanes: none may be on its way while the order changes.
        gate.withLock { gate in
            if gate.isHalted { return }
            if gate.isClosed { gate.held += events } else { distribute(events, urgent, &gate) }
        }
    }

    private func distribute(_ events: [LiveEvent], _ urgent: Bool, _ gate: inout Gate) {
        if lanes.count == 1 { return add(events, to: 0, urgent) }
        for event in events { add([event], to: lane(of: event, &gate), urgent) }
    }

    /// Lets the workers call the timers that are due though no event comes, unless the order of events is changing.
    func callTimers() {
        gate.withLock { gate in
            if gate.isClosed || gate.isHalted { return }
            for number in lanes.indices {
                host.worker(number).perform { worker in
                    worker.callTimers(at: .now, self.services)
                }
            }
        }
    }

    /// Lets no event through any more, and forgets those that wait for their worker.
    func halt() {
        gate.withLock { gate in
            gate.isHalted = true
            gate.held = []
        }
        for lane in lanes { lane.queue.withLock { $0.events = [] } }
    }

    /// Lets only events of ``recover(_:)`` through; new events wait.
    func beginRecovery() { gate.withLock { $0.isRecovering = true } }

    /// Adds events from before the start.
    func recover(_ events: [LiveEvent]) async {
        recent?.add(events)
        while !Task.isCancelled {
            let isDone = gate.withLock { gate in
                if gate.isHalted { return true }
                if !gate.isChanging { distribute(events, false, &gate) }
                return !gate.isChanging
            }
            if isDone { return }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Lets through the events that waited, and new ones.
    func endRecovery() {
        gate.withLock { gate in
            gate.isRecovering = false
            release(&gate)
        }
    }

    func close() async {
        gate.withLock { $0.isChanging = true }
        while lanes.contains(where: { $0.queue.withLock(\.isRunning) }) {
            try? await Task.sleep(for: .milliseconds(1))
        }
    }

    func open(_ order: EventOrder) {
        gate.withLock { gate in
            gate.order = order
            gate.isChanging = false
            release(&gate)
        }
    }

    private func release(_ gate: inout Gate) {
        if gate.isClosed || gate.isHalted { return }
        distribute(gate.held, false, &gate)
        gate.held = []
    }

    /// The key may be of the order before: it was made when the event was received.
    private func lane(of event: LiveEvent, _ gate: inout Gate) -> Int {
        if lanes.count == 1 { return 0 }
        var key = event.key
        if event.order != gate.order.number {
            let isRead =
                (try? gate.reader.read(
                    copy: event.json, trusted: event.isChecked, index: event.index)) != nil
            key = isRead ? gate.reader.key(gate.order.ordering) : 0
        }
        return Int(key % UInt64(lanes.count))
    }

    private func add(_ events: [LiveEvent], to number: Int, _ urgent: Bool) {
        let isRunning = lanes[number].queue.withLock { queue in
            if queue.events.isEmpty { queue.events = events } else { queue.events += events }
            defer { queue.isRunning = true }
            return queue.isRunning
        }
        if !isRunning { return run(number) }
        // Work for the thread ends its pause.
        if urgent { host.worker(number).perform { _ in } }
    }

    /// Lets the worker decide a batch, then whatever else waits for its thread, then the next batch.
    private func run(_ number: Int) {
        host.worker(number).perform { worker in
            guard let batch = self.next(number) else { return }
            worker.decide(batch, self.services)
            if batch.count < self.batch { worker.pause(microseconds: Self.gathering) }
            self.run(number)
        }
    }

    private func next(_ number: Int) -> [LiveEvent]? {
        lanes[number].queue.withLock { queue in
            if queue.events.isEmpty {
                queue.isRunning = false
                return nil
            }
            if queue.events.count <= batch {
                defer { queue.events = [] }
                return queue.events
            }
            defer { queue.events.removeFirst(batch) }
            return Array(queue.events.prefix(batch))
        }
    }
}
