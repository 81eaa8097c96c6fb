internal import PeriluneCore
internal import PeriluneJSON

/// Events that lead to too many others.
extension WorkerCore {
    /// An event that its own rule set off, over and over.
    func refuseLoop(_ event: JSONEvent, _ job: EventJob) {
        let error = PeriluneError(
            "event.depth",
            "the event is the \(job.depth)th in a chain in which a rule triggers itself",
            hint: "add a condition to the rule, so that its own changes do not trigger it again")
        job.commander.note(error)
        results.note(.failed, event, job)
        finish(job)
    }

    /// An event that has published too much: it is quarantined as a whole, and what it published that has not begun
    /// is dropped, since a retry publishes it again.
    func refusePublishing(_ ending: Ending, _ event: any EventContent, _ job: EventJob) {
        job.queue.removeAll()
        job.commander.failForPublishing()
        let root = job.depth == job.base ? event.json : job.live?.json ?? job.root
        let failed = ending.outcome == .failed ? ending : .failed
        results.note(failed, event, job, quarantining: root)
        finish(job)
    }
}
