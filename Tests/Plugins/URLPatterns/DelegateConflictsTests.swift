import LinkDrillPlugin
import PeriluneCore
import PeriluneTestKit
import Testing

@testable import URLPatternsPlugin

/// What no event can reach, and who takes events of others.
struct DelegateConflictsTests {
    private typealias Declared = (
        types: [TypePattern], conditions: [(String, Value)], priority: Int, keeps: Bool
    )

    private static func delegate(_ declared: Declared) -> Delegate {
        Delegate(
            name: "d",
            interests: Interests(
                types: declared.types, conditions: declared.conditions.map { .init($0.0, $0.1) }),
            priority: declared.priority
        ) { _ throws(PeriluneError) in throw PeriluneError("test", "never made") }
    }

    private static func conflicts(_ delegates: [Declared]) -> DelegateConflicts {
        DelegateConflicts(delegates.map { .init(delegate($0), keepsAll: $0.keeps) })
    }

    /// The pairs of delegates that overlap, with links as examples, as the route table confirms them.
    private static func overlaps(
        _ delegates: [Declared], limit: Int = 100
    ) throws -> DelegateConflicts.Overlaps {
        var registry = Registry()
        try registry.register(LinkDrill())
        try registry.register(URLPatterns())
        let conflicts = conflicts(delegates)
        var counter = try InterestCounter(
            conflicts.order.map { delegate(delegates[$0]) }, in: registry)
        return conflicts.overlaps(limit: limit) { event in
            counter.asked(about: FixedContent(event)).map { $0.map { conflicts.order[$0] } }
        }
    }

    private static func link(_ rule: String, priority: Int = 0, keeps: Bool = true) -> Declared {
        (["*"], [("url", .string(rule))], priority, keeps)
    }

    // MARK: - Unreachable

    @Test func aDelegateAfterOneThatHandlesEverythingIsUnreachable() {
        let found = Self.conflicts([
            (["link.*"], [], 0, true), (["link.drill"], [("evt", 1)], 0, false),
            (["crm.*"], [], 0, false),
        ]).unreachable()
        #expect(found == [.init(place: .init(1), keeper: 0, coveredBy: nil)])
    }

    @Test func aDelegateOfHigherPriorityIsReachable() {
        let conflicts = Self.conflicts([(["*"], [], 0, true), (["a"], [], 1, false)])
        #expect(conflicts.unreachable().isEmpty)
        #expect(conflicts.order == [1, 0])
    }

    @Test func aDelegateThatMayPassShadowsNothing() {
        let conflicts = Self.conflicts([(["*"], [], 0, false), (["a"], [], 0, false)])
        #expect(conflicts.unreachable().isEmpty)
    }

    @Test func conditionsOfTheEarlierDelegateMustBeImplied() {
        let found = Self.conflicts([
            (["*"], [("where", ["a": 1])], 0, true),
            (["*"], [("where", ["a": 1, "b": 2])], 0, false),
            (["*"], [("where", ["a": [1, 2]])], 0, false), (["*"], [], 0, false),
        ]).unreachable()
        #expect(found == [.init(place: .init(1), keeper: 0, coveredBy: nil)])
    }

    @Test func unknownConditionsMustBeEqual() {
        let found = Self.conflicts([
            (["*"], [("region", "eu")], 0, true), (["*"], [("region", "eu")], 0, false),
            (["*"], [("region", "us")], 0, false),
        ]).unreachable()
        #expect(found.map(\.place) == [.init(1)])
    }

    @Test func elementsOfListsAreReportedSeparately() {
        let found = Self.conflicts([
            (["link.*"], [("evt", [1, 2])], 0, true),
            (["link.drill"], [("evt", [2, 3])], 0, false),
            (["link.drill"], [("url", ["?evt=3", "?evt=1&a=2"])], 0, false),
        ]).unreachable()
        #expect(
            found == [
                .init(place: .init(1, "evt", 0), keeper: 0, coveredBy: nil),
                .init(place: .init(2, "url", 1), keeper: 0, coveredBy: nil),
            ])
    }

    @Test func repeatedElementsOfListsAreReported() {
        let found = Self.conflicts([
            (["a.b", "a.*"], [("evt", [4, 5, 4])], 0, false),
            (["b"], [("url", ["/a/7", "/b", "/a/{n:i}", "/b"])], 0, false),
        ]).unreachable()
        #expect(
            found == [
                .init(place: .init(0, "on", 0), keeper: 0, coveredBy: 1),
                .init(place: .init(0, "evt", 2), keeper: 0, coveredBy: 0),
                .init(place: .init(1, "url", 0), keeper: 1, coveredBy: 2),
                .init(place: .init(1, "url", 3), keeper: 1, coveredBy: 1),
            ])
    }

    @Test func alternativesAreOneElement() {
        let found = Self.conflicts([
            (["*"], [("url", ["/a", "/b/**"])], 0, true),
            (["*"], [("url", ["/{a,b}", "/{a,c}"])], 0, false),
            (["*"], [("url", ["/x{,/**}", "/y", "/x/{1,2}", "/{y,z}"])], 0, false),
        ]).unreachable()
        #expect(
            found == [
                .init(place: .init(1, "url", 0), keeper: 0, coveredBy: nil),
                .init(place: .init(2, "url", 1), keeper: 2, coveredBy: 3),
                .init(place: .init(2, "url", 2), keeper: 2, coveredBy: 0),
            ])
    }

    @Test func anImpossibleAlternativeIsNamedOnce() {
        let found = Self.conflicts([
            (["*"], [("url", ["?evt={1,2x,3x}", "/{a,b}"]), ("evt", 1)], 0, false),
            (["*"], [("url", "?evt={1,2}"), ("evt", 2)], 0, false),
        ])
        #expect(found.impossible.map(\.place) == [.init(0, "url", 0)])
    }

    @Test func httpAndHTTPSMeetInLinksWithTheSchemeOfThePage() throws {
        let found = try Self.overlaps([Self.link("https://h/a/*"), Self.link("http://h/*/b")])
        #expect(found.listed.map { $0.example["data"]?["url"] } == ["//h/a/b"])
        #expect(try Self.overlaps([Self.link("https:"), Self.link("http:")]).listed.count == 1)
        #expect(try Self.overlaps([Self.link("https:"), Self.link("mstr:")]).listed.isEmpty)
    }

    // MARK: - Impossible

    @Test(
        arguments: [
            ("link.drill", 4001, "?evt=4002", "url 0"), ("*", [4001, 4002], "?evt=4002", "evt 0"),
            ("*", [4001, "custom"], ["?evt=4002", "?evt=4001"], "url 0, evt 1"),
            ("link.drill", nil, "tel:*", "url 0"), ("*", 4001, "tel:*", "url 0"),
            ("link.drill", nil, "tel:*?evt=1", nil), ("link.*", nil, "tel:*", nil),
            ("*", ["4000..4099", 4001], "?evt=4001", nil), ("link.url", 4001, nil, "evt 0"),
            ("*", ["5000..9999999", "4000..4099"], "?evt=4001", "evt 0"),
            ("*", "4001..4001", "?evt=4001", nil), ("*", "4001..4001", "?evt=4002", "url 0"),
            ("*", "4000..4099", "?evt=4100", "url 0"),
            ("*", "1..9223372036854775807", "?evt=10000000", nil),
            ("link.url", nil, "?evt", "url 0"), ("link.invalid", nil, "tel:*", "url 0"),
            ("link.invalid", nil, nil, nil),
        ] as [(String, Value?, Value?, String?)])
    func conditionsThatNoEventMeetsAreNamed(
        type: String, evt: Value?, url: Value?, expected: String?
    ) throws {
        let conditions = [("evt", evt), ("url", url)].compactMap { field, value in
            value.map { (field, $0) }
        }
        let found = Self.conflicts([([try TypePattern(type)], conditions, 0, true)]).impossible
        let places = found.map { "\($0.place.field ?? "") \($0.place.element)" }
        #expect(places.joined(separator: ", ") == expected ?? "")
    }

    // MARK: - Overlaps

    @Test(
        arguments: [
            ("https://*/a/*", "https://*/*/b", "https://www.example.com/a/b"),
            ("Main.aspx?evt=4001&a=1", "Main.aspx?evt=4001&b=*", "Main.aspx?evt=4001&a=1&b=x"),
            ("tel:*/7", "tel:{n:i}/*", "tel:7/7"),
            ("//*.org/a/*", "https://*/*/b", "https://www.org/a/b"),
            ("//h:8443/a/*", "//h/*/b", "https://h:8443/a/b"),
            ("mstr://*/../*", "/*/b", "mstr:///../b"),
            ("?a={n:f}&b", "?a=7", "https://www.example.com/?b=x&a=7"), ("?a={n:f}", "?a=7&b", nil),
            ("https://*/a/*", "mstr://*/*/b", nil), ("/a/*", "/b/*", nil), ("/a/*/c", "/*/b", nil),
            ("//*.a.org/x/*", "//a.org/*/y", nil), ("/a/**", "/a/b", nil),
        ] as [(String, String, String?)])
    func pairsOfRulesHaveAnExample(one: String, other: String, example: String?) throws {
        let found = try Self.overlaps([Self.link(one), Self.link(other)])
        #expect(found.listed.first?.example["data"]?["url"]?.string == example)
        #expect(found.repeated.isEmpty)
    }

    @Test func conditionsOfDifferentFieldsOverlap() throws {
        let found = try Self.overlaps([
            (["*"], [("evt", [4001, "custom"])], 0, true), Self.link("https://*/b/**"),
            (["link.drill"], [("where", ["data.view": "sales"])], 0, true),
        ])
        #expect(
            found.listed.map { [$0.first, $0.second] } == [
                [.init(0, "evt", 0), .init(1, "url", 0)], [.init(0, "evt", 0), .init(2, "where")],
                [.init(1, "url", 0), .init(2, "where")],
            ])
        let example = try #require(found.listed.last?.example)
        #expect(example["type"] == "link.drill")
        #expect(example["data"] == ["url": "https://www.example.com/b?evt=1", "view": "sales"])
    }

    @Test func rulesForOtherTypesOverlapOnlyIfBothMatchLinks() throws {
        let order: Declared = (["order.*"], [("where", ["data.a": 1])], 0, true)
        #expect(try Self.overlaps([order, Self.link("/b/**")]).listed.isEmpty)
        let both: Declared = (["order.*"], [("url", "/*/c")], 0, true)
        let found = try Self.overlaps([both, Self.link("/b/**")])
        #expect(found.listed.first?.example["type"] == "order.x")
    }

    @Test func delegatesThatMayPassOrDifferInPriorityAreNotPaired() throws {
        let rule = Self.link("/*/b")
        #expect(try Self.overlaps([Self.link("/a/*"), rule]).listed.count == 1)
        #expect(try Self.overlaps([Self.link("/a/*", keeps: false), rule]).listed.isEmpty)
        #expect(try Self.overlaps([Self.link("/a/*", priority: 1), rule]).listed.isEmpty)
    }

    @Test func differentValuesOfAParameterOverlapOnlyIfItIsRepeated() throws {
        let found = try Self.overlaps((1...4).map { Self.link("?evt=4001&a=\($0)") })
        #expect(found.listed.isEmpty)
        #expect(found.repeated.map(\.repeated) == ["a"])
        #expect(found.repeated.first?.example["data"]?["url"] == "mstr://?evt=4001&a=1&a=2")
        #expect(found.moreRepeated == 5)
    }

    @Test func asManyPairsAsAskedAreListedAndTheOthersCounted() throws {
        let rules = (1...4).map { Self.link("/a\($0)/*") } + (1...4).map { Self.link("/*/b\($0)") }
        let found = try Self.overlaps(rules, limit: 10)
        #expect(found.listed.count == 10)
        #expect(found.more == 6)
        #expect(!found.isCut)
    }

    @Test func anExampleThatTheRouteTableDoesNotConfirmIsNotReported() throws {
        let conflicts = Self.conflicts([Self.link("/a/*"), Self.link("/*/b")])
        #expect(conflicts.overlaps(limit: 100) { _ in [[0], [1]] }.listed.isEmpty)
    }
}
