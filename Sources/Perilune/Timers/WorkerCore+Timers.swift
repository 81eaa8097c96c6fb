internal import PeriluneCore
internal import PeriluneJSON

/// Calls timers between events: before the first event at whose time they are due, or, in a running host, when no
/// event comes.
extension WorkerCore {
    /// Reads the timers of the keys that this worker decides.
    func readTimers(_ scripts: [String]) throws(PeriluneError) {
        scriptsWithTimers = scripts
        usesTimers = !scripts.isEmpty
        guard usesTimers else { return state.forgetTimers() }
        let ordering = ordering
        let (number, count) = (number, options.workers)
        try state.readTimers(of: scripts, keepsClock: options.run != nil) { timer in
            count == 1 || Int(Self.key(of: timer, ordering) % UInt64(count)) == number
        }
    }

    /// Reads state and timers from the store again, because something other than an event has changed it.
    func rereadState() throws(PeriluneError) {
        bus.forgetSavedState()
        try readTimers(scriptsWithTimers)
    }

    private static func key(of timer: Timer, _ ordering: Delegate.Ordering?) -> UInt64 {
        switch ordering {
        case .path, .partitionKey, nil: timer.hash
        case .all, .function: FNV1a("").value
        }
    }

    /// Advances event time to that of an event, and calls the timers that are due before it.
    ///
    /// - Returns: The job for the event; a timer that waits for an answer keeps the previous job.
    func callTimers(
        before event: JSONEvent, _ job: EventJob, _ batch: EventBatch? = nil
    ) -> EventJob {
        guard let time = event.microseconds, state.advance(to: time) else { return job }
        return callTimers(job, batch) { [state] in state.nextTimer() }
    }

    /// How far an event may advance event time beyond its arrival, in microseconds.
    ///
    /// Senders choose the times of their events: an event of the year 9998 must not close the windows of all others.
    /// An hour allows for a clock that is wrong by the change to summer time.
    static let mostAhead: Int64 = 3_600_000_000

    /// Like ``callTimers(before:_:_:)``, for an event that arrives in a running host.
    func callTimers(beforeLive event: JSONEvent, _ job: EventJob) -> EventJob {
        guard let own = event.microseconds else { return job }
        let now = Timestamp.now.microseconds
        let time = min(own, now + Self.mostAhead)
        // The time since the latest event counts as event time, in case no other event comes.
        if latest.map({ $0.event + (now - $0.arrival) <= time }) ?? true { latest = (time, now) }
        guard state.advance(to: time) else { return job }
        return callTimers(job, nil) { [state] in state.nextTimer() }
    }

    /// Calls all timers that are set at the end of the logs, but not those that these set.
    func callTimersAtEnd(_ job: EventJob, _ batch: EventBatch?) {
        var left: [Timer] = state.timers.reversed()
        callTimers(job, batch) { batch?.shouldStop() == true ? nil : left.popLast() }
    }

    /// Ends a sequence of events of an embedding program: calls all timers that are set.
    func endLog(after count: Int, ledger: any EffectLedger) -> BatchInProgress {
        let progress = BatchInProgress(log: "events", hasOutputs: !options.outputs.isEmpty)
        progress.records = []
        let job = use(progress)
        job.line = count + 1
        job.commander.ledger = ledger
        callTimersAtEnd(job, nil)
        self.job?.commander.ledger = options.ledger
        progress.endLine(count + 1)
        save(progress, bus)
        return progress
    }

    @discardableResult
    private func callTimers(
        _ job: EventJob, _ batch: EventBatch?, _ next: () -> Timer?
    ) -> EventJob {
        var job = job
        while let timer = next() {
            call(timer, job)
            let free = self.job ?? makeJob(job.batch)
            if free !== job {
                free.line = job.line
                free.entry = job.entry
                free.offset = job.offset
                free.commander.ledger = job.commander.ledger
                self.job = free
            }
            if batch?.marksLines ?? false { job.batch.end(timer, line: job.line, job.entry) }
            job = free
        }
        return job
    }

    /// Calls the timers that became due while an event was suspended, now that it has ended.
    ///
    /// Timers of its key are inserted among the events that wait behind it.
    func callTimers(after job: EventJob) {
        while let timer = state.nextTimer() {
            let own = makeJob(job.batch)
            own.line = job.line
            own.offset = job.offset
            own.commander.ledger = job.commander.ledger
            // The batch may be complete except for what waits.
            own.detach()
            call(timer, own)
            if own.waiting == nil, !own.isDeferred { own.batch.closeOne() }
        }
    }

    private func call(_ timer: Timer, _ job: EventJob) {
        let json = timer.json
        // Cannot fail, because the JSON was just written.
        try? timerReader.read(copy: json, trusted: true)
        if let services {
            let live = services.prepareTimer(LiveEvent(timer: json, id: timerReader.id))
            job.live = live
            job.commander.ledger = services.ledger(live)
        }
        start(job, timerReader, timer: timer)
    }

    /// Removes a timer whose event begins; false if it was cancelled or set again meanwhile.
    func begin(_ timer: Timer, _ job: EventJob) -> Bool {
        guard state.end(timer) else { return false }
        job.batch.result.summary.timers += 1
        return true
    }

    /// Calls the timers that are due in a running host although no event has come.
    ///
    /// Since the latest event, time advances with the clock. Event time does not: the events of a backlog come in
    /// faster, or slower, than they occurred.
    func callTimers(at time: Timestamp) {
        guard usesTimers, held == nil else { return }
        let now = latest.map { $0.event + (time.microseconds - $0.arrival) } ?? time.microseconds
        guard let first = state.nextTimer(at: now) else { return }
        let progress = BatchInProgress(log: "timers", hasOutputs: !options.outputs.isEmpty)
        watch(progress)
        var timer: Timer? = first
        callTimers(use(progress), nil) { [state] in
            defer { timer = nil }
            return timer ?? state.nextTimer(at: now)
        }
        settle(progress)
    }
}

extension LiveEvent {
    /// The event of a timer.
    fileprivate init(timer json: [UInt8], id: String) {
        self.init(number: nil, source: Self.hostSource, json: json)
        timer = id
    }
}
