public import PeriluneCore

/// Receives counts of what a host processes, for metrics.
///
/// It is called once for each batch, on the worker's thread, so it must return quickly. The counts of all batches add
/// up to the totals, for any number of workers.
public protocol HostObserver: Sendable {
    /// Called with the counts of events that have ended.
    func decided(_ decisions: Decisions)
}

/// Counts of the events of a batch; the names are bounded: scripts, outcomes, kinds and codes.
public struct Decisions: Sendable {
    /// The number of events by outcome and script.
    public var verdicts: [Verdict: Int] = [:]
    /// Errors of delegates by name, even if another delegate or the default handler took the event.
    public var failures: [String: Int] = [:]
    /// The number of effects by kind, such as `navigate` or `crm.create`.
    public var effects: [String: Int] = [:]
    /// The number of quarantined events by error code, such as `script.time`.
    public var quarantined: [String: Int] = [:]

    /// Creates counts of zero.
    public init() {}

    /// The number of events.
    public var events: Int { verdicts.values.reduce(0, +) }

    /// Whether there is nothing to report.
    var isEmpty: Bool { verdicts.isEmpty && failures.isEmpty }

    /// The outcome of an event, with the delegate or handler that took it.
    public struct Verdict: Hashable, Sendable {
        /// The outcome.
        public let outcome: Outcome
        /// The delegate or default handler that took the event; empty if none did.
        public let by: String

        /// Creates a verdict.
        public init(outcome: Outcome, by: String) {
            self.outcome = outcome
            self.by = by
        }
    }
}
