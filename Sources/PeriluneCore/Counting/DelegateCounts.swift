/// What a delegate has done: what `perilune top` shows.
package struct DelegateCounts: Hashable, Sendable {
    /// Events that it was entered for.
    package var entered = 0
    /// Those that were its own: it did not decline or pass them.
    package var taken = 0
    /// Those that it failed on.
    package var failures = 0
    /// Times that it had the thread: once for an event, and once more for each answer that it waited for.
    package var turns = 0
    /// How long some of these turns took, by how they ended.
    package private(set) var timesByOutcome: [CallOutcome: DurationHistogram] = [:]

    package init() {}

    /// How long some of these turns took, however they ended.
    package var times: DurationHistogram {
        var all = DurationHistogram()
        for times in timesByOutcome.values { all += times }
        return all
    }

    /// Adds the time of a turn, in nanoseconds.
    package mutating func add(_ time: UInt64, _ outcome: CallOutcome) {
        timesByOutcome[outcome, default: DurationHistogram()].add(time)
    }

    /// Adds times that were counted elsewhere.
    package mutating func add(_ times: DurationHistogram, _ outcome: CallOutcome) {
        timesByOutcome[outcome, default: DurationHistogram()] += times
    }

    /// Nanoseconds of the thread: what the turns took that were timed, for all of them.
    package var nanoseconds: UInt64 {
        let times = times
        return times.count == 0
            ? 0 : UInt64(Double(times.nanoseconds) / Double(times.count) * Double(turns))
    }

    /// Adds counts of another worker or another period.
    package static func += (sum: inout DelegateCounts, other: DelegateCounts) {
        sum.entered += other.entered
        sum.taken += other.taken
        sum.failures += other.failures
        sum.turns += other.turns
        for (outcome, times) in other.timesByOutcome { sum.add(times, outcome) }
    }

    /// What has come since an earlier time.
    package static func - (now: DelegateCounts, before: DelegateCounts) -> DelegateCounts {
        var new = now
        new.entered -= before.entered
        new.taken -= before.taken
        new.failures -= before.failures
        new.turns -= before.turns
        for (outcome, times) in before.timesByOutcome {
            new.timesByOutcome[outcome] =
                now.timesByOutcome[outcome, default: DurationHistogram()] - times
        }
        return new
    }
}
