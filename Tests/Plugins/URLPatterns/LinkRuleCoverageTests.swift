import PeriluneCore
import Testing

@testable import URLPatternsPlugin

/// Which rules take all links of others.
struct LinkRuleCoverageTests {
    @Test(arguments: [
        ("mstr:", "mstr://?evt=1"), ("?evt=1", "mstr://?evt=1&a=*"), ("?a", "?a=*"),
        ("?a=*", "?a=x"),
        ("//*.example.com", "//bi.example.com/x"), ("/a/**", "/a/b/c"), ("/a/*", "/a/{n:i}"),
        ("/{n:f}", "/{n:i}"), ("?a={n:i}", "?a=7"), ("mstr:", "mstr:"),
    ]) func covers(wide: String, narrow: String) throws {
        #expect(try Self.box(wide).covers(Self.box(narrow)))
    }

    @Test(arguments: [
        ("mstr://?evt=1", "mstr:"), ("?a=*", "?a"), ("/a/*", "/a/**"), ("/{n:i}", "/{n:f}"),
        ("//*.example.com", "//example.com"), ("?a=1&b=2", "?a=1"), ("/a", "/b"),
        ("?evt=1", "?evt=2"),
    ]) func doesNotCover(one: String, other: String) throws {
        #expect(try !Self.box(one).covers(Self.box(other)))
    }

    /// Whoever covers another one takes every link that the other one takes.
    @Test func coverageHoldsForAllLinks() throws {
        let rules = Self.product(
            ["", "mstr:", "https:"], ["", "//a.b", "//*.b"],
            ["", "/x", "/{n:i}", "/*", "/**", "/x/**"],
            ["", "?evt=1", "?p", "?p=*", "?p=7", "?p={n:i}"]
        ).filter { !$0.isEmpty }.compactMap { try? LinkRule($0) }
        let links = Self.product(
            ["mstr:", "https:"], ["//a.b", "//c.a.b", "//d"], ["", "/x", "/7", "/x/7"],
            ["", "?evt=1", "?p", "?p=7", "?p=z", "?evt=1&p=7"])
        let set = LinkRuleSet(rules)
        let boxes = try rules.map { try Self.box($0.text) }
        var taken = [Set<Int>](repeating: [], count: rules.count)
        for (number, link) in links.enumerated() {
            for rule in set.matches(link) { taken[rule].insert(number) }
        }
        var pairs = 0
        for one in rules.indices {
            for other in rules.indices where boxes[one].covers(boxes[other]) {
                pairs += 1
                #expect(
                    taken[one].isSuperset(of: taken[other]),
                    "\(rules[one].text) \(rules[other].text)")
            }
        }
        #expect(pairs > rules.count)
    }

    /// A delegate with this rule only.
    private static func box(_ rule: String) throws -> DelegateBox {
        let interests = Interests(conditions: [.init("url", .string(rule))])
        return try #require(DeclaredConditions(interests).boxes(0).first)
    }

    private static func product(_ parts: [String]...) -> [String] {
        parts.reduce([""]) { texts, part in texts.flatMap { text in part.map { text + $0 } } }
    }
}
