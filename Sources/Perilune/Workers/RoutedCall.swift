internal import PeriluneCore
internal import Synchronization

/// A call whose events are on their way to one or several workers.
final class RoutedCall: Sendable {
    private struct Progress {
        var continuation: CheckedContinuation<[BatchBox], Never>?
        var ended: [BatchBox] = []
        /// Workers that have not ended their part.
        var open = 0
        /// Parts with events that wait.
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

    /// Says who waits for the results.
    func wait(_ continuation: CheckedContinuation<[BatchBox], Never>) {
        progress.withLock { $0.continuation = continuation }
    }

    func begin(_ parts: Int) { progress.withLock { $0.open = parts } }

    /// Events of a part wait for answers or behind others.
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

    /// Whether events that have not begun are to be refused.
    var isCancelled: Bool { cancellation.load(ordering: .sequentiallyConsistent) }

    /// Ends the waits of its events, and lets no further ones begin.
    func cancel() {
        cancellation.store(true, ordering: .sequentiallyConsistent)
        for part in progress.withLock(\.waiting) { part.worker.cancel(part.batch) }
    }
}
