import PeriluneCore
import Testing

struct TimeSpreadTests {
    @Test func aQuantileIsAtMostAQuarterTooLong() {
        var spread = TimeSpread()
        var random = SystemRandomNumberGenerator()
        let times = (0..<2000).map { _ in UInt64.random(in: 200...5_000_000, using: &random) }
        for time in times { spread.note(time) }
        let sorted = times.sorted()
        for share in [0.5, 0.9, 0.99] {
            let exact = sorted[Int((Double(times.count) * share).rounded(.up)) - 1]
            let found = spread.quantile(share)
            #expect(found >= exact)
            #expect(Double(found) <= Double(exact) * 1.26)
        }
    }

    @Test func withoutTimesThereIsNone() {
        #expect(TimeSpread().quantile(0.99) == 0)
    }
}
