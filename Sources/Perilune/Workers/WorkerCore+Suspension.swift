internal import PeriluneCore
internal import PeriluneJSON

extension WorkerCore {
    /// An event that waits for another one of its key.
    struct DeferredLine {
        let job: EventJob
        let json: [UInt8]
        /// The timer whose event it is, and the event time when it came; only set if scripts set timers.
        var timer: Timer?
        var clock = Int64.min
    }

    /// Creates the entry of an event that cannot begin yet.
    func deferred(_ event: JSONEvent, _ job: EventJob, _ timer: Timer?) -> DeferredLine {
        var line = DeferredLine(job: job, json: event.json, timer: timer)
        if usesTimers { line.clock = timer?.due ?? state.clock }
        return line
    }

    /// Adds an event behind others of its key; a timer is inserted before events at whose time it was due.
    func deferBehindKey(_ line: DeferredLine) {
        let key = line.job.key
        let place =
            line.timer == nil
            ? nil : blocked[key]?.firstIndex { $0.clock >= line.clock && $0.timer == nil }
        if let place {
            blocked[key]?.insert(line, at: place)
        } else {
            blocked[key]?.append(line)
        }
    }

    /// A copy of a suspended event that stays valid while the readers are used for other events.
    ///
    /// Scripts that are asked later read only the JSON; a delegate in Swift may return the reader itself, or another
    /// form of its event.
    func kept(_ event: any EventContent, _ content: any EventContent) -> any EventContent {
        if event is JSONEvent, event !== reader, event !== publishedReader,
            !(usesTimers && event === timerReader)
        {
            return event
        }
        let copy = JSONEvent()
        // Cannot fail, because the JSON was parsed before.
        try? copy.read(copy: content.json)
        return copy
    }

    /// Resumes a job that has received an answer.
    func resume(_ job: EventJob) {
        guard let waiting = job.waiting else { return }
        job.waiting = nil
        activity?.begin(job.live?.number)
        waiting.isCancelled = job.batch.isCancelled
        advance(job, job.bus.resume(waiting, job.commander), waiting.event)
        save(job.batch, job.bus)
        if job.waiting == nil { release(job) }
        if blocked.isEmpty { notifyIdle() }
    }

    /// Detaches a job that is suspended; the worker creates a new one.
    func leave(_ job: EventJob) {
        job.detach()
        if self.job === job { self.job = makeJob(job.batch) }
    }

    /// Lets the events of a suspended job's key begin, after the job has ended.
    func release(_ job: EventJob) {
        if usesTimers { callTimers(after: job) }
        while var lines = blocked[job.key], !lines.isEmpty {
            let next = lines.removeFirst()
            blocked[job.key] = lines
            begin(next)
            if next.job.waiting != nil {
                job.batch.closeOne()
                return
            }
            next.job.batch.closeOne()
        }
        blocked[job.key] = nil
        job.batch.closeOne()
    }

    /// Ends the events of a cancelled call that wait for answers or behind others.
    func cancel(_ batch: BatchInProgress) {
        batch.cancel()
        for key in Array(blocked.keys) {
            let cancelled = blocked[key]?.filter { $0.job.batch === batch } ?? []
            if cancelled.isEmpty { continue }
            blocked[key]?.removeAll { $0.job.batch === batch }
            for line in cancelled { begin(line) }
            save(batch, bus)
            for _ in cancelled { batch.closeOne() }
        }
    }

    /// Processes an event that had to wait before it began.
    func begin(_ next: DeferredLine) {
        let job = next.job
        job.bus = bus
        do throws(PeriluneError) {
            // The main reader is not in use: no other event is being processed on this thread.
            try reader.read(copy: next.json)
            if job.batch.isCancelled { return refuse(reader, .cancelled, job) }
            if let timer = next.timer, !begin(timer, job) { return finish(job) }
            job.depth = job.base
            activity?.begin(job.live?.number)
            job.commander.begin(reader, depth: job.depth)
            job.commander.beginPublishing()
            if job.depth > options.maximumDepth {
                refuseLoop(reader, job)
            } else {
                advance(job, decision(on: reader, job), reader)
            }
        } catch {
            results.refuse(next.json, error, job)
            finish(job)
        }
        save(job.batch, job.bus)
    }
}
