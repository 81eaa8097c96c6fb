package import PeriluneCore

/// Counts of events by outcome.
///
/// `total` is always the sum of the five outcomes.
public struct Summary: Hashable, Sendable {
    /// The number of events from outside, including entries that could not be read.
    public var read = 0
    /// The number of events that delegates published.
    public var published = 0
    /// The number of timers that were called.
    public var timers = 0
    /// Events that a delegate handled.
    public var handled = 0
    /// Events that the default handler took.
    public var byDefault = 0
    /// Events that no delegate or default handler took.
    public var unhandled = 0
    /// Events that a delegate rejected.
    public var rejected = 0
    /// Events that could not be processed.
    public var failed = 0
    /// The number of emitted values.
    public var emitted = 0
    /// The number of errors of delegates, even if another delegate or handler took the event.
    public var errors = 0
    /// The number of bytes that were read.
    public var bytes = 0

    /// The notices of scripts and codecs.
    package var notices = Notices()

    /// Creates counts of zero.
    public init() {}

    /// The number of processed events.
    public var total: Int { handled + byDefault + unhandled + rejected + failed }

    /// Counts one processed event under its outcome; ``read`` and ``published`` are counted by the caller.
    @inline(__always)
    package mutating func count(_ outcome: Outcome) {
        switch outcome {
        case .handled: handled += 1
        case .default: byDefault += 1
        case .unhandled: unhandled += 1
        case .rejected: rejected += 1
        case .failed: failed += 1
        }
    }

    /// Adds the counts of another part of the run.
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
