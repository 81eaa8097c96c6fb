internal import PeriluneCore

/// Passes on the results of events and batches.
extension WorkerCore {
    /// Reports the outcomes of live events while a client of the control socket monitors them.
    func watch(_ progress: BatchInProgress) {
        if let tap = options.live?.tap, tap.isWatched { progress.tap = tap }
    }

    /// Passes on the results of live events.
    func settle(_ progress: BatchInProgress) {
        settlement.add(progress.sinks)
        save(progress, bus)
    }

    /// Saves changes and counts; all outcomes since the last call are those of one bus, which has the names.
    func save(_ progress: BatchInProgress, _ bus: Bus) {
        if let live = options.live {
            live.totals.addCounts(of: bus, worker: number)
            live.tap.skip(progress.unseen)
            progress.unseen = 0
        }
        spans?.flush()
        let notices = bus.takeNotices()
        if let services {
            settlement.notices += notices
            settlement.add(progress, of: bus)
            settlement.hand(over: state)
            services.settle(settlement)
            settlement = Settlement()
            return
        }
        progress.result.summary.notices += notices
        if let observer = options.observer {
            let decisions = progress.decisions(of: bus)
            progress.forgetCounts()
            if !decisions.isEmpty { observer.decided(decisions) }
        }
        if options.run != nil { return progress.result.takeChanges(of: state) }
        do throws(PeriluneError) {
            try state.flush()
        } catch {
            progress.result.failure = error
        }
    }
}
