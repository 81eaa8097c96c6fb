import Testing

@testable import ChartsPlugin

struct TextPatternTests {
    @Test(
        arguments: [
            ("abc", "b", true), ("abc", "^b", false), ("abc", "c$", true), ("abc", "^abc$", true),
            ("abc", "a.c", true), ("abc", "A", false), ("a.c", "a\\.c", true),
            ("abc", "a\\.c", false), ("a1", "[0-9]", true), ("ab", "[^ab]", false),
            ("aab", "^a+b$", true), ("b", "^a+b$", false), ("b", "^a*b$", true),
            ("ab", "^a?b$", true), ("aab", "^a?b$", false), ("", "^$", true), ("x", "", true),
            ("a-b", "[a-]-", true), ("$5", "^$5", true), ("a]", "\\]", true),
            ("abbbc", "ab*bc", true), ("xaay", "a+$", false), ("é", "^.$", true),
        ])
    func matchesTheExpectedTexts(_ text: String, _ pattern: String, _ expected: Bool) {
        #expect(TextPattern(pattern)?.isFound(in: text) == expected)
    }

    @Test(arguments: ["[", "[]", "[z-a]", "*a", "a**", "a\\", "]", "^*"])
    func anInvalidPatternMatchesNothingWithAWarning(_ pattern: String) throws {
        #expect(TextPattern(pattern) == nil)
        let result = try Expression("Match(t, '\(pattern)')").evaluate(over: row(["t": "a"]))
        #expect(result.cells == .numbers([0]))
        #expect(result.issues.map(\.severity) == [.warning])
    }

    @Test func aPatternMayComeFromAColumn() throws {
        let table = Table(
            columns: [
                Column("t", .texts(["abc", "abc", "abc", nil])),
                Column("p", .texts(["^a", "x", "[", "a"])),
            ], count: 4)
        let result = try Expression("Match(t, p)").evaluate(over: table)
        guard case .numbers(let found) = result.cells else { return }
        #expect(Array(found.prefix(3)) == [1, 0, 0])
        #expect(found[3].isNaN)
        #expect(result.issues.map(\.row) == [3])
    }

    /// A backtracking matcher would need longer than the universe is old.
    @Test func noPatternTakesExponentialTime() {
        let text = String(repeating: "a", count: 2000)
        let pattern = String(repeating: "a?", count: 40) + String(repeating: "a*", count: 40) + "b$"
        #expect(TextPattern(pattern)?.isFound(in: text) == false)
    }

    @Test func agreesWithABacktrackingMatcher() {
        var random = SeededNumbers(seed: 7)
        let atoms = ["a", "b", ".", "[ab]", "[^a]", "[a-b]", "\\a"]
        for _ in 0..<5000 {
            var pattern = Bool.random(using: &random) ? "" : "^"
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                pattern += atoms.randomElement(using: &random) ?? ""
                pattern += ["", "", "*", "+", "?"].randomElement(using: &random) ?? ""
            }
            if Bool.random(using: &random) { pattern += "$" }
            let text = String(
                (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    "abc".randomElement(using: &random) ?? "a"
                })
            let expected = SlowPattern.isFound(pattern, in: text)
            #expect(TextPattern(pattern)?.isFound(in: text) == expected, "\(pattern) in \(text)")
        }
    }
}

/// Tries everything, one character after the other.
private enum SlowPattern {
    static func isFound(_ pattern: String, in text: String) -> Bool {
        let pattern = Array(pattern)
        let text = Array(text)
        if pattern.first == "^" { return matches(pattern[1...], text[...]) }
        return text.indices.contains { matches(pattern[...], text[$0...]) }
            || matches(pattern[...], [])
    }

    private static func matches(
        _ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>
    ) -> Bool {
        guard let first = pattern.first else { return true }
        if pattern.elementsEqual(["$"]) { return text.isEmpty }
        var length = 1
        if first == "\\" { length = 2 }
        if first == "[" { length = (pattern.firstIndex(of: "]") ?? 0) - pattern.startIndex + 1 }
        let atom = pattern.prefix(length)
        let rest = pattern.dropFirst(length)
        func accepts() -> Bool {
            guard let character = text.first else { return false }
            switch first {
            case ".": return true
            case "\\": return character == atom.last
            case "[":
                let isIn = atom.elementsEqual("[^a]") ? character != "a" : "ab".contains(character)
                return isIn
            default: return character == first
            }
        }
        switch rest.first {
        case "*":
            return matches(rest.dropFirst(), text)
                || accepts() && matches(pattern, text.dropFirst())
        case "+":
            return accepts()
                && (matches(rest.dropFirst(), text.dropFirst())
                    || matches(pattern, text.dropFirst()))
        case "?":
            return matches(rest.dropFirst(), text)
                || accepts() && matches(rest.dropFirst(), text.dropFirst())
        default: return accepts() && matches(rest, text.dropFirst())
        }
    }
}
