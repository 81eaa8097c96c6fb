/// The counts of one delegate, as `perilune top` shows them.
package struct DelegateCounts: Hashable, Sendable {
    /// The number of events that it was called for.
    package var entered = 0
    /// The number of events that it took: it neither declined nor passed them.
    package var taken = 0
    /// The number of events on which it failed.
    package var failures = 0
    /// The number of times that it ran on the thread: once for each event, and once more for each answer that it
    /// waited for.
    package var turns = 0
    /// The durations of the turns that were timed, by how they ended.
    package private(set) var timesByOutcome: [CallOutcome: DurationHistogram] = [:]

    package init() {}

    /// The durations of the turns that were timed, however they ended.
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

    /// The estimated time of all turns in nanoseconds: the mean of the timed turns times the number of turns.
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

    /// The counts since an earlier time.
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
