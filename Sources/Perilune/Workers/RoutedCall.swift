internal import PeriluneCore
internal import Synchronization

/// A call whose events are processed by one or several workers.
final class RoutedCall: Sendable {
    private struct Progress {
        var continuation: CheckedContinuation<[BatchBox], Never>?
        var ended: [BatchBox] = []
        /// The number of workers that have not finished their part.
        var open = 0
        /// The parts with events that wait.
        var waiting: [(worker: Worker, batch: BatchBox)] = []
    }

    let events: [Event]
    let waitsForKey: Bool
    private let progress = Mutex(Progress())
    private let cancellation = Atomic(false)

    init(_ events: [Event], waitsForKey: Bool) {
        self.events = events
        self.waitsForKey = waitsForKey
    }

    /// Sets the continuation that waits for the results.
    func wait(_ continuation: CheckedContinuation<[BatchBox], Never>) {
        progress.withLock { $0.continuation = continuation }
    }

    func begin(_ parts: Int) { progress.withLock { $0.open = parts } }

    /// Adds a part whose events wait for answers or behind others.
    func addWaiting(_ batch: BatchBox, on worker: Worker) {
        progress.withLock { $0.waiting.append((worker, batch)) }
        if isCancelled { worker.cancel(batch) }
    }

    func end(_ batch: BatchBox) {
        let end = progress.withLock { progress in
            progress.ended.append(batch)
            progress.open -= 1
            return progress.open == 0 ? (progress.continuation, progress.ended) : (nil, [])
        }
        end.0?.resume(returning: end.1)
    }

    /// Whether events that have not begun are to be rejected.
    var isCancelled: Bool { cancellation.load(ordering: .sequentiallyConsistent) }

    /// Ends the waits of its events, and rejects those that have not begun.
    func cancel() {
        cancellation.store(true, ordering: .sequentiallyConsistent)
        for part in progress.withLock(\.waiting) { part.worker.cancel(part.batch) }
    }
}
