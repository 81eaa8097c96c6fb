import PeriluneCore
import Testing

@testable import Perilune

/// What no event can reach.
struct DelegateReachTests {
    @Test func whoComesBehindOneThatKeepsAllIsNeverAsked() {
        let found = Self.findings([
            (["link.*"], [], 0, true), (["link.drill"], [("evt", 1)], 0, false),
            (["crm.*"], [], 0, false),
        ])
        #expect(found == [.init(delegate: 1, keeper: 0, part: nil)])
    }

    @Test func aHigherPriorityComesFirst() {
        let found = Self.findings([(["*"], [], 0, true), (["a"], [], 1, false)])
        #expect(found.isEmpty)
    }

    @Test func whoMayPassKeepsNothing() {
        #expect(Self.findings([(["*"], [], 0, false), (["a"], [], 0, false)]).isEmpty)
    }

    @Test func conditionsOfTheEarlierMustHold() {
        let found = Self.findings([
            (["*"], [("where", ["a": 1])], 0, true),
            (["*"], [("where", ["a": 1, "b": 2])], 0, false),
            (["*"], [("where", ["a": [1, 2]])], 0, false), (["*"], [], 0, false),
        ])
        #expect(found == [.init(delegate: 1, keeper: 0, part: nil)])
    }

    @Test func partsOfListsAreToldApart() {
        let found = Self.findings([
            (["link.*"], [("evt", [1, 2])], 0, true),
            (["link.drill"], [("evt", [2, 3])], 0, false),
        ])
        #expect(
            found == [
                .init(
                    delegate: 1, keeper: 0, part: .init(field: "evt", index: 0, coveredBy: nil))
            ])
    }

    @Test func listsThatRepeatThemselves() {
        let found = Self.findings([(["a.b", "a.*"], [("evt", [4, 5, 4])], 0, false)])
        #expect(
            found.map(\.part) == [
                .init(field: "on", index: 0, coveredBy: 1),
                .init(field: "evt", index: 2, coveredBy: 0),
            ])
    }

    @Test func coverageOfTypesIsWhatMatchingSays() throws {
        let parts = ["a", "b", "*"]
        var patterns: [String] = parts
        for one in parts {
            for other in parts {
                patterns.append("\(one).\(other)")
                patterns += parts.map { "\(one).\(other).\($0)" }
            }
        }
        // Of up to five parts, with one that no pattern names: enough to tell such patterns apart.
        var types: [String] = []
        var last = [""]
        for _ in 0..<5 {
            last = last.flatMap { type in
                ["a", "b", "c"].map { type.isEmpty ? $0 : "\(type).\($0)" }
            }
            types += last
        }
        for one in patterns {
            for other in patterns {
                let (wide, narrow) = (try TypePattern(one), try TypePattern(other))
                let isCovered = types.allSatisfy { !narrow.matches($0) || wide.matches($0) }
                #expect(wide.covers(narrow) == isCovered, "\(one) \(other)")
            }
        }
    }

    private static func findings(
        _ delegates: [(
            types: [TypePattern], conditions: [(String, Value)], priority: Int, keeps: Bool
        )]
    ) -> [DelegateReach.Finding] {
        let seats = delegates.map { delegate in
            DelegateReach.Seat(
                Delegate(
                    name: "d",
                    interests: Interests(
                        types: delegate.types,
                        conditions: delegate.conditions.map { .init($0.0, $0.1) }),
                    priority: delegate.priority
                ) { _ throws(PeriluneError) in throw PeriluneError("test", "never made") },
                keepsAll: delegate.keeps)
        }
        return DelegateReach(seats) { $1 == $2 }.findings()
    }
}
