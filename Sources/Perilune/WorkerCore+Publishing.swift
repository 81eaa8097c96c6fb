internal import PeriluneCore
internal import PeriluneJSON

/// Errors of events that publish too many others.
extension WorkerCore {
    /// The error for an event in a chain in which a rule triggers itself.
    func refuseLoop(_ event: JSONEvent, _ job: EventJob) {
        let error = PeriluneError(
            "event.depth",
            "the event is at depth \(job.depth) of a chain in which a rule triggers itself",
            hint: "add a condition to the rule, so that its own changes do not trigger it again")
        job.commander.note(error)
        results.note(.failed, event, job)
        finish(job)
    }

    /// Quarantines an event that has published too much, as a whole.
    ///
    /// Published events whose processing has not begun are dropped, because a retry publishes them
    /// again.
    func refusePublishing(_ ending: Ending, _ event: any EventContent, _ job: EventJob) {
        job.queue.removeAll()
        job.commander.failForPublishing()
        let root = job.depth == job.base ? event.json : job.live?.json ?? job.root
        let failed = ending.outcome == .failed ? ending : .failed
        results.note(failed, event, job, quarantining: root)
        finish(job)
    }
}
