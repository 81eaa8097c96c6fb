import PeriluneCore
import Testing

@testable import URLPatternsPlugin

/// Rules in braces with commas.
struct LinkRuleAlternativesTests {
    @Test(arguments: [
        ("/a", ["/a"]), ("/{id:i}", ["/{id:i}"]), ("/{a,b}", ["/a", "/b"]),
        ("/r{,/x}", ["/r", "/r/x"]),
        ("/{a,b}/{c,d}", ["/a/c", "/a/d", "/b/c", "/b/d"]),
        ("{http,https}://h", ["http://h", "https://h"]),
        ("/r{,/{id:i}{,/x}}", ["/r", "/r/{id:i}", "/r/{id:i}/x"]),
        ("?evt={1,2}", ["?evt=1", "?evt=2"]),
        ("/a,b", ["/a,b"]),
        ("//{a,b}.org{/,?q}", ["//a.org/", "//a.org?q", "//b.org/", "//b.org?q"]),
        ("?p=a|b(c)", ["?p=a|b(c)"]),
    ])
    func aRuleExpandsToItsAlternatives(text: String, rules: [String]) throws {
        let found = try LinkRuleAlternatives.variants(of: text)
        #expect(found.map { String(decoding: $0.bytes, as: UTF8.self) } == rules)
        let read = try LinkRule.rules(text)
        #expect(read.allSatisfy { $0.text == text })
        #expect(read.map(\.tests) == (try rules.map { try LinkRule($0).tests }))
    }

    @Test func eachAlternativeMayHaveTheSameCapture() throws {
        #expect(try LinkRule.rules("/{a/{id:i},b/{id:i}}").count == 2)
        let error = #expect(throws: PeriluneError.self) { try LinkRule.rules("/{a,{id}}/{id}") }
        #expect(error?.code == "rule.capture")
    }

    @Test(arguments: [
        ("/{a,b", "rule.capture", 6), ("/{}", "rule.capture", 3), ("/{a,b}}", "rule.path", 7),
        ("/{a,b*c*}", "rule.path", 8), ("{,/a}", "rule.empty", 1), ("/x{/a,/}/b", "rule.path", 9),
        ("/{a b}", "rule.capture", 3), ("?evt={1,2*}", "rule.event", 9),
    ])
    func refusesWithTheColumnOfTheAlternative(text: String, code: String, column: Int) throws {
        let error = try #require(throws: PeriluneError.self) { try LinkRule.rules(text) }
        #expect(error.code.rawValue == code)
        #expect(error.place.column == column)
        #expect(error.place.sourceLine == text)
    }

    @Test func aRuleMayHave64Alternatives() throws {
        let four = "/{a,b,c,d}"
        #expect(try LinkRule.rules(four + four + four).count == 64)
        for text in [
            four + four + four + "{,/x}", "/{" + String(repeating: "a,", count: 64) + "b}",
            String(repeating: "{,", count: 65) + "x" + String(repeating: "}", count: 65),
            "/" + String(repeating: "{a,b}", count: 1000),
        ] {
            let error = #expect(throws: PeriluneError.self) { try LinkRule.rules(text) }
            #expect(error?.code == "rule.alternatives")
        }
    }

    @Test func aSingleRuleMayNotHaveAlternatives() throws {
        let error = #expect(throws: PeriluneError.self) { try LinkRule("/{a,b}") }
        #expect(error?.code == "rule.alternatives")
    }
}
