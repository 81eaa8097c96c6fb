import Glibc
import PeriluneCore
import Testing

/// Times in the formats of logs.
struct TimePatternTests {
    private func time(_ text: String, _ pattern: String) throws -> String? {
        let bytes = Array(text.utf8)
        return try TimePattern(pattern).time(bytes.span, zone: .utc).map { "\($0)" }
    }

    @Test(arguments: [
        ("2026-325", "%Y-%j", "2026-11-21T00:00:00Z"),
        ("2024-366", "%Y-%j", "2024-12-31T00:00:00Z"),
        ("Sat 2026-11-21", "%a %F", "2026-11-21T00:00:00Z"),
        ("Saturday 2026-11-21", "%A %F", "2026-11-21T00:00:00Z"),
        ("2026-11-21 12 AM", "%F %I %p", "2026-11-21T00:00:00Z"),
        ("2026-11-21 12 pm", "%F %I %p", "2026-11-21T12:00:00Z"),
    ])
    func reads(_ text: String, _ pattern: String, _ expected: String) throws {
        #expect(try time(text, pattern) == expected)
    }

    @Test(arguments: [
        ("2026-366", "%Y-%j"), ("2026-000", "%Y-%j"), ("2024-367", "%Y-%j"),
        (" 2026-11-21", "%a %F"),
        ("2026-11-21 ", "%F %Z"), ("21 x 2026", "%d %b %Y"),
        ("2026-11-21 10 ", "%F %I %p"), ("2026-11-21 10 a", "%F %I %p"),
        ("2026-11-21 10 xm", "%F %I %p"), ("2026-11-21 10 ax", "%F %I %p"),
    ])
    func refuses(_ text: String, _ pattern: String) throws {
        #expect(try time(text, pattern) == nil)
    }

    @Test(arguments: [
        ("%j", "325"), ("%a %A", "Sat Saturday"), ("%I %p", "10 AM"), ("%y%m%d", "261121"),
    ])
    func writes(_ pattern: String, _ expected: String) throws {
        let time = try #require(Timestamp("2026-11-21T10:30:00Z"))
        #expect(try TimePattern(pattern).text(time, zone: .utc) == expected)
    }

    @Test(arguments: Array("YymdeHIMSfLbBhaApzZsjTF"))
    func theGlobMatchesEveryText(_ directive: Character) throws {
        let pattern = try TimePattern("a[*]/%\(directive).%%\u{E9}")
        for step in 0..<1000 {
            let time = Timestamp(
                microseconds: 1_000_000_000_000_000 + Int64(step) * 1_234_567_890_123)
            let text = pattern.text(time, zone: .utc)
            #expect(fnmatch(pattern.glob, text, FNM_PATHNAME) == 0, "\(pattern.glob) \(text)")
        }
        #expect(fnmatch(pattern.glob, "a[*]/.%\u{E9}", FNM_PATHNAME) != 0)
    }

    /// Each directive beside each other one, and what stands for a part of it.
    @Test func patternsThatNameTheSameFileAtSomeTimeOverlap() throws {
        let texts = Array("YymdeHIMSfLbBhaApzZsj").map { "%\($0)" } + ["20%y", "1%d", "%d%m"]
        let patterns = try texts.map { try TimePattern($0) }
        var names = patterns.map { _ in Set<String>() }
        for step in 0..<2000 {
            let time = Timestamp(
                microseconds: 1_000_000_000_000_000 + Int64(step) * 634_567_890_123)
            for (number, pattern) in patterns.enumerated() {
                names[number].insert(pattern.text(time, zone: .utc))
            }
        }
        for (first, one) in patterns.enumerated() {
            for (second, other) in patterns.enumerated()
            where !names[first].isDisjoint(with: names[second]) {
                #expect(Glob.overlap(one.glob, other.glob), "\(one.text) \(other.text)")
            }
        }
    }

    @Test(arguments: [("%a", "%A"), ("%Y", "%y"), ("%F", "%Y_%m_%d"), ("a%Y", "b%Y"), ("%d", "%b")])
    func patternsThatNeverNameTheSameFileDoNotOverlap(_ one: String, _ other: String) throws {
        #expect(try !Glob.overlap(TimePattern(one).glob, TimePattern(other).glob))
    }

    @Test func aShortNameOfADayDoesNotMatchThatOfLongOnes() throws {
        let long = try TimePattern("%A").glob
        #expect(fnmatch(long, "Saturday", 0) == 0)
        #expect(fnmatch(long, "Sat", 0) != 0)
    }
}
