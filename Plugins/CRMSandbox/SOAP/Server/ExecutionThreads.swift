import PeriluneHTTP

/// Threads that carry out messages.
///
/// A message may block (on another writer, or on a webhook with a veto), so it must use neither the threads of the
/// HTTP server nor those of Swift's tasks, on which the answer of the webhook arrives. A thread starts when all
/// others are busy, up to a limit; further jobs wait.
package final class ExecutionThreads: Sendable {
    private let queue: JobQueue

    /// No thread starts before there is a job.
    package init(threads: Int = 16, waiting: Int = 1000) {
        queue = JobQueue(threads: threads, waiting: waiting)
    }

    deinit { queue.close() }

    /// Runs a job soon; false where too many wait already.
    package func run(_ job: @escaping @Sendable () -> Void) -> Bool { queue.add(job) }
}

/// The jobs that wait; the threads hold on to this, not to the pool that started them.
private final class JobQueue: @unchecked Sendable {
    private let mutex = ConditionMutex()
    private let limit: (threads: Int, waiting: Int)
    private var jobs: [@Sendable () -> Void] = []
    private var threads = 0
    private var idle = 0
    private var isClosed = false

    init(threads: Int, waiting: Int) {
        limit = (threads, waiting)
    }

    func add(_ job: @escaping @Sendable () -> Void) -> Bool {
        mutex.lock()
        defer { mutex.unlock() }
        guard !isClosed, jobs.count < limit.waiting else { return false }
        jobs.append(job)
        if jobs.count <= idle {
            mutex.signal()
        } else if threads < limit.threads, startThread({ self.work() }) {
            threads += 1
        } else if threads == 0 {
            jobs.removeLast()
            return false
        }
        return true
    }

    func close() {
        mutex.lock()
        isClosed = true
        mutex.broadcast()
        mutex.unlock()
    }

    private func work() {
        while let job = next() { job() }
    }

    /// Waits for a job; `nil` when there will be none.
    private func next() -> (@Sendable () -> Void)? {
        mutex.lock()
        defer { mutex.unlock() }
        idle += 1
        while jobs.isEmpty, !isClosed { mutex.wait() }
        idle -= 1
        return jobs.isEmpty ? nil : jobs.removeFirst()
    }
}
