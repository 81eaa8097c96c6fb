package import PeriluneCore

/// What became of many events.
///
/// `total` is always the sum of the five outcomes.
public struct Summary: Hashable, Sendable {
    /// Events that came from outside.
    public var read = 0
    /// Events that delegates published.
    public var published = 0
    /// Timers that were called.
    public var timers = 0
    /// By outcome.
    public var handled = 0
    /// Events that the default handler took.
    public var byDefault = 0
    /// Events that no delegate or default handler took.
    public var unhandled = 0
    /// Events that a delegate refused.
    public var rejected = 0
    /// Events that could not be processed.
    public var failed = 0
    /// Values emitted.
    public var emitted = 0
    /// Errors of delegates, also where another took over.
    public var errors = 0
    /// Bytes read.
    public var bytes = 0

    /// What modules report beside the results of events.
    package var notices = Notices()

    /// Nothing yet.
    public init() {}

    /// All events that were decided.
    public var total: Int { handled + byDefault + unhandled + rejected + failed }

    package mutating func count(_ outcome: Outcome) {
        switch outcome {
        case .handled: handled += 1
        case .default: byDefault += 1
        case .unhandled: unhandled += 1
        case .rejected: rejected += 1
        case .failed: failed += 1
        }
    }

    package static func += (sum: inout Summary, other: Summary) {
        sum.read += other.read
        sum.published += other.published
        sum.timers += other.timers
        sum.handled += other.handled
        sum.byDefault += other.byDefault
        sum.unhandled += other.unhandled
        sum.rejected += other.rejected
        sum.failed += other.failed
        sum.emitted += other.emitted
        sum.errors += other.errors
        sum.bytes += other.bytes
        sum.notices += other.notices
    }
}
