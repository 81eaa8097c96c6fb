/// A histogram of durations, with buckets that are each a quarter longer than the one before.
package struct DurationHistogram: Hashable, Sendable {
    /// The upper bounds of the buckets, from 100 ns to 10 s; the last bucket has everything that is longer.
    package static let bounds: [UInt64] = {
        var bounds: [UInt64] = [100]
        while let last = bounds.last, bounds.count < 84 { bounds.append(last + last / 4) }
        return bounds
    }()

    /// The number of durations in each bucket; empty if there are none.
    package private(set) var buckets: [Int] = []
    /// The number of durations.
    package private(set) var count = 0
    /// Their sum, in nanoseconds.
    package private(set) var nanoseconds: UInt64 = 0

    package init() {}

    /// Creates a histogram from counts, one for each bound.
    package init(buckets: [Int], nanoseconds: UInt64) {
        guard buckets.count == Self.bounds.count else { return }
        self.buckets = buckets
        self.nanoseconds = nanoseconds
        count = buckets.reduce(0, +)
    }

    /// Adds a duration, in nanoseconds, to the first bucket whose bound is not shorter.
    package mutating func add(_ time: UInt64) {
        if buckets.isEmpty { buckets = Array(repeating: 0, count: Self.bounds.count) }
        count += 1
        nanoseconds += time
        buckets[Self.bounds.firstIndex { time <= $0 } ?? Self.bounds.count - 1] += 1
    }

    /// The duration that a share of all durations did not exceed, in nanoseconds; `nil` if there are none.
    package func quantile(_ share: Double) -> UInt64? {
        var left = Int((Double(count) * share).rounded(.up))
        for (number, bound) in zip(buckets, Self.bounds) where count > 0 {
            left -= number
            if left <= 0 { return bound }
        }
        return nil
    }

    static func += (sum: inout DurationHistogram, other: DurationHistogram) {
        guard other.count > 0 else { return }
        guard sum.count > 0 else { return sum = other }
        sum.count += other.count
        sum.nanoseconds += other.nanoseconds
        for index in other.buckets.indices { sum.buckets[index] += other.buckets[index] }
    }

    static func - (now: DurationHistogram, before: DurationHistogram) -> DurationHistogram {
        guard before.count > 0 else { return now }
        return DurationHistogram(
            buckets: zip(now.buckets, before.buckets).map { $0 - $1 },
            nanoseconds: now.nanoseconds &- before.nanoseconds)
    }
}
