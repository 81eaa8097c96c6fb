package import PeriluneCore

/// Groups of events for tests, each like the events of one log.
///
/// Delegates are reset before each group, and the timers that are still set are called after it.
package protocol EventGroups: Sendable {
    /// The ledger with the known answers to effects.
    var ledger: any EffectLedger { get }
    /// The events of the next group; `nil` after the last one.
    ///
    /// Called on the worker.
    func next() -> [Event]?
    /// Receives the results of a group.
    ///
    /// Called on the worker.
    func finishGroup(with results: Result<Host.Results, PeriluneError>)
}

extension Host {
    /// Processes groups of events, each as if the host had just been created.
    ///
    /// All groups are processed in one step on the worker, because a switch of the thread for each small group would
    /// cost too much.
    package func processGroups(_ groups: any EventGroups) async {
        await worker(0).processGroups(groups)
    }

    /// Processes more events of a group, without resetting delegates.
    package func process(
        all events: [Event], ledger: any EffectLedger
    ) async throws(PeriluneError) -> Results {
        try await worker(0).process(events, ledger: ledger)
    }

    /// Ends a group: calls the timers that are still set.
    package func endLog(ledger: any EffectLedger) async throws(PeriluneError) -> Results {
        try await worker(0).process([], ledger: ledger, endsLog: true)
    }

    /// Ends the last group: delegates report their coverage and the like.
    package func finishDelegates() async { await worker(0).finishDelegates() }
}

extension Worker {
    func processGroups(_ groups: any EventGroups) async {
        while let events = groups.next() {
            do throws(PeriluneError) {
                try unsafe core.restart()
                let results = try await process(
                    events, ledger: groups.ledger, endsLog: true)
                groups.finishGroup(with: .success(results))
            } catch {
                groups.finishGroup(with: .failure(error))
            }
        }
    }

    func finishDelegates() { unsafe core.finishDelegates() }
}
