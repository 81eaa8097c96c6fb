internal import PeriluneCore
internal import PeriluneJSON

/// Processes published events, and ends events that published too many or whose call was cancelled.
extension WorkerCore {
    /// Ends an event that is too deep in a chain of events, such as that of a rule that triggers itself.
    func refuseLoop(_ event: JSONEvent, _ job: EventJob) {
        let error = PeriluneError(
            "event.depth",
            "the event is at depth \(job.depth) of a chain in which a rule triggers itself",
            hint: "add a condition to the rule, so that its own changes do not trigger it again")
        job.commander.setError(error)
        results.eventEnded(.failed, event, job)
        finish(job)
    }

    /// Ends an event with an error before any delegate is asked.
    func refuse(_ event: JSONEvent, _ error: PeriluneError, _ job: EventJob) {
        job.depth = job.base
        job.commander.begin(event, depth: job.depth)
        job.commander.setError(error)
        results.eventEnded(.failed, event, job)
        finish(job)
    }

    /// Reads the next event that was published; those that cannot be processed go to the quarantine.
    ///
    /// - Returns: Whether there is one.
    func readPublished(_ job: EventJob) -> Bool {
        while let next = job.queue.popLast() {
            job.depth = next.depth
            job.batch.result.summary.published += 1
            do throws(PeriluneError) {
                try publishedReader.read(copy: next.event.json)
                if publishedReader.hasReservedType { throw publishedReader.reservedTypeError }
                if job.batch.isCancelled { throw .cancelled }
                return true
            } catch {
                results.refuse(next.event.json, error, job)
            }
        }
        return false
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
        results.eventEnded(failed, event, job, quarantining: root)
        finish(job)
    }
}
