import Testing

@testable import ChartsPlugin

struct ColumnWidthsTests {
    typealias Request = ColumnWidths.Request

    @Test func remainingWidthGoesToGrowingColumns() {
        let widths = ColumnWidths.distribute(
            [Request(natural: 50, least: 10), Request(natural: 50, least: 10, grows: true)],
            available: 120)
        #expect(widths == [50, 70])
    }

    @Test func wideColumnsShrinkFirst() {
        let widths = ColumnWidths.distribute(
            [Request(natural: 300, least: 20), Request(natural: 40, least: 20)], available: 140)
        #expect(abs(widths[0] - 100) < 1e-6 && abs(widths[1] - 40) < 1e-6)
    }

    @Test func lastColumnsAreDroppedIfAllWouldBeTooNarrow() {
        let requests = [Request](repeating: Request(natural: 90, least: 40), count: 5)
        #expect(ColumnWidths.distribute(requests, available: 100).count == 2)
        #expect(ColumnWidths.distribute(requests, available: 1) == [1])
        #expect(ColumnWidths.distribute([], available: 100) == [])
    }

    @Test(arguments: 0..<40) func columnsFillTheWidthAndNeverExceedIt(seed: Int) {
        var dice = Seeded(UInt64(seed))
        let requests = (0..<Int.random(in: 1...12, using: &dice)).map { _ in
            Request(
                natural: Double.random(in: 1...300, using: &dice),
                least: Double.random(in: 1...40, using: &dice), grows: Bool.random(using: &dice))
        }
        let available = Double.random(in: 50...1500, using: &dice)
        let widths = ColumnWidths.distribute(requests, available: available)
        #expect(widths.reduce(0, +) <= available + 1e-6)
        if widths.count > 1 {
            for (width, request) in zip(widths, requests) { #expect(width >= request.least - 1e-6) }
        }
    }
}
