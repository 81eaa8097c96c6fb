import Perilune
import PeriluneCore
import Testing

struct TapTests {
    private let tap = Tap()

    @Test func keepsNothingUntilSomebodyLooks() {
        #expect(!tap.isWatched)
        _ = tap.lines(from: 0, limit: 10)
        #expect(tap.isWatched)
    }

    @Test func givesEachLineOnce() {
        for number in 1...5 { add(number) }
        let first = tap.lines(from: 0, limit: 3)
        #expect(first.lines.count == 3 && first.next == 4)
        let second = tap.lines(from: first.next, limit: 100)
        #expect(second.lines.count == 2 && second.next == 6)
        #expect(tap.lines(from: second.next, limit: 100).lines.isEmpty)
    }

    @Test func saysFromWhereItStillHasLines() {
        for number in 1...20_000 { add(number) }
        let got = tap.lines(from: 1, limit: 1)
        #expect(got.first > 1)
        #expect(
            String(decoding: got.lines[0], as: UTF8.self).hasPrefix(
                #"{"event":{"n":\#(got.first)}"#))
        #expect(tap.next == 20_001)
    }

    private func add(_ number: Int) {
        tap.add(
            Array(#"{"n":\#(number)}"#.utf8),
            Record(event: "\(number)", type: "t", outcome: .handled))
    }
}
