package import PeriluneCore
internal import Synchronization

/// An explanation of an outcome.
package struct Explanation: Sendable {
    /// What each delegate did, in the order of the calls, for the event and the events that it published.
    package let steps: [TraceStep]
    /// The final results.
    package let results: Host.Results
    /// The duration from the beginning to the end.
    package let microseconds: Int

    init(_ steps: [TraceStep], _ results: Host.Results, microseconds: Int) {
        var order: [String: Int] = [:]
        for step in steps where order[step.event] == nil { order[step.event] = order.count }
        self.steps = steps.sorted { one, other in
            (order[one.event] ?? 0, one.part?.number ?? 0, one.order)
                < (order[other.event] ?? 0, other.part?.number ?? 0, other.order)
        }
        self.results = results
        self.microseconds = microseconds
    }
}

extension Host {
    /// Processes one event and traces it.
    ///
    /// It is processed like any other event, so effects are carried out unless the host is a dry run with a
    /// ``ShadowStore``.
    package func explain(
        _ event: Event, of origin: EventLocation = EventLocation()
    ) async throws(PeriluneError) -> Explanation {
        try await workers[0].explanation(of: event, origin)
    }

    /// Processes one event as a dry run, with the current scripts and state.
    ///
    /// Nothing is carried out, saved or counted.
    package func explainInDryRun(_ event: Event) async throws(PeriluneError) -> Explanation {
        let assembly = activeVersion.withLock(\.assembly)
        let (worker, _) = try Worker.make(
            0, assembly, options: options.forDryRun, store: ShadowStore(store),
            log: SilentLog())
        return try await worker.explanation(of: event, EventLocation())
    }
}

extension Worker {
    fileprivate func explanation(
        of event: Event, _ origin: EventLocation
    ) async throws(PeriluneError) -> Explanation {
        let steps = Steps()
        let clock = ContinuousClock()
        let start = clock.now
        let results = try await explain(event, of: origin) { step in steps.append(step) }
        let microseconds = (clock.now - start).microseconds
        return Explanation(steps.all, results, microseconds: microseconds)
    }
}
