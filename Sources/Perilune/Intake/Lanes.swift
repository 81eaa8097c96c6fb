internal import PeriluneCore
internal import PeriluneJSON
internal import Synchronization

/// Queues of events for the workers, ordered by key.
///
/// While a worker processes a batch, the next one is collected.
final class Lanes: OrderGate {
    private final class Lane: Sendable {
        let queue = Mutex(Queue())
    }

    private struct Queue {
        var events: [LiveEvent] = []
        var isRunning = false
    }

    /// Whether events may pass, and in which order.
    private struct Gate {
        var order: EventOrder
        /// Whether the order is changing.
        var isChanging = false
        /// Whether events from before the start are processed, so that new events wait.
        var isRecovering = false
        /// Whether no event passes any more.
        var isHalted = false
        /// The events that came while the gate was closed.
        var held: [LiveEvent] = []
        var isClosed: Bool { isChanging || isRecovering }
        let reader = JSONEvent(numbersTypes: false)
    }

    private let host: Host
    private let gate: Mutex<Gate>
    private let recent: RecentEvents?
    private let lanes: [Lane]
    private let services: LiveServices

    /// The maximum number of events that a worker processes at a time, before events with an answer get their turn.
    private let batch: Int
    private static let usualBatch = 256
    /// How long to collect events after a small batch, in microseconds.
    ///
    /// Otherwise, a stream of single events would wake the worker for each one, which costs more than processing it.
    /// The first event after a pause does not wait, nor does one whose sender waits for the outcome.
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

    /// Adds events; urgent ones do not wait for others to be collected.
    func add(_ events: [LiveEvent], urgent: Bool = false) {
        recent?.add(events)
        // The lock is held until they are in their lanes, so that none is in transit while the order changes.
        gate.withLock { gate in
            if gate.isHalted { return }
            if gate.isClosed { gate.held += events } else { distribute(events, urgent, &gate) }
        }
    }

    private func distribute(_ events: [LiveEvent], _ urgent: Bool, _ gate: inout Gate) {
        if lanes.count == 1 { return add(events, to: 0, urgent) }
        for event in events { add([event], to: lane(of: event, &gate), urgent) }
    }

    /// Lets the workers call due timers while no events come, unless the order of events is changing.
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

    /// Stops all events, and discards those that wait for their worker.
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

    /// The lane of an event; its key is computed again if the order has changed since it was received.
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
        // Any work ends the worker's pause.
        if urgent { host.worker(number).perform { _ in } }
    }

    /// Lets the worker process a batch, then its other work, then the next batch.
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
