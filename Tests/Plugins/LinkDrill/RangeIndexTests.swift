import PeriluneTestKit
import Testing

@testable import LinkDrillPlugin

struct RangeIndexTests {
    @Test func agreesWithALinearSearch() {
        var random = SeededGenerator(seed: 12)
        for count in 0...200 {
            let ranges = (0..<count).map { owner in
                let start = Int64(random.number(0...60))
                return (start...start + Int64(random.number(0...random.number(0...40))), owner)
            }
            let index = RangeIndex(ranges)
            #expect(index.isEmpty == ranges.isEmpty)
            for number in Int64(-1)...101 {
                var found: [Int] = []
                index.find(number, into: &found)
                #expect(found.sorted() == ranges.filter { $0.0.contains(number) }.map(\.1))
            }
        }
    }

    @Test func findsTheBoundsOfAllNumbers() {
        let index = RangeIndex([(0...Int64.max, 1), (Int64.max...Int64.max, 2), (0...0, 3)])
        for (number, owners) in [(Int64(0), [1, 3]), (.max, [1, 2]), (7, [1])] {
            var found: [Int] = []
            index.find(number, into: &found)
            #expect(found.sorted() == owners)
        }
    }
}
