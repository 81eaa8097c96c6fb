public import PeriluneCore

/// Processing of single events for embedding programs and for the host's own plugins.
extension Host: EventProcessor {
    /// Decides one event, and returns its record with the values that rules emitted.
    ///
    /// ```swift
    /// let answer = try await host.decide(
    ///     Event(id: "1", source: "shop", type: "order.placed", data: ["total": 900]))
    /// for value in answer.json() { print(String(decoding: value, as: UTF8.self)) }
    /// ```
    ///
    /// An error of a rule is in the record, and is not thrown.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before the event has ended, see ``process(_:)``; an error
    ///   of the store.
    public nonisolated(nonsending) func decide(_ event: Event) async throws -> Answer {
        let answer = try Answer(try await process(all: [event]))
        if answer.record.error?.code == .eventCancelled { throw CancellationError() }
        return answer
    }

    /// Processes an event that a plugin creates, even while another event is being processed.
    ///
    /// Unlike ``decide(_:)``, it does not wait for unfinished events of the same key.
    package func answer(_ event: Event) async throws -> Answer {
        try Answer(try await router.process([event], waitsForKey: false))
    }
}

extension Answer {
    /// Creates an answer from the results for one event.
    fileprivate init(_ results: Host.Results) throws(PeriluneError) {
        self.init(
            record: try results.first, published: Array(results.records.dropFirst()),
            emissions: results.emissions)
    }
}
