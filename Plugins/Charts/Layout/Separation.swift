/// Puts things in a row near where each would like to be, without one over another and in their order.
package enum Separation {
    /// Finds the places with the least sum of squared distances to the desired ones.
    ///
    /// Without the preceding lengths, the places only have to be ascending: this is isotonic regression, which
    /// pooling adjacent violators solves exactly in one pass. Clamping the result is exact too.
    ///
    /// - Parameters:
    ///   - desired: The desired middles, whose order is kept.
    ///   - lengths: The required lengths, including gaps.
    ///   - range: The range of all places; what does not fit exceeds its end.
    /// - Returns: The middles.
    package static func places(
        desired: [Double], lengths: [Double], within range: ClosedRange<Double>
    ) -> [Double] {
        struct Pool {
            var sum: Double
            var count: Int
            var mean: Double { sum / Double(count) }
        }
        var before: [Double] = []
        var total = 0.0
        var pools: [Pool] = []
        for (wish, length) in zip(desired, lengths) {
            before.append(total + length / 2)
            pools.append(Pool(sum: wish - total - length / 2, count: 1))
            total += length
            while pools.count > 1, pools[pools.count - 2].mean > pools[pools.count - 1].mean {
                let last = pools.removeLast()
                pools[pools.count - 1].sum += last.sum
                pools[pools.count - 1].count += last.count
            }
        }
        let highest = max(range.lowerBound, range.upperBound - total)
        var places: [Double] = []
        for pool in pools {
            let start = min(max(pool.mean, range.lowerBound), highest)
            for _ in 0..<pool.count { places.append(start + before[places.count]) }
        }
        return places
    }
}
