import Testing

@testable import PeriluneCluster

struct LaneSharesTests {
    private func shares(
        _ me: String, _ mine: Set<Int>, taken: Set<Int> = [], lanes: Int = 8,
        members: [String] = ["a", "b", "c"]
    ) -> LaneShares {
        LaneShares(mine: mine, taken: taken, lanes: lanes, members: members, me: me)
    }

    @Test(arguments: 1...9, 1...12)
    func theSharesOfAllMembersAreAllLanes(members: Int, lanes: Int) {
        let names = (0..<members).map { "m\($0)" }
        let all = names.map { shares($0, [], lanes: lanes, members: names).share }
        #expect(all.reduce(0, +) == lanes)
        #expect((all.max() ?? 0) - (all.min() ?? 0) <= 1)
    }

    @Test func aMemberTakesFreeLanesUpToItsShare() {
        #expect(shares("a", [0], taken: [1, 2]).wanted == [3, 4])
        #expect(shares("c", [0], taken: [1, 2]).wanted == [3])
        #expect(shares("a", [0, 1, 2], taken: [3]).wanted == [])
        #expect(shares("a", [], taken: Set(0..<8)).wanted == [])
    }

    @Test func aMemberGivesUpWhatIsMoreThanItsShare() {
        #expect(shares("a", Set(0..<8)).surplus == [3, 4, 5, 6, 7])
        #expect(shares("c", [5, 6]).surplus == [])
    }
}
