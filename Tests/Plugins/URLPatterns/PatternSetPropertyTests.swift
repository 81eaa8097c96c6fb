import PeriluneCore
import Testing

@testable import URLPatternsPlugin

struct PatternSetPropertyTests {
    private static let modes: [(URLPattern.Matching, PatternSet.Policy)] = [
        (.strict, .firstRegistered), (.strict, .mostSpecific),
        (.compatible, .firstRegistered), (.compatible, .mostSpecific),
    ]

    @Test(arguments: modes)
    func everyPatternAloneAgreesWithTheScan(
        matching: URLPattern.Matching, policy: PatternSet.Policy
    ) throws {
        var random = SplitMix(state: 5)
        let urls = TinyWorld.allURLs().map { ($0, PatternOracle.components($0)) }
        for pattern in try TinyWorld.allPatterns(matching) {
            let set = try PatternSet([pattern], policy: policy)
            for _ in 0..<100 {
                let (url, parts) = try #require(urls.randomElement(using: &random))
                let isMatch = try set.winner(url.utf8.span) != nil
                let expected = PatternOracle.matches(pattern, parts)
                if isMatch != expected { Issue.record("\(pattern.text) \(url)") }
            }
        }
    }

    @Test(arguments: modes)
    func randomSetsAgreeWithTheScanOnWinnerAndValues(
        matching: URLPattern.Matching, policy: PatternSet.Policy
    ) throws {
        var random = SplitMix(state: 7)
        let all = try TinyWorld.allPatterns(matching)
        let urls = TinyWorld.allURLs()
        for _ in 0..<60 {
            let patterns = try (0..<Int.random(in: 1...25, using: &random)).map { _ in
                try reworked(all.randomElement(using: &random), &random)
            }
            let set = try PatternSet(patterns, policy: policy)
            let oracle = PatternOracle(patterns: patterns, policy: policy)
            for _ in 0..<60 {
                let url = try #require(urls.randomElement(using: &random))
                let match = try set.match(url)
                let expected = oracle.winner(url)
                #expect(match?.index == expected, "\(url) in \(patterns.map(\.text))")
                guard let match, let expected else { continue }
                let values = match.values.pairs.map { ($0.name, $0.value.json) }
                #expect(
                    Dictionary(uniqueKeysWithValues: values) == oracle.values(expected, url),
                    "\(url) by \(match.pattern.text)")
            }
        }
    }

    /// Some patterns get a scheme, some a priority.
    private func reworked(
        _ pattern: URLPattern?, _ random: inout SplitMix
    ) throws -> URLPattern {
        let pattern = try #require(pattern)
        let isStrict = pattern.matching == .strict
        let scheme = isStrict && Int.random(in: 0..<4, using: &random) == 0 ? "App://" : ""
        return try URLPattern(
            scheme + pattern.text, notification: pattern.notification, matching: pattern.matching,
            priority: Int.random(in: 0..<6, using: &random) / 4)
    }
}
