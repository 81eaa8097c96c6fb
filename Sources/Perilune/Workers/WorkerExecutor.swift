internal import Glibc
internal import PeriluneCore
internal import PeriluneLua
internal import Synchronization

/// Runs the jobs of one actor on a thread of its own.
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
    /// Locked by whoever runs the actor's work: its thread, or a caller that found the actor idle.
    private let turn = Mutex(())
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

    /// Calls a function on the thread, after what is there: without a task, which would take a turn on a
    /// thread of the pool first.
    func perform(_ call: @escaping @Sendable () -> Void) { add(.call(call)) }

    /// Calls a function on the calling thread, as if it were the actor's, where there is nothing to do.
    ///
    /// - Returns: `nil` where the actor is at work, or work waits.
    func runInline<Result: Sendable>(_ body: () -> Result) -> Result? {
        guard Self.callersHaveRoom else { return nil }
        return turn.withLockIfAvailable { _ -> Result? in
            // What comes after this look waits for its turn.
            let isIdle = queue.withLock { $0.work.isEmpty && !$0.isClosed }
            return isIdle ? body() : nil
        } ?? nil
    }

    /// Whether the stack of a usual thread is as large as that of a worker's.
    private static let callersHaveRoom: Bool = {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        var size = 0
        return unsafe pthread_attr_getstacksize(&attributes, &size) == 0 && size >= stackSize
    }()

    private static let stackSize = 4 << 20

    /// Waits a little, on the thread itself, or until there is other work: so that what comes one by one is
    /// taken together, and the thread is not woken for each.
    func pause(microseconds: Int) {
        // What was taken from the semaphore stands for work that is still in the queue.
        if unsafe WorkerWait.wait(for: semaphore, timeout: microseconds) {
            unsafe sem_post(semaphore)
        }
    }

    /// Lets the actor of this thread be entered from a call.
    func checkIsolated() {
        precondition(pthread_equal(thread, pthread_self()) != 0, "not on the worker's thread")
    }

    private func add(_ work: Work) {
        queue.withLock { $0.work.append(work) }
        unsafe sem_post(semaphore)
    }

    /// Ends the thread after the jobs that are there.
    func close() {
        queue.withLock { $0.isClosed = true }
        unsafe sem_post(semaphore)
    }

    private func run() {
        thread = pthread_self()
        var isOpen = true
        while isOpen {
            unsafe sem_wait(semaphore)
            turn.withLock { _ in
                // With the turn: a caller must not overtake what was taken from the queue.
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
