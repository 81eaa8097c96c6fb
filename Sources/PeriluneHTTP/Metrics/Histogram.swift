import Synchronization

/// A histogram: the number of values up to each bound, their sum and their count.
package final class Histogram: Sendable {
    /// Bounds from 100 microseconds to 10 seconds, in seconds.
    package static let seconds = [
        0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1,
        2.5, 5, 10,
    ]

    let bounds: [Double]
    /// The counts of values between the bounds, followed by those above the last bound.
    private let buckets: [Counter]
    private let sumBits = Atomic<UInt64>(0)

    init(bounds: [Double]) {
        self.bounds = bounds.sorted()
        buckets = (0...bounds.count).map { _ in Counter() }
    }

    /// Adds a value, in the unit of the bounds.
    package func observe(_ value: Double) {
        buckets[bounds.firstIndex { value <= $0 } ?? bounds.count].increment()
        sumBits.add(value)
    }

    /// Adds a duration, in seconds.
    package func observe(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        observe(Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// The sum of the observed values.
    package var sum: Double { Double(bitPattern: sumBits.load(ordering: .relaxed)) }

    /// The current counts.
    var reading: HistogramReading {
        var total: UInt64 = 0
        let cumulative = buckets.map { bucket in
            total += bucket.value
            return total
        }
        return HistogramReading(bounds: bounds, cumulative: cumulative, sum: sum)
    }
}

/// The values of a histogram at one time.
package struct HistogramReading: Sendable {
    /// The bounds in ascending order.
    let bounds: [Double]
    /// The number of values up to each bound, followed by the number of all values.
    let cumulative: [UInt64]
    let sum: Double

    package init(bounds: [Double], cumulative: [UInt64], sum: Double) {
        self.bounds = bounds
        self.cumulative = cumulative
        self.sum = sum
    }
}
