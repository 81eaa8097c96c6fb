internal import Glibc

/// Counts what the delegates of one bus do; used on the worker's thread.
///
/// A structure, so that each use is a single exclusivity check.
struct DelegateTally {
    private var counts: [DelegateCounts]
    /// For each delegate, the number of turns until the next one that is timed.
    private var untimed: [Int]
    /// The delegates that report their memory.
    ///
    /// They are found once, because the cast costs more than the counting.
    private let measured: [(any MeasuredDelegate)?]
    /// Whether the counts have never been reported.
    private var isNew = true

    /// One of this many turns is timed.
    ///
    /// Reading the clock would take a good part of the time of a small rule. The number is prime, so that the timed
    /// turns do not always hit the same kind of event when kinds alternate.
    private static let stride = 17

    init(_ delegates: [any EventDelegate]) {
        counts = Array(repeating: DelegateCounts(), count: delegates.count)
        untimed = Array(repeating: 0, count: delegates.count)
        measured = delegates.map { $0 as? any MeasuredDelegate }
    }

    /// Counts a call of a delegate; returns the start time if this call is timed.
    mutating func beginCall(of delegateIndex: Int) -> UInt64? {
        counts[delegateIndex].entered += 1
        return resumeCall(of: delegateIndex)
    }

    /// Counts a delegate that continues with an event; returns the start time if this turn is timed.
    mutating func resumeCall(of delegateIndex: Int) -> UInt64? {
        counts[delegateIndex].turns += 1
        untimed[delegateIndex] -= 1
        guard untimed[delegateIndex] < 0 else { return nil }
        untimed[delegateIndex] = Self.stride - 1
        return Self.now
    }

    /// Adds the time of a delegate's turn that has ended.
    mutating func endCall(of delegateIndex: Int, since start: UInt64, _ outcome: CallOutcome) {
        counts[delegateIndex].add(Self.now - start, outcome)
    }

    /// Counts an event that the delegate handled.
    mutating func countHandled(by delegateIndex: Int) { counts[delegateIndex].taken += 1 }

    mutating func countFailure(of delegateIndex: Int) { counts[delegateIndex].failures += 1 }

    /// Reports and resets the counts of delegates that have done something since the last call; the first call
    /// reports all.
    mutating func drainCounts(
        _ body: (_ delegateIndex: Int, DelegateCounts, _ memory: Int?) -> Void
    ) {
        for delegateIndex in counts.indices where isNew || counts[delegateIndex].turns > 0 {
            body(delegateIndex, counts[delegateIndex], measured[delegateIndex]?.memoryUsed)
            counts[delegateIndex] = DelegateCounts()
        }
        isNew = false
    }

    private static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// A delegate that reports how much memory it uses.
package protocol MeasuredDelegate: EventDelegate {
    /// The bytes that the script can increase.
    var memoryUsed: Int { get }
}

extension Bus {
    /// Reports what the delegates have done since the last call, and how much memory each uses now.
    ///
    /// Only delegates that have done something are reported, except that the first call reports all. Nothing is
    /// reported unless ``countDelegates()`` was called.
    package func drainCounts(_ body: (_ name: String, DelegateCounts, _ memory: Int?) -> Void) {
        tally?.drainCounts { delegateIndex, counts, memory in
            body(name(of: delegateIndex), counts, memory)
        }
    }
}
