internal import PeriluneCore
internal import Synchronization

/// Events on their way to the workers, in order by key.
///
/// While a worker decides a batch, the next one gathers.
final class Lanes: Sendable {
    private final class Lane: Sendable {
        let queue = Mutex(Queue())
    }

    private struct Queue {
        var events: [LiveEvent] = []
        var isRunning = false
    }

    private let host: Host
    private let lanes: [Lane]
    private let settle: @Sendable (Settlement) -> Void

    /// Events that a worker decides at a stretch: what waits for an answer gets its turn in between.
    private static let batch = 256
    /// How long events gather behind a batch, microseconds.
    ///
    /// A stream of single events would else wake the worker for each, which costs more than deciding it. The
    /// first event after a silence does not wait, nor does one whose sender waits for the decision.
    private static let gathering = 500

    init(_ host: Host, _ settle: @escaping @Sendable (Settlement) -> Void) {
        self.host = host
        self.settle = settle
        lanes = (0..<max(1, host.options.workers)).map { _ in Lane() }
    }

    var count: Int { lanes.count }

    /// Adds events; those that are urgent do not wait until others gather.
    func add(_ events: [LiveEvent], urgent: Bool = false) {
        if lanes.count == 1 { return add(events, to: 0, urgent) }
        for event in events { add([event], to: Int(event.key % UInt64(lanes.count)), urgent) }
    }

    private func add(_ events: [LiveEvent], to number: Int, _ urgent: Bool) {
        let isRunning = lanes[number].queue.withLock { queue in
            queue.events += events
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
            worker.decide(batch, self.settle)
            if batch.count < Self.batch { worker.pause(microseconds: Self.gathering) }
            self.run(number)
        }
    }

    private func next(_ number: Int) -> [LiveEvent]? {
        lanes[number].queue.withLock { queue in
            if queue.events.isEmpty {
                queue.isRunning = false
                return nil
            }
            if queue.events.count <= Self.batch {
                defer { queue.events = [] }
                return queue.events
            }
            defer { queue.events.removeFirst(Self.batch) }
            return Array(queue.events.prefix(Self.batch))
        }
    }
}
