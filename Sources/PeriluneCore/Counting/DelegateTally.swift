internal import Glibc

/// Counts what the delegates of one bus do; used on its worker's thread.
///
/// A value: each use of it is one access for the runtime to check, whatever it does.
struct DelegateTally {
    private var counts: [DelegateCounts]
    /// Turns of each until the next one that is timed.
    private var untimed: [Int]
    /// Those that know their memory, found once: to ask a type for it each time costs more than the counts.
    private let measured: [(any MeasuredDelegate)?]
    /// Whether the delegates were not reported yet.
    private var isNew = true

    /// One turn in so many is timed.
    ///
    /// To read the clock costs a good part of what a small rule does. A prime: kinds of events often take
    /// turns, and every second, fourth or sixteenth turn might always be the same kind's.
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

    /// Counts a delegate that goes on with an event; returns the start time if this turn is timed.
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

    /// Passes on and resets the counts of delegates that have done something since the last call.
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

/// A delegate that knows how much memory it holds.
package protocol MeasuredDelegate: EventDelegate {
    /// Bytes, as far as the script or its like can make them more.
    var memoryUsed: Int { get }
}

extension Bus {
    /// Passes on what the delegates have done since the last call, and the memory that each holds now.
    ///
    /// Only of those that have done something, but the first time of all; of none where nobody counts.
    package func drainCounts(_ body: (_ name: String, DelegateCounts, _ memory: Int?) -> Void) {
        tally?.drainCounts { delegateIndex, counts, memory in
            body(name(of: delegateIndex), counts, memory)
        }
    }
}
