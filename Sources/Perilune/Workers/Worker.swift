internal import PeriluneCore

/// A worker: an actor with a thread of its own.
///
/// Events are passed to it in batches, and so are results, because a switch of the thread costs more than processing
/// an event. While the events of a batch wait for answers, the worker processes the next one.
actor Worker {
    private let executor: WorkerExecutor
    /// Only used by the holder of the executor's lock: the actor, or ``beginInline(_:)``.
    nonisolated(unsafe) let core: WorkerCore

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// The context of its delegates; its state collects changes until the end of a batch.
    nonisolated let context: WorkerContext

    init(
        _ first: PreparedBus, _ state: PendingState, context: WorkerContext,
        options: HostOptions, redact: @escaping @Sendable (String) -> String
    ) throws(PeriluneError) {
        self.context = context
        unsafe core = WorkerCore(
            first, state: state, number: context.worker, options: options, redact: redact)
        executor = try WorkerExecutor()
        unsafe core.onWaiting = { [weak self] job in
            guard let self, let suspension = job.waiting?.suspension else { return }
            let box = JobBox(job)
            if job.callDeadline == nil, options.callTime > .zero {
                job.callDeadline = CallDeadline(limit: options.callTime)
            }
            let deadline = job.callDeadline
            let wait = Task {
                if let deadline {
                    await deadline.limit { await suspension.wait() }
                } else {
                    await suspension.wait()
                }
                await self.resume(box)
            }
            job.batch.addWaiting(wait, of: job)
        }
    }

    deinit { executor.close() }

    /// Creates a worker of a host, with the delegates of its bus.
    static func make(
        _ number: Int, _ assembly: Assembly, options: HostOptions, store: any StateStore,
        log: any LogSink
    ) throws(PeriluneError) -> (Worker, DelegateInstances) {
        let state = PendingState(store)
        let context = WorkerContext(
            worker: number, modules: assembly.registry.modules, log: log, store: state,
            seed: options.seed, outputs: options.outputs.map(\.name))
        // The thread is created last, because it would leak if the scripts could not be loaded.
        let first = try PreparedBus(assembly, context, after: nil)
        let redact = assembly.registry.redact
        let worker = try Worker(first, state, context: context, options: options, redact: redact)
        try unsafe worker.core.readTimers(first.timers)
        return (worker, first.delegateInstances)
    }

    /// Processes a batch of lines.
    func process(_ batch: EventBatch) async -> BatchResult {
        await finish(unsafe core.run(batch)).result
    }

    /// Processes events, with the records as values; if they end the log, calls the timers that are still set.
    func process(
        _ events: [Event], ledger: any EffectLedger = NoLedger(), endsLog: Bool = false
    ) async throws(PeriluneError) -> Host.Results {
        let progress = await finish(unsafe core.run(events, ledger: ledger))
        guard endsLog, unsafe core.usesTimers else {
            return try Host.Results([BatchBox(progress)])
        }
        progress.endLine(events.count)
        let end = await finish(unsafe core.endLog(after: events.count, ledger: ledger))
        return try Host.Results([BatchBox(progress), BatchBox(end)])
    }

    /// Begins events on the worker's thread, after its current work.
    ///
    /// - Parameters:
    ///   - events: The events of a call.
    ///   - numbers: The indices of those to process; `nil` stands for all.
    ///   - waitsForKey: Whether they wait for unfinished events of their key.
    ///   - isCancelled: Whether events that have not begun are to be rejected.
    ///   - waits: Called if some of the events wait, so that ``cancel(_:)`` can end the wait.
    ///   - done: Called when all of them have ended.
    nonisolated func begin(
        _ events: [Event], only numbers: [Int]?, waitsForKey: Bool,
        isCancelled: @escaping @Sendable () -> Bool,
        waits: @escaping @Sendable (BatchBox) -> Void,
        done: @escaping @Sendable (BatchBox) -> Void
    ) {
        perform { worker in
            let batch = unsafe worker.core.run(
                events, only: numbers, waitsForKey: waitsForKey, isCancelled: isCancelled)
            let box = BatchBox(batch)
            if batch.open == 0 { return done(box) }
            batch.whenDone = { done(box) }
            waits(box)
        }
    }

    /// Ends the events of a cancelled call that wait.
    nonisolated func cancel(_ box: BatchBox) {
        perform { worker in unsafe worker.core.cancel(box.batch) }
    }

    /// Begins events on the calling thread.
    ///
    /// - Returns: `nil` if the worker is busy.
    nonisolated func beginInline(_ events: [Event]) -> (batch: BatchBox, isDone: Bool)? {
        executor.runInline {
            let batch = unsafe core.run(events)
            return (BatchBox(batch), batch.open == 0)
        }
    }

    /// Waits until all events of a batch have ended.
    func finish(_ box: BatchBox) async -> BatchBox { BatchBox(await finish(box.batch)) }

    /// Processes one event and reports every step.
    func explain(
        _ event: Event, of origin: EventLocation = EventLocation(),
        _ step: @Sendable @escaping (TraceStep) -> Void
    ) async throws(PeriluneError) -> Host.Results {
        let batch = unsafe core.run([event], trace: EventTrace(step), origin: origin)
        return try Host.Results([BatchBox(await finish(batch))])
    }

    /// Calls a function on the worker's thread, after its current work.
    nonisolated func perform(_ body: @escaping @Sendable (isolated Worker) -> Void) {
        executor.perform { self.assumeIsolated(body) }
    }

    /// Pauses so that more events can be collected, unless there is other work.
    func pause(microseconds: Int) { executor.pause(microseconds: microseconds) }

    /// Processes events in a running host.
    func decide(
        _ events: [LiveEvent], _ services: LiveServices
    ) {
        unsafe core.services = services
        unsafe core.run(live: events)
    }

    /// Calls timers that are due although no event has come.
    func callTimers(
        at time: Timestamp, _ services: LiveServices
    ) {
        unsafe core.services = services
        unsafe core.callTimers(at: time)
    }

    /// Switches to another version between two events.
    func use(_ next: PreparedBus) { unsafe core.use(next) }

    /// Holds events back; returns true when none waits for an answer any more, or false after the given time.
    func hold(for time: Duration) async -> Bool {
        await idle(within: time) { unsafe core.hold($0) }
    }

    /// Holds all events back; returns true when none is in progress, or false after the given time.
    func halt(for time: Duration) async -> Bool {
        await idle(within: time) { unsafe core.halt($0) }
    }

    private func idle(
        within time: Duration, _ begin: (@escaping () -> Void) -> Void
    ) async -> Bool {
        let wait = IdleWait()
        return await withCheckedContinuation { continuation in
            wait.continuation = continuation
            begin { wait.end(true) }
            Task {
                try? await Task.sleep(for: time)
                self.end(wait)
            }
        }
    }

    /// Reads state and timers from the store again.
    func rereadState() throws(PeriluneError) { try unsafe core.rereadState() }

    /// Whether events are held back.
    var isHeld: Bool { unsafe core.held != nil }

    /// Lets the events that were held back begin, with the active version.
    func resumeHeld() { unsafe core.resumeHeld() }

    private func end(_ wait: IdleWait) { wait.end(false) }

    private func resume(_ box: JobBox) { unsafe core.resume(box.job) }

    func finish(_ progress: BatchInProgress) async -> BatchInProgress {
        if progress.open > 0 {
            await withCheckedContinuation { continuation in
                progress.whenDone = { continuation.resume() }
            }
        }
        return progress
    }
}

/// The wait for an idle worker; used only by the worker.
private final class IdleWait: @unchecked Sendable {
    var continuation: CheckedContinuation<Bool, Never>?

    func end(_ isIdle: Bool) {
        continuation?.resume(returning: isIdle)
        continuation = nil
    }
}

/// Passes a batch between the worker and its caller, which use it one at a time.
struct BatchBox: @unchecked Sendable {
    let batch: BatchInProgress

    init(_ batch: BatchInProgress) { self.batch = batch }
}

/// Carries a job during a wait; only its worker uses it.
private struct JobBox: @unchecked Sendable {
    let job: EventJob

    init(_ job: EventJob) { self.job = job }
}
