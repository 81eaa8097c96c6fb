import PeriluneTestKit
import Testing

@testable import PeriluneCore

struct DurationHistogramTests {
    private func spread(of times: [UInt64]) -> DurationHistogram {
        var spread = DurationHistogram()
        for time in times { spread.add(time) }
        return spread
    }

    private func times(_ count: Int, _ random: inout SeededGenerator) -> [UInt64] {
        (0..<count).map { _ in UInt64.random(in: 200...5_000_000, using: &random) }
    }

    @Test(arguments: 0..<8) func aQuantileIsAtMostAQuarterTooLong(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let times = times(Int.random(in: 1...2000, using: &random), &random)
        let sorted = times.sorted()
        for share in [0.01, 0.5, 0.9, 0.99, 1] {
            let exact = sorted[Int((Double(times.count) * share).rounded(.up)) - 1]
            let found = spread(of: times).quantile(share) ?? 0
            #expect(found >= exact)
            #expect(Double(found) <= Double(exact) * 1.26)
        }
    }

    @Test func histogramsCanBeAddedAndSubtracted() {
        var random = SeededGenerator(seed: 1)
        let (some, others) = (times(300, &random), times(40, &random))
        var sum = spread(of: some)
        sum += spread(of: others)
        #expect(sum == spread(of: some + others))
        #expect(sum - spread(of: some) == spread(of: others))
        sum += DurationHistogram()
        #expect(sum - DurationHistogram() == spread(of: some + others))
    }

    @Test func theShortestAndLongestDurationsHaveABucket() {
        #expect(spread(of: [0]).quantile(1) == 100)
        #expect(spread(of: [.max]).quantile(1) == DurationHistogram.bounds.last)
    }

    @Test func anEmptyHistogramHasNoQuantile() {
        #expect(DurationHistogram().quantile(0.99) == nil)
    }
}
