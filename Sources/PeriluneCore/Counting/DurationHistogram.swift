/// How times are spread, in buckets of which each is a quarter longer than the one before.
package struct DurationHistogram: Hashable, Sendable {
    /// The longest time of each bucket, from 100 ns to 10 s; the last one has all that are longer.
    package static let bounds: [UInt64] = {
        var bounds: [UInt64] = [100]
        while let last = bounds.last, bounds.count < 84 { bounds.append(last + last / 4) }
        return bounds
    }()

    /// How many times are in each; empty while there is none.
    package private(set) var buckets: [Int] = []
    /// Times so far.
    package private(set) var count = 0
    /// Their sum, nanoseconds.
    package private(set) var nanoseconds: UInt64 = 0

    package init() {}

    /// What was counted elsewhere, with a number for each bound.
    package init(buckets: [Int], nanoseconds: UInt64) {
        guard buckets.count == Self.bounds.count else { return }
        self.buckets = buckets
        self.nanoseconds = nanoseconds
        count = buckets.reduce(0, +)
    }

    /// Counts a time, in nanoseconds, in the first bucket whose bound is not shorter.
    package mutating func add(_ time: UInt64) {
        if buckets.isEmpty { buckets = Array(repeating: 0, count: Self.bounds.count) }
        count += 1
        nanoseconds += time
        buckets[Self.bounds.firstIndex { time <= $0 } ?? Self.bounds.count - 1] += 1
    }

    /// The time that a share of all did not exceed, nanoseconds; `nil` where there is none.
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
