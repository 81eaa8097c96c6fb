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
    /// Delegates that nobody has been told of yet.
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

    /// A delegate is asked about an event; answers when, if its turn is timed.
    mutating func enter(_ seat: Int) -> UInt64? {
        counts[seat].entered += 1
        return resume(seat)
    }

    /// A delegate goes on with an event.
    mutating func resume(_ seat: Int) -> UInt64? {
        counts[seat].turns += 1
        untimed[seat] -= 1
        guard untimed[seat] < 0 else { return nil }
        untimed[seat] = Self.stride - 1
        return Self.now
    }

    /// The delegate's turn is over.
    mutating func leave(_ seat: Int, since start: UInt64, _ outcome: CallOutcome) {
        counts[seat].note(Self.now - start, outcome)
    }

    /// The event was its own.
    mutating func took(_ seat: Int) { counts[seat].taken += 1 }

    mutating func failed(_ seat: Int) { counts[seat].failures += 1 }

    /// Tells what was counted since the last time, of those that have done something.
    mutating func take(_ body: (_ seat: Int, DelegateCounts, _ memory: Int?) -> Void) {
        for seat in counts.indices where isNew || counts[seat].turns > 0 {
            body(seat, counts[seat], measured[seat]?.memoryUsed)
            counts[seat] = DelegateCounts()
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
    /// Tells what the delegates have done since the last time, and the memory that each holds now.
    ///
    /// Only of those that have done something, but the first time of all; of none where nobody counts.
    package func takeCounts(_ body: (_ name: String, DelegateCounts, _ memory: Int?) -> Void) {
        tally?.take { seat, counts, memory in body(name(of: seat), counts, memory) }
    }
}
