import PeriluneCore
import Testing

@testable import Perilune

struct HostOverviewTests {
    private func overview(_ calls: Int) -> HostOverview {
        var overview = HostOverview(
            time: Timestamp(microseconds: Int64(calls) * 1_000_000),
            started: Timestamp(microseconds: 0))
        overview.decided = calls
        overview.process = 7
        var row = HostOverview.Row("a.lua")
        row.counts.entered = calls
        row.counts.turns = calls
        for time in 0..<calls {
            row.counts.add(UInt64(time) * 1000, time % 2 == 0 ? .handled : .failed)
        }
        row.memory = 4096
        row.version = "0123"
        row.since = Timestamp(microseconds: 5)
        var gone = HostOverview.Row("b.lua")
        gone.isRemoved = true
        overview.delegates = [row, gone]
        overview.reloads = ["refused": 1]
        return overview
    }

    @Test func roundTripsThroughJSON() throws {
        let value = try Value(json: overview(20).value.json)
        #expect(HostOverview(value) == overview(20))
    }

    @Test func otherObjectsAreNotOverviews() {
        #expect(HostOverview(["status": "ok"]) == nil)
        #expect(HostOverview(.null) == nil)
    }

    @Test func theDifferenceCountsEventsSinceTheEarlierOverview() throws {
        let new = overview(20).since(overview(12))
        #expect(new.decided == 8)
        #expect(new.started == overview(12).time)
        let row = try #require(new.delegates.first)
        #expect(row.counts.entered == 8)
        #expect(row.counts.times.count == 8)
        #expect(row.counts.nanoseconds == UInt64((12..<20).reduce(0, +)) * 1000)
    }

    @Test func sampledTimesAreExtrapolatedToAllTurns() {
        var counts = DelegateCounts()
        counts.turns = 170
        for _ in 0..<10 { counts.add(2000, .failed) }
        #expect(counts.nanoseconds == 340_000)
    }
}
