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

    @Test func aDrainedMemberGivesUpAllLanes() {
        let drained = shares("d", [1, 2])
        #expect(drained.share == 0)
        #expect(drained.surplus == [1, 2])
        #expect(drained.wanted == [])
    }

    @Test func aLaneThatAMemberCannotReadGoesToTheFirstThatCan() {
        var first = shares("a", [2], taken: [3, 4, 5])
        first.unreadable = ["a": [0]]
        #expect(first.wanted == [1, 6])
        #expect(first.surplus == [])
        var second = shares("b", [3, 4, 5], taken: [1, 2, 6, 7])
        second.unreadable = ["a": [0]]
        // Besides its share of the others.
        #expect(second.share == 2)
        #expect(second.wanted == [0])
        second = shares("b", [0, 3, 4], taken: [1, 2, 5, 6, 7])
        second.unreadable = ["a": [0]]
        #expect(second.surplus == [])
        var owner = shares("a", [0], taken: [1, 2])
        owner.unreadable = ["a": [0]]
        #expect(owner.surplus == [0])
    }

    @Test func nobodyTakesALaneThatNobodyCanRead() {
        let unreadable: [String: Set<Int>] = ["a": [0], "b": [0], "c": [0]]
        for name in ["a", "b", "c"] {
            var lanes = shares(name, [], lanes: 1)
            lanes.unreadable = unreadable
            #expect(lanes.wanted == [])
        }
    }
}
