public import PeriluneCore

/// Gets what a host decides, for metrics.
///
/// Told once for each batch, on the worker's thread: count, and come back. The counts of all batches add up
/// to what was decided, whatever the number of workers.
public protocol HostObserver: Sendable {
    /// Events have ended.
    func decided(_ decisions: Decisions)
}

/// What became of the events of a batch, as counts whose names are bounded: scripts, outcomes, kinds, codes.
public struct Decisions: Sendable {
    /// How many events ended how, and by whom.
    public var verdicts: [Verdict: Int] = [:]
    /// Errors of delegates by name, also where the event went on to the next one or to default handling.
    public var failures: [String: Int] = [:]
    /// Effects by kind: `navigate`, `crm.create`.
    public var effects: [String: Int] = [:]
    /// Events in quarantine by the code of the error: `script.time`.
    public var quarantined: [String: Int] = [:]

    /// Nothing yet.
    public init() {}

    /// Events that have ended.
    public var events: Int { verdicts.values.reduce(0, +) }

    /// Whether there is nothing to tell.
    var isEmpty: Bool { verdicts.isEmpty && failures.isEmpty }

    /// How an event ended, and by whom.
    public struct Verdict: Hashable, Sendable {
        /// How it ended.
        public let outcome: Outcome
        /// The delegate or default handler that took the event; empty if none did.
        public let by: String

        /// Names both.
        public init(outcome: Outcome, by: String) {
            self.outcome = outcome
            self.by = by
        }
    }
}
