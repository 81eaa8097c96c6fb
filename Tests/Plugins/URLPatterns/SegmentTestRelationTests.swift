import PeriluneLinks
import Testing

@testable import URLPatternsPlugin

/// What two tests of a segment say about each other, against many texts.
struct SegmentTestRelationTests {
    private static let fixed = ["", "a", "1", "a1", "1e", ".1", "1a"]

    @Test func coverageAndExamplesAgreeWithAllTexts() {
        let texts = Self.texts()
        let tests = Self.tests()
        let words = (texts.count + 63) / 64
        let accepted = tests.map { test in
            Bits(texts.indices.filter { Self.accepts(test, texts[$0]) }, words: words)
        }
        var wrong: [String] = []
        for (first, firsts) in zip(tests, accepted) {
            for (second, seconds) in zip(tests, accepted) {
                var common = firsts
                common.formIntersection(seconds)
                if first.covers(second) != (common.count == seconds.count) {
                    wrong.append("\(first) covers \(second): \(first.covers(second))")
                }
                let example = first.example(with: second)
                if (example == nil) != common.isEmpty {
                    wrong.append("\(first) and \(second): \(example ?? "-")")
                }
                if let example, !Self.accepts(first, example) || !Self.accepts(second, example) {
                    wrong.append("\(first) and \(second): \(example)")
                }
            }
        }
        #expect(wrong.prefix(5) == [])
    }

    private static func tests() -> [SegmentTest] {
        let shapes = [TextShape.text, .float, .integer]
        let affixes = fixed.flatMap { prefix in
            fixed.flatMap { suffix in
                shapes.map { AffixTest(prefix: prefix, suffix: suffix, shape: $0) }
            }
        }
        return affixes.filter { $0.length > 0 }.map { .affix($0) }
            + shapes.map { .shape($0) } + ["a", "1", "a1", "1e1"].map { .literal($0) }
    }

    /// Each text that tells two tests apart is a beginning and an end of theirs, and at most three characters between.
    private static func texts() -> [String] {
        var middles = [""]
        for _ in 0..<3 {
            middles += middles.flatMap { text in ["a", "1", "2", "-", ".", "e"].map { text + $0 } }
        }
        middles += ["1.1", "2e-2", "-1.2"]
        var texts: Set<String> = []
        for prefix in fixed {
            for suffix in fixed { texts.formUnion(middles.map { prefix + $0 + suffix }) }
        }
        return texts.subtracting([""]).sorted()
    }

    private static func accepts(_ test: SegmentTest, _ text: String) -> Bool {
        let bytes = text.utf8.span
        return switch test {
        case .literal(let literal): literal == text
        case .hostSuffix: false
        case .shape(let shape): shape == .text || TextShape(strict: text) >= shape
        case .affix(let affix): affix.middle(bytes, 0..<bytes.count) != nil
        }
    }
}
