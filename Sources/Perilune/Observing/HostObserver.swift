public import PeriluneCore

/// Gets what a host decides, for metrics.
///
/// Called once for each batch, on the worker's thread, so it must return quickly. The counts of all batches add up
/// to the totals, for any number of workers.
public protocol HostObserver: Sendable {
    /// Events have ended.
    func decided(_ decisions: Decisions)
}

/// Counts of the events of a batch, by names that are bounded: scripts, outcomes, kinds, codes.
public struct Decisions: Sendable {
    /// The number of events by outcome and script.
    public var verdicts: [Verdict: Int] = [:]
    /// Errors of delegates by name, also if another delegate or the default handler took the event.
    public var failures: [String: Int] = [:]
    /// The number of effects by kind, such as `navigate` or `crm.create`.
    public var effects: [String: Int] = [:]
    /// The number of quarantined events by error code, such as `script.time`.
    public var quarantined: [String: Int] = [:]

    /// Creates counts of zero.
    public init() {}

    /// The number of events.
    public var events: Int { verdicts.values.reduce(0, +) }

    /// Whether there is nothing to tell.
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
