import PeriluneCore
import Testing

@testable import URLPatternsPlugin

struct ConflictTests {
    private func report(
        _ patterns: [String], _ policy: PatternSet.Policy = .firstRegistered, limit: Int = 1000
    ) throws -> ConflictReport {
        let patterns = try patterns.enumerated().map { index, text in
            try URLPattern(
                text, notification: "N\(index)", place: .init(file: "rules.lua", line: index + 1))
        }
        return try PatternSet(patterns, policy: policy).conflicts(limit: limit)
    }

    @Test func reportsDuplicatesWithBothPlacesAndAnExample() throws {
        let report = try report(["l:(animal)A/s:B", "i:X", "l:(animal)C/s:D"])
        let conflict = try #require(report.conflicts.first)
        #expect(report.total == 1)
        #expect(conflict.relation == .duplicate)
        #expect((conflict.firstIndex, conflict.secondIndex) == (0, 2))
        #expect(conflict.winnerIndex == 0)
        #expect(conflict.first.place == .init(file: "rules.lua", line: 1))
        #expect(conflict.second.place == .init(file: "rules.lua", line: 3))
        #expect(conflict.example == "example://animal/x")
    }

    @Test func reportsPatternsThatCanNeverWin() throws {
        let conflict = try #require(try report(["s:A/f:B", "l:(a b)C/i:D"]).conflicts.first)
        #expect(conflict.relation == .shadowed)
        #expect(conflict.winnerIndex == 0)
        #expect(!conflict.isRefinement)
        #expect(conflict.example == "example://a%20b/7")
    }

    @Test func reportsAnOverlapAndItsWinner() throws {
        let conflict = try #require(try report(["l:(a)A/s:B", "s:C/f:D"]).conflicts.first)
        #expect(conflict.relation == .overlapping)
        #expect(conflict.winnerIndex == 0)
        #expect(!conflict.isRefinement)
        #expect(conflict.example == "example://a/1.5")
    }

    @Test func aSpecialCaseBeforeItsGeneralOneIsARefinement() throws {
        let first = try #require(try report(["l:(a)A", "s:B"]).conflicts.first)
        #expect(first.relation == .overlapping)
        #expect(first.isRefinement)
        let specific = try #require(try report(["s:B", "l:(a)A"], .mostSpecific).conflicts.first)
        #expect(specific.winnerIndex == 1)
        #expect(specific.isRefinement)
    }

    @Test func canonicallyEquivalentLiteralsAreDifferent() throws {
        #expect(try report(["l:(\u{E9})A", "l:(e\u{301})A"]).total == 0)
    }

    @Test func patternsOfDifferentSchemesDoNotConflict() throws {
        #expect(try report(["app://s:A", "other://s:A"]).total == 0)
        let conflict = try #require(try report(["app://s:A", "s:A"]).conflicts.first)
        #expect(conflict.isRefinement)
        #expect(conflict.example == "app://x")
    }

    @Test func listsAsManyAsAskedButCountsAll() throws {
        let report = try report(["i:A", "f:A", "s:A", "i:A", "s:A"], limit: 3)
        #expect(report.total == 10)
        #expect(report.conflicts.count == 3)
        #expect(report.isTruncated)
        #expect(report.conflicts.map(\.relation) == [.duplicate, .duplicate, .shadowed])
        #expect(report.counts == [.duplicate: 2, .shadowed: 2, .overlapping: 6])
    }

    @Test func theLimitCutsByRegistrationNotByLength() throws {
        let report = try report(["s:A/s:B", "s:A/s:B", "s:A", "s:A", "s:A"], limit: 2)
        #expect(report.conflicts.map(\.secondIndex) == [1, 3])
        #expect(report.counts == [.duplicate: 4])
    }

    private static let modes: [(URLPattern.Matching, PatternSet.Policy)] = [
        (.strict, .firstRegistered), (.strict, .mostSpecific),
        (.compatible, .firstRegistered), (.compatible, .mostSpecific),
    ]

    /// Texts that tell all component kinds of the tiny world apart.
    private static let urls = (1...3).flatMap {
        TinyWorld.tuples(["a", "1", "x", "1.5", "7", "zz"], $0)
    }.flatMap { tuple in ["app", "example"].map { ($0, tuple) } }

    @Test(arguments: modes)
    func agreesWithAnExhaustiveSearch(
        matching: URLPattern.Matching, policy: PatternSet.Policy
    ) throws {
        var random = SplitMix(state: 11)
        let all = try TinyWorld.allPatterns(matching)
        var acceptedURLs: [String: Set<Int>] = [:]
        for _ in 0..<8 {
            let patterns = try (0..<Int.random(in: 2...45, using: &random)).map { _ in
                let text = try #require(all.randomElement(using: &random)).text
                let isPlain = matching == .compatible || Int.random(in: 0..<4, using: &random) > 0
                return try URLPattern(
                    isPlain ? text : "app://" + text, notification: text, matching: matching,
                    priority: Int.random(in: 0..<6, using: &random) / 4)
            }
            let accepted = patterns.map { pattern in
                if let known = acceptedURLs[pattern.text] { return known }
                let found = Self.urls.indices.filter {
                    PatternOracle.matches(pattern, Self.urls[$0])
                }
                acceptedURLs[pattern.text] = Set(found)
                return Set(found)
            }
            try check(PatternOracle(patterns: patterns, policy: policy), accepted)
        }
    }

    private func check(_ oracle: PatternOracle, _ accepted: [Set<Int>]) throws {
        let patterns = oracle.patterns
        let report = try PatternSet(patterns, policy: oracle.policy).conflicts(limit: .max)
        var expected: Set<[Int]> = []
        for second in patterns.indices {
            for first in 0..<second where !accepted[first].isDisjoint(with: accepted[second]) {
                expected.insert([first, second])
            }
        }
        #expect(Set(report.conflicts.map { [$0.firstIndex, $0.secondIndex] }) == expected)
        #expect(report.conflicts.count == expected.count)
        #expect(report.total == expected.count)
        for conflict in report.conflicts {
            let pair = [conflict.firstIndex, conflict.secondIndex]
            let winner = oracle.isBetter(pair[0], pair[1]) ? pair[0] : pair[1]
            let loser = winner == pair[0] ? pair[1] : pair[0]
            let covers = accepted[winner].isSuperset(of: accepted[loser])
            let isCovered = accepted[loser].isSuperset(of: accepted[winner])
            let relation: PatternConflict.Relation =
                covers ? (isCovered ? .duplicate : .shadowed) : .overlapping
            // One expectation for all: there are thousands of pairs.
            let isRight =
                conflict.relation == relation && conflict.winnerIndex == winner
                && conflict.isRefinement == (isCovered && !covers)
                && pair.allSatisfy { oracle.matches($0, conflict.example) }
            if !isRight { Issue.record("\(conflict)") }
        }
        checkReachability(report, oracle, accepted)
    }

    /// The losers of duplicate and shadowed pairs never win; all others do for some URL.
    private func checkReachability(
        _ report: ConflictReport, _ oracle: PatternOracle, _ accepted: [Set<Int>]
    ) {
        var taken: Set<Int> = []
        var winners: Set<Int> = []
        for index in oracle.patterns.indices.sorted(by: oracle.isBetter)
        where !accepted[index].isSubset(of: taken) {
            winners.insert(index)
            taken.formUnion(accepted[index])
        }
        let losers = report.conflicts.filter { $0.relation != .overlapping }.map {
            $0.winnerIndex == $0.firstIndex ? $0.secondIndex : $0.firstIndex
        }
        #expect(winners == Set(oracle.patterns.indices).subtracting(losers))
    }
}
