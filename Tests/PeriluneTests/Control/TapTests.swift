import Perilune
import PeriluneCore
import Testing

struct TapTests {
    private let tap = Tap()

    private func add(_ number: Int, bytes: Int = 0) {
        tap.add(
            Array(repeating: UInt8(ascii: " "), count: bytes),
            Record(
                event: "\(number)", type: number % 2 == 0 ? "t.even" : "t.odd", outcome: .handled))
    }

    private func ids(_ entries: [Tap.Entry]) -> [String] { entries.map(\.record.event) }

    @Test func isActiveOnceAClientHasAsked() {
        #expect(!tap.isWatched)
        _ = tap.events(from: nil, limit: 10)
        #expect(tap.isWatched)
    }

    @Test func startsAtTheCurrentPosition() {
        add(1)
        let start = tap.events(from: nil, limit: 10)
        #expect(start.events.isEmpty && start.missed == 0)
        add(2)
        #expect(ids(tap.events(from: start.next, limit: 10).events) == ["2"])
    }

    @Test func returnsEachEventOnce() {
        for number in 1...5 { add(number) }
        let first = tap.events(from: 1, limit: 3)
        #expect(ids(first.events) == ["1", "2", "3"])
        let second = tap.events(from: first.next, limit: 100)
        #expect(ids(second.events) == ["4", "5"])
        let third = tap.events(from: second.next, limit: 100)
        #expect(third.events.isEmpty && third.missed == 0 && third.next == 6)
    }

    @Test func filteredEventsAreNotMissed() {
        for number in 1...10 { add(number) }
        let first = tap.events(from: 1, limit: 2) { $0.type == "t.even" }
        #expect(ids(first.events) == ["2", "4"])
        #expect(first.next == 5)
        let second = tap.events(from: first.next, limit: 10) { $0.type == "t.even" }
        #expect(ids(second.events) == ["6", "8", "10"])
        #expect(first.missed + second.missed == 0)
    }

    @Test func skippedEventsCountAsMissed() {
        add(1)
        tap.skip(7)
        add(9)
        let got = tap.events(from: 1, limit: 100)
        #expect(ids(got.events) == ["1", "9"])
        #expect(got.missed == 7)
        #expect(tap.decided == 9)
        tap.skip(2)
        #expect(tap.events(from: got.next, limit: 100).missed == 2)
    }

    @Test(arguments: [1, 256, 5000]) func eachEventIsEitherReturnedOrMissed(limit: Int) {
        var next: UInt64 = 1
        var seen: [UInt64] = []
        var missed: UInt64 = 0
        for number in 1...20_000 {
            add(number)
            guard number % 7000 == 0 || number == 20_000 else { continue }
            let got = tap.events(from: next, limit: limit)
            seen += got.events.map(\.number)
            missed += got.missed
            next = got.next
        }
        #expect(seen == seen.sorted())
        #expect(UInt64(seen.count) + missed == next - 1)
        #expect(missed > 0)
    }

    @Test func largeEventsAreBounded() {
        for number in 1...40 { add(number, bytes: 1 << 20) }
        let got = tap.events(from: 1, limit: 100)
        #expect(got.events.count <= 16)
        #expect(got.missed == 40 - UInt64(got.events.count))
        #expect(tap.events(from: got.next - 2, limit: 100, bytes: 1).events.count == 1)
    }

    @Test func smallEventsAreKeptAfterLargeOnesAreEvicted() {
        for number in 1...40 { add(number, bytes: 1 << 20) }
        for number in 41...3000 { add(number) }
        let got = tap.events(from: 41, limit: 10_000)
        #expect(got.events.count == 2960)
        #expect(got.missed == 0)
    }

    @Test func aNumberBeyondTheEndMeansTheEnd() {
        add(1)
        #expect(tap.events(from: 5000, limit: 10).next == 2)
    }
}
