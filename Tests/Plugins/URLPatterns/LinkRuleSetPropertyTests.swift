import Testing

@testable import URLPatternsPlugin

/// The index and the explanation, which does not use it, must say the same.
struct LinkRuleSetPropertyTests {
    private let schemes = ["", "x:", "Y:", "*:"]
    private let hosts = ["", "//", "//h", "//*.h", "//a.h", "//*"]
    private let paths = [
        "", "/", "/a", "/*", "/{i:i}", "/{f:f}", "/a/{s}", "/a/**", "/**", "/*/1", "/a*", "/*a",
        "/a{i:i}", "/1{f:f}", "/a*/*b", "/ab{s}ba", "/{i:i}a/**",
    ]
    private let queries = [
        "", "?evt=1", "?evt=2", "?q", "?q=*", "?q=1", "?evt=1&q=1", "?q=2&r=3", "?q={n:i}",
        "?q=1*", "?q=*1&r=3", "?q=1{n:i}",
    ]

    private let fragments = ["", "", "", "#*", "#a", "#a{g}", "#{g:i}", "#{g}1"]

    @Test func randomSetsAgreeWithTheExplanation() throws {
        var random = SplitMix(state: 3)
        for _ in 0..<60 {
            var rules: [LinkRule] = []
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                let text = try ruleText(&random)
                guard !text.isEmpty else { continue }
                rules.append(
                    try LinkRule(text, priority: Int.random(in: 0...5, using: &random) / 4))
            }
            let set = LinkRuleSet(rules)
            for _ in 0..<40 {
                let url = try urlText(&random)
                let matches = set.matches(url)
                let accepted = set.explain(url).filter { $0.rejection == nil }.map(\.index)
                #expect(matches.sorted() == accepted, "\(url) by \(rules.map(\.text))")
                #expect(isOrdered(matches, rules))
            }
        }
    }

    private func ruleText(_ random: inout SplitMix) throws -> String {
        try [schemes, hosts, paths, queries, fragments].map {
            try #require($0.randomElement(using: &random))
        }.joined()
    }

    private func urlText(_ random: inout SplitMix) throws -> String {
        let parts = [
            ["", "x:", "X:", "y:", "z:"], ["", "//", "//h", "//H:80", "//a.h", "//b.a.h", "//g"],
            [
                "", "/", "/a", "/1", "/1.5", "/a/b", "/a/1/c", "/b/1", "/%61//1/",
                "/a1", "/%61%31", "/1a", "/aa", "/aba", "/abba", "/ab/ab", "/12%61/x", "/a%C3%A9a",
            ],
            [
                "", "?evt=1", "?evt=2&q=1", "?q", "?q=1&evt=1&q=1", "?q=2&r=3&r=4", "?q=x",
                "?%71=1",
                "?q=11", "?q=%31x",
            ], ["", "#", "#a", "#%61", "#a1", "#1", "#b?q=1"],
        ]
        return try parts.map { try #require($0.randomElement(using: &random)) }.joined()
    }

    private func isOrdered(_ matches: [Int], _ rules: [LinkRule]) -> Bool {
        zip(matches, matches.dropFirst()).allSatisfy { one, other in
            let (left, right) = (rules[one], rules[other])
            if left.priority != right.priority { return left.priority > right.priority }
            if left.specificity == right.specificity { return one < other }
            return right.specificity.lexicographicallyPrecedes(left.specificity)
        }
    }
}
