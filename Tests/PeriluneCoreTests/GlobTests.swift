import Glibc
import PeriluneCore
import Testing

/// Patterns of paths.
struct GlobTests {
    private static let parts = ["a", "b", "/", "*", "?", "[ab]", "[!a]", "\\*", "[b-c/]"]

    private static func texts(_ parts: [String], upTo count: Int) -> [String] {
        var all = [""]
        var last = [""]
        for _ in 0..<count {
            last = last.flatMap { text in parts.map { text + $0 } }
            all += last
        }
        return all
    }

    private static func matches(_ pattern: String, _ text: String) -> Bool {
        fnmatch(pattern, text, FNM_PATHNAME) == 0
    }

    @Test func patternsOverlapIfATextMatchesBoth() {
        let texts = Self.texts(["a", "b", "c", "/", "*"], upTo: 4)
        let patterns = Self.texts(Self.parts, upTo: 2)
        let found = patterns.map { pattern in
            Set(texts.indices.filter { Self.matches(pattern, texts[$0]) })
        }
        for (first, one) in patterns.enumerated() {
            for (second, other) in patterns.enumerated()
            where !found[first].isDisjoint(with: found[second]) {
                #expect(Glob.overlap(one, other), "\(one) \(other)")
            }
        }
    }

    @Test(arguments: [
        ("a", "b"), ("a/*", "a/b/c"), ("*.csv", "*.json"), ("[0-9]", "[a-f]"), ("\\*", "a"),
        ("[a]", "b"), ("??", "abc"), ("a*b", "a*c"), ("[!a]", "/"), ("", "a"),
    ])
    func patternsWithoutACommonTextDoNotOverlap(_ one: String, _ other: String) {
        #expect(!Glob.overlap(one, other))
        #expect(!Glob.overlap(other, one))
    }

    @Test(arguments: ["a*", "[1].txt", "a\\b", "?", "plain", "[", "é[*]"])
    func aTextIsWrittenAsAPatternThatItAloneMatches(_ text: String) {
        let pattern = Glob.exactly(text)
        #expect(Self.matches(pattern, text))
        #expect(Glob.text(of: pattern) == text)
        #expect(Glob.overlap(pattern, pattern))
        #expect(!Glob.overlap(pattern, Glob.exactly(text + "x")))
    }

    @Test func whatAPatternLeavesOpenMayOverlap() {
        #expect(Glob.overlap("[[:digit:]]", "5"))
        #expect(Glob.overlap("[]a]", "]"))
        #expect(Glob.overlap("[a", "[a"))
        #expect(Glob.overlap("[!0-9]x", "ax"))
        #expect(Glob.text(of: "a?") == nil)
    }
}
