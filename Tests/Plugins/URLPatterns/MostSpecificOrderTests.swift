import LinkDrillPlugin
import Perilune
import PeriluneCore
import PeriluneLua
import Testing

@testable import URLPatternsPlugin

/// The order of scripts by their link rules.
struct MostSpecificOrderTests {
    /// The names of the scripts that are called for a link; each passes it on.
    private func called(
        _ order: DelegateOrder, _ conditions: [String], _ link: String
    ) async throws -> [String] {
        var options = HostOptions()
        options.order = order
        let host = try await Host(options: options) {
            LinkDrill()
            URLPatterns()
            for (number, condition) in conditions.enumerated() {
                Script(
                    name: "\(number)",
                    source: """
                        return { \(condition), execute = function(event, commander)
                          commander:emit { \(number), event.data.part and event.data.part.number }
                          return commander:pass()
                        end }
                        """)
            }
        }
        let results = try await host.process(all: [.link(link, id: "e")])
        return String(decoding: results.output, as: UTF8.self).split(separator: "\n").map(
            String.init)
    }

    private let conditions = [
        "on = 'link.*'", "url = '//*.h/**'", "url = { '//a.h', '//a.h/r/{n:i}' }", "evt = 1",
        "url = '//a.h/r/{n:i}'", "url = '//a.h/r/7'", "url = '//*.h', priority = 1",
    ]

    @Test func theOrderOfTheProjectIsTheDefault() async throws {
        #expect(HostOptions().order == .first)
        let called = try await called(.first, conditions, "https://a.h/r/7")
        #expect(called == ["[6]", "[0]", "[1]", "[2]", "[4]", "[5]"])
    }

    @Test func theMostSpecificRuleThatMatchesComesFirst() async throws {
        #expect(
            try await called(.mostSpecific, conditions, "https://a.h/r/7")
                == ["[6]", "[5]", "[2]", "[4]", "[1]", "[0]"])
        #expect(
            try await called(.mostSpecific, conditions, "https://a.h/r/8?evt=1")
                == ["[6]", "[2]", "[4]", "[1]", "[0]", "[3]"])
        #expect(
            try await called(.mostSpecific, conditions, "https://a.h/x")
                == ["[6]", "[2]", "[1]", "[0]"])
    }

    @Test func rulesForPartsAndForTheWholeLinkAreCompared() async throws {
        let conditions = ["url = '?evt=*'", "url = 'mstr://'", "url = '?evt=1'", "evt = 2"]
        #expect(
            try await called(.mostSpecific, conditions, "mstr://?evt=1&evt=2")
                == ["[2,1]", "[1]", "[0,1]", "[0,2]", "[3,2]"])
    }

    @Test func explanationsAreInTheOrderOfTheCalls() async throws {
        var options = HostOptions()
        options.order = .mostSpecific
        options.isDryRun = true
        let host = try await Host(options: options) {
            URLPatterns()
            for (name, rule) in [("any", "/**"), ("other", "/b"), ("one", "/a"), ("two", "/*")] {
                Script(name: name, source: "return { url = '\(rule)', execute = function() end }")
            }
        }
        let steps = try await host.explain(.link("/a", id: "e")).steps
        #expect(steps.map(\.delegate) == ["one", "two", "any", "other"])
    }

    // MARK: - Conflicts

    private static func conflicts(_ rules: [[(String, Value)]]) -> DelegateConflicts {
        DelegateConflicts(
            rules.map { conditions in
                let delegate = Delegate(
                    name: "d",
                    interests: Interests(conditions: conditions.map { .init($0.0, $0.1) })
                ) { _ throws(PeriluneError) in throw PeriluneError("test", "never made") }
                return .init(delegate, keepsAll: true)
            }, order: .mostSpecific)
    }

    @Test func aGeneralRuleDoesNotShadowASpecificOne() {
        let found = Self.conflicts([
            [("url", "/a/**")], [("url", "/a/b")], [("url", "/a/{x}")], [("evt", 1)],
            [("url", "/a/b")], [("url", "?evt=1")],
        ]).unreachable()
        #expect(found.map(\.place.delegate) == [4])
    }

    @Test func onlyEquallySpecificRulesOverlap() {
        let conflicts = Self.conflicts([
            [("url", "/a/*")], [("url", "/*/b")], [("url", "/{n:i}/a*")], [("url", "/{n:i}/*b")],
        ])
        let found = conflicts.overlaps(limit: 100) { _ in [[0, 1, 2, 3]] }
        #expect(found.listed.map { [$0.first.delegate, $0.second.delegate] } == [[2, 3]])
    }
}
