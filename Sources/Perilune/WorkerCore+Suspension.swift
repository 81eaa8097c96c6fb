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
}
