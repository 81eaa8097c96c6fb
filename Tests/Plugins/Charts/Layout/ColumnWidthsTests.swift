import Testing

@testable import ChartsPlugin

struct ColumnWidthsTests {
    typealias Wish = ColumnWidths.Wish

    @Test func roomThatIsLeftGoesToThoseThatGrow() {
        let widths = ColumnWidths.shared(
            [Wish(natural: 50, least: 10), Wish(natural: 50, least: 10, grows: true)],
            available: 120)
        #expect(widths == [50, 70])
    }

    @Test func wideColumnsGiveFirst() {
        let widths = ColumnWidths.shared(
            [Wish(natural: 300, least: 20), Wish(natural: 40, least: 20)], available: 140)
        #expect(abs(widths[0] - 100) < 1e-6 && abs(widths[1] - 40) < 1e-6)
    }

    @Test func lastColumnsGoWhereNothingCouldBeRead() {
        let wishes = [Wish](repeating: Wish(natural: 90, least: 40), count: 5)
        #expect(ColumnWidths.shared(wishes, available: 100).count == 2)
        #expect(ColumnWidths.shared(wishes, available: 1) == [1])
        #expect(ColumnWidths.shared([], available: 100) == [])
    }

    @Test(arguments: 0..<40) func columnsFillTheRoomAndNeverRunOver(seed: Int) {
        var dice = Seeded(UInt64(seed))
        let wishes = (0..<Int.random(in: 1...12, using: &dice)).map { _ in
            Wish(
                natural: Double.random(in: 1...300, using: &dice),
                least: Double.random(in: 1...40, using: &dice), grows: Bool.random(using: &dice))
        }
        let available = Double.random(in: 50...1500, using: &dice)
        let widths = ColumnWidths.shared(wishes, available: available)
        #expect(widths.reduce(0, +) <= available + 1e-6)
        if widths.count > 1 {
            for (width, wish) in zip(widths, wishes) { #expect(width >= wish.least - 1e-6) }
        }
    }
}
