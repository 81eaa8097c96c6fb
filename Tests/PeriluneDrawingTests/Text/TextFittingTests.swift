import PeriluneDrawing
import Testing

struct TextFittingTests {
    /// Each letter is 10 wide.
    private struct Typewriter: TextMeasure {
        func extent(_ string: String, _ font: Font) -> TextExtent {
            TextExtent(width: Double(string.count) * 10, ascent: 8, descent: 2)
        }
    }

    private let measure = Typewriter()
    private let font = Font(size: 10)

    @Test(arguments: [
        ("abcdef", 60.0, "abcdef"), ("abcdef", 59, "abcd…"), ("abcdef", 20, "a…"),
        ("abcdef", 19, ""), ("ab cdef", 40, "ab…"), ("", 0, ""), ("👩‍👩‍👧‍👦bcd", 20, "👩‍👩‍👧‍👦…"),
    ])
    func shortensToTheWidth(text: String, width: Double, expected: String) {
        #expect(measure.ellipsized(text, font, width: width) == expected)
    }

    @Test(arguments: [
        ("one two", 100.0, 2, ["one two"]), ("one two", 50, 2, ["one", "two"]),
        ("one two three", 70, 2, ["one two", "three"]),
        ("one two three four", 70, 2, ["one two", "three…"]),
        ("semi-conductor", 90, 2, ["semi-", "conductor"]),
        ("extraordinary thing", 60, 2, ["extra…", "thing"]),
        ("one two", 50, 1, ["one…"]), ("a b c d", 10, 9, ["a", "b", "c", "d"]), ("", 10, 3, [""]),
    ])
    func breaksIntoLines(text: String, width: Double, lines: Int, expected: [String]) {
        #expect(measure.wrapped(text, font, width: width, lines: lines) == expected)
    }

    @Test func noLineIsEverTooWide() {
        for width in stride(from: 10.0, through: 200, by: 7) {
            for lines in 1...4 {
                let wrapped = measure.wrapped(
                    "Federal Bureau of Land-Management and Reclamation/Survey", font, width: width,
                    lines: lines)
                #expect(wrapped.count <= lines)
                #expect(wrapped.allSatisfy { measure.width($0, font) <= width })
            }
        }
    }
}
