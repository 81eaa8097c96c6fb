import Glibc
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
@safe private final class JobQueue: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private let limit: (threads: Int, waiting: Int)
    private var jobs: [@Sendable () -> Void] = []
    private var threads = 0
    private var idle = 0
    private var isClosed = false

    init(threads: Int, waiting: Int) {
        limit = (threads, waiting)
        unsafe mutex = .allocate(capacity: 1)
        unsafe changed = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    func add(_ job: @escaping @Sendable () -> Void) -> Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        guard !isClosed, jobs.count < limit.waiting else { return false }
        jobs.append(job)
        if jobs.count <= idle {
            unsafe pthread_cond_signal(changed)
        } else if threads < limit.threads, startThread({ self.work() }) {
            threads += 1
        } else if threads == 0 {
            jobs.removeLast()
            return false
        }
        return true
    }

    func close() {
        unsafe pthread_mutex_lock(mutex)
        isClosed = true
        unsafe pthread_cond_broadcast(changed)
        unsafe pthread_mutex_unlock(mutex)
    }

    private func work() {
        while let job = next() { job() }
    }

    /// Waits for a job; `nil` when there will be none.
    private func next() -> (@Sendable () -> Void)? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        idle += 1
        while jobs.isEmpty, !isClosed { unsafe pthread_cond_wait(changed, mutex) }
        idle -= 1
        return jobs.isEmpty ? nil : jobs.removeFirst()
    }
}
