import Foundation
import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// `regex` beside another engine, on generated patterns.
struct RegexOracleTests {
    private let before = #"local regex = require "regex""#

    /// A pattern whose groups mean the same everywhere: nothing empty is repeated.
    private func pattern(_ depth: Int, _ random: inout SeededGenerator) -> String {
        (0...Int.random(in: 0...2, using: &random)).map { _ in
            switch Int.random(in: 0...(depth > 0 ? 7 : 4), using: &random) {
            case 0: "a"
            case 1:
                "[ab]" + (["", "*", "+", "?", "{1,2}", "*?"].randomElement(using: &random) ?? "")
            case 2: "." + (["", "*", "+?"].randomElement(using: &random) ?? "")
            case 3: "b" + (["", "*", "+", "??"].randomElement(using: &random) ?? "")
            case 4: "c"
            case 5: "(" + pattern(depth - 1, &random) + ")"
            case 6: "(?:" + pattern(depth - 1, &random) + "|" + pattern(depth - 1, &random) + ")"
            default:
                "(c" + pattern(0, &random) + ")" + (["+", "?"].randomElement(using: &random) ?? "")
            }
        }.joined()
    }

    /// What gmatch gives, from the matches of another engine.
    private func expected(_ pattern: String, _ text: String) throws -> [Value] {
        let expression = try NSRegularExpression(pattern: pattern)
        let whole = NSRange(location: 0, length: text.utf16.count)
        var lastEnd = -1
        return expression.matches(in: text, range: whole).compactMap { match in
            defer { lastEnd = match.range.upperBound }
            if match.range.length == 0, match.range.location == lastEnd { return nil }
            let groups = match.numberOfRanges == 1 ? 0...0 : 1...(match.numberOfRanges - 1)
            return .array(
                groups.map { group in
                    Range(match.range(at: group), in: text).map { .string(String(text[$0])) }
                        ?? .bool(false)
                })
        }
    }

    @Test func findsWhatAnotherEngineFinds() async throws {
        var random = SeededGenerator(seed: 20261123)
        var patterns: [Value] = []
        var results: [String] = []
        for _ in 0..<2000 {
            let pattern = pattern(2, &random)
            let text = String(
                (0..<Int.random(in: 0...12, using: &random)).map { _ in
                    "abc".randomElement(using: &random) ?? "a"
                })
            patterns.append(.array([.string(pattern), .string(text)]))
            results.append(Value.array(try expected(pattern, text)).json)
        }
        let lines = try await Lab().emitted(
            """
            for _, case in ipairs(event.data) do
                local all = json.array()
                local function take(...)
                    local groups = json.array()
                    for i = 1, select("#", ...) do groups[i] = select(i, ...) or false end
                    all[#all + 1] = groups
                    return ... or true
                end
                local next = regex.gmatch(case[2], case[1])
                while true do
                    local groups = table.pack(next())
                    if groups.n == 0 then break end
                    take(table.unpack(groups, 1, groups.n))
                end
                commander:emit(all)
            end
            """, before: before, Value.array(patterns).json)
        for (number, (line, result)) in zip(lines, results).enumerated() {
            #expect(line == result, "\(patterns[number].json)")
        }
        #expect(lines.count == results.count)
    }
}
