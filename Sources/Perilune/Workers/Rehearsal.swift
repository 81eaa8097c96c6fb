package import PeriluneCore

/// Events that belong together, as those of a log: delegates are as they were before their first event when these begin,
/// and timers that are left are called when they have ended.
package protocol Rehearsal: Sendable {
    /// What is known of effects before, and who is asked what they answer.
    var ledger: any EffectLedger { get }
    /// The next events; `nil` where there are no more. Called on the worker.
    func next() -> [Event]?
    /// What came of them. Called on the worker.
    func finishGroup(with results: Result<Host.Results, PeriluneError>)
}

extension Host {
    /// Decides groups of events, each as if the host had just been made: for tests.
    ///
    /// All go to the worker in one step, since a thousand small groups would cost a thousand ways to its
    /// thread and back.
    package func rehearse(_ rehearsal: any Rehearsal) async {
        await worker(0).rehearse(rehearsal)
    }

    /// Decides more events of a group, without beginning anew.
    package func process(
        all events: [Event], ledger: any EffectLedger
    ) async throws(PeriluneError) -> Results {
        try await worker(0).process(events, ledger: ledger)
    }

    /// Ends the log of a group: calls the timers that are still set.
    package func endLog(ledger: any EffectLedger) async throws(PeriluneError) -> Results {
        try await worker(0).process([], ledger: ledger, endsLog: true)
    }

    /// No more events come: delegates tell what they have to tell.
    package func retire() async { await worker(0).retire() }
}

extension Worker {
    func rehearse(_ rehearsal: any Rehearsal) async {
        while let events = rehearsal.next() {
            do throws(PeriluneError) {
                try unsafe core.restart()
                let results = try await process(
                    events, ledger: rehearsal.ledger, endsLog: true)
                rehearsal.finishGroup(with: .success(results))
            } catch {
                rehearsal.finishGroup(with: .failure(error))
            }
        }
    }

    func retire() { unsafe core.retire() }
}
