internal import PeriluneCore
internal import PeriluneJSON

extension WorkerCore {
    /// A line whose event waits for another one of its key.
    struct DeferredLine {
        let job: EventJob
        let json: [UInt8]
        /// The timer that it tells of, and the time of events when it came; only where scripts set timers.
        var timer: Timer?
        var clock = Int64.min
    }

    /// An event that cannot begin yet.
    func deferred(_ event: JSONEvent, _ job: EventJob, _ timer: Timer?) -> DeferredLine {
        var line = DeferredLine(job: job, json: event.json, timer: timer)
        if usesTimers { line.clock = timer?.due ?? state.clock }
        return line
    }

    /// Puts an event behind others of its key; a timer before those at whose time it was due.
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

    /// A copy of a suspended event that stays valid while the readers process others.
    ///
    /// Later scripts read only JSON; a delegate in Swift may return the reader itself, or its event
    /// in another form.
    func kept(_ event: any EventContent, _ content: any EventContent) -> any EventContent {
        if event is JSONEvent, event !== reader, event !== publishedReader,
            !(usesTimers && event === timerReader)
        {
            return event
        }
        let copy = JSONEvent()
        // Cannot fail: the JSON was parsed before.
        try? copy.read(copy: content.json)
        return copy
    }

    /// Goes on with a job whose answer has come.
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

    /// The job goes its own way; the worker takes a new one.
    func leave(_ job: EventJob) {
        job.detach()
        if self.job === job { self.job = makeJob(job.batch) }
    }

    /// A suspended job has ended: the lines of its key that waited go on.
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

    /// Decides an event that had to wait before it began.
    func begin(_ next: DeferredLine) {
        let job = next.job
        job.bus = bus
        do throws(PeriluneError) {
            // The main reader is free here: nothing runs beside it on this thread.
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
