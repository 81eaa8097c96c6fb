internal import Glibc
internal import PeriluneCore
internal import PeriluneLua
internal import Synchronization

/// Runs the jobs of one actor on a dedicated thread.
///
/// Scripts need it: the watchdog signals a thread, Lua needs a known stack size, and a busy script must not block a
/// thread of the cooperative pool.
@safe final class WorkerExecutor: SerialExecutor, @unchecked Sendable {
    private enum Work {
        case job(UnownedJob)
        case call(@Sendable () -> Void)
    }

    private struct Queue {
        var work: [Work] = []
        var isClosed = false
    }

    private let queue = Mutex(Queue())
    /// Held by the thread that runs the actor's jobs: its own, or a caller that found the actor idle.
    private let runLock = Mutex(())
    private let semaphore: UnsafeMutablePointer<sem_t>
    /// Set by the thread itself before it runs jobs.
    private var thread = pthread_t()

    init() throws(PeriluneError) {
        unsafe semaphore = .allocate(capacity: 1)
        unsafe semaphore.initialize(to: sem_t())
        unsafe sem_init(semaphore, 0, 0)
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        // Up to 200 nested C calls of Lua may exceed the default stack of a thread.
        unsafe pthread_attr_setstacksize(&attributes, Self.stackSize)
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        // The thread retains the executor until it is closed.
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        let status = unsafe pthread_create(
            &thread, &attributes,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<WorkerExecutor>.fromOpaque(context).takeRetainedValue().run()
                }
                return nil
            }, context)
        unsafe pthread_attr_destroy(&attributes)
        if status != 0 {
            unsafe Unmanaged<WorkerExecutor>.fromOpaque(context).release()
            throw PeriluneError(
                "host.thread", "cannot create a thread for a worker",
                hint: "use fewer workers, or raise the limit on processes (ulimit -u)")
        }
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

    /// Calls a function on the thread after the queued jobs.
    ///
    /// A task would first be scheduled on the cooperative pool.
    func perform(_ call: @escaping @Sendable () -> Void) { add(.call(call)) }

    /// Calls a function on the calling thread while the worker is idle and takes no jobs.
    ///
    /// The function must not assume the actor's isolation: ``checkIsolated()`` accepts only the worker's own thread.
    ///
    /// - Returns: `nil` if a job is running or queued.
    func runInline<Result: Sendable>(_ body: () -> Result) -> Result? {
        guard Self.defaultStackIsLargeEnough else { return nil }
        return runLock.withLockIfAvailable { _ -> Result? in
            // Work that is enqueued after this check waits for the lock.
            let isIdle = queue.withLock { $0.work.isEmpty && !$0.isClosed }
            return isIdle ? body() : nil
        } ?? nil
    }

    /// Whether the default thread stack is at least as large as a worker's.
    private static let defaultStackIsLargeEnough: Bool = {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        var size = 0
        return unsafe pthread_attr_getstacksize(&attributes, &size) == 0 && size >= stackSize
    }()

    private static let stackSize = 4 << 20

    /// Waits briefly on the thread, or until other work is enqueued, so that events that arrive one by one are
    /// processed in batches without a wake-up for each.
    func pause(microseconds: Int) {
        // The count taken from the semaphore belongs to work that is still queued.
        if unsafe WorkerWait.wait(for: semaphore, timeout: microseconds) {
            unsafe sem_post(semaphore)
        }
    }

    /// Lets synchronous code on this thread assume the actor's isolation.
    func checkIsolated() {
        precondition(pthread_equal(thread, pthread_self()) != 0, "not on the worker's thread")
    }

    private func add(_ work: Work) {
        queue.withLock { $0.work.append(work) }
        unsafe sem_post(semaphore)
    }

    /// Ends the thread after the queued jobs.
    func close() {
        queue.withLock { $0.isClosed = true }
        unsafe sem_post(semaphore)
    }

    private func run() {
        thread = pthread_self()
        var isOpen = true
        while isOpen {
            unsafe sem_wait(semaphore)
            runLock.withLock { _ in
                // Dequeue under the lock, so that no caller runs before the dequeued work.
                let (work, isClosed) = queue.withLock { queue in
                    defer { queue.work.removeAll(keepingCapacity: true) }
                    return (queue.work, queue.isClosed)
                }
                isOpen = !(isClosed && work.isEmpty)
                for work in work {
                    switch work {
                    case .job(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
                    case .call(let call): call()
                    }
                }
            }
        }
    }
}
