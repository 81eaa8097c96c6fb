internal import PeriluneCore

/// A worker: an actor on a thread of its own.
///
/// Events reach it in batches and leave in batches, since a hop costs more than a decision. While a batch
/// waits for answers of host calls, the worker goes on with the next one.
actor Worker {
    private let executor: WorkerExecutor
    let core: WorkerCore

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    init(_ registry: Registry, context: WorkerContext, options: HostOptions) throws(PeriluneError) {
        // The thread last: it would go on if the scripts failed to load.
        core = try WorkerCore(registry, context: context, options: options)
        executor = try WorkerExecutor()
    }

    deinit { executor.close() }

    /// Decides a batch of lines.
    func process(_ batch: EventBatch) async -> BatchResult {
        prepare()
        return await finish(core.run(batch)).result
    }

    /// Decides events; with the records as values.
    func process(
        _ events: [Event], waitsForKey: Bool = true
    ) async -> (result: BatchResult, records: [Record]) {
        prepare()
        let progress = await finish(core.run(events, waitsForKey: waitsForKey))
        return (progress.result, progress.orderedRecords)
    }

    /// Decides one event and tells every step.
    func explain(
        _ event: Event, _ step: @Sendable @escaping (TraceStep) -> Void
    ) async -> (
        result: BatchResult, records: [Record]
    ) {
        core.trace = step
        defer { core.trace = nil }
        return await process([event])
    }

    /// Calls a function on the worker's thread, after what is there.
    nonisolated func perform(_ body: @escaping @Sendable (isolated Worker) -> Void) {
        executor.perform { self.assumeIsolated(body) }
    }

    /// Lets events gather, unless there is something else to do.
    func pause(microseconds: Int) { executor.pause(microseconds: microseconds) }

    /// Decides events that came in while the host runs.
    func decide(
        _ events: [LiveEvent], _ settle: @escaping @Sendable (Settlement) -> Void
    ) {
        prepare()
        core.settle = settle
        core.run(live: events)
    }

    func prepare() {
        guard core.onWaiting == nil else { return }
        core.onWaiting = { [weak self] job in
            guard let self, let suspension = job.waiting?.suspension else { return }
            let box = JobBox(job)
            Task {
                await suspension.wait()
                await self.resume(box)
            }
        }
    }

    private func resume(_ box: JobBox) { core.resume(box.job) }

    func finish(_ progress: BatchInProgress) async -> BatchInProgress {
        if progress.open > 0 {
            await withCheckedContinuation { continuation in
                progress.whenDone = { continuation.resume() }
            }
        }
        return progress
    }
}

/// Carries a job through the wait; only the worker that owns it looks inside.
private struct JobBox: @unchecked Sendable {
    let job: EventJob

    init(_ job: EventJob) { self.job = job }
}
