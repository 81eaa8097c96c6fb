/// What a delegate has done on one worker since the host began: what `perilune top` shows.
package struct DelegateCounts: Sendable {
    /// Times that it was entered.
    package var entered = 0
    /// Times that the event was its own.
    package var taken = 0
    /// Times that it failed.
    package var failures = 0
    /// One time in sixteen is measured.
    package var times = TimeSpread()

    package init() {}

    package static func += (sum: inout DelegateCounts, other: DelegateCounts) {
        sum.entered += other.entered
        sum.taken += other.taken
        sum.failures += other.failures
        sum.times += other.times
    }
}

/// How times are spread, in buckets of which each is a quarter longer than the one before.
package struct TimeSpread: Sendable {
    /// From 100 ns to 10 s.
    private var buckets = [UInt32](repeating: 0, count: 84)
    /// Times so far.
    package private(set) var count = 0
    /// Their sum, nanoseconds.
    package private(set) var nanoseconds: UInt64 = 0

    package init() {}

    package mutating func note(_ time: UInt64) {
        count += 1
        nanoseconds += time
        var bound: UInt64 = 100
        var bucket = 0
        while time > bound, bucket < buckets.count - 1 {
            bound += bound / 4
            bucket += 1
        }
        buckets[bucket] &+= 1
    }

    /// The time that a share of all did not exceed, nanoseconds; 0 where there is none.
    package func quantile(_ share: Double) -> UInt64 {
        var left = Int((Double(count) * share).rounded(.up))
        var bound: UInt64 = 100
        for number in buckets where count > 0 {
            left -= Int(number)
            if left <= 0 { return bound }
            bound += bound / 4
        }
        return 0
    }

    static func += (sum: inout TimeSpread, other: TimeSpread) {
        sum.count += other.count
        sum.nanoseconds += other.nanoseconds
        for index in sum.buckets.indices { sum.buckets[index] &+= other.buckets[index] }
    }
}
