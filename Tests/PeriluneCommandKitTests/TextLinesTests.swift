import PeriluneCommandKit
import Testing

/// Texts of events for a person at a terminal.
struct TextLinesTests {
    @Test func aLineContainsNoLineBreaks() {
        #expect(
            "a\nb\tc\r\n\u{2028}d\u{1B}e".asLine
                == "a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}\u{FFFD}d\u{FFFD}e")
        #expect("é".asLine == "é")
    }

    @Test func aRowOfATableIsOneLine() {
        let table = TextColumns([["id", "n"], ["a\nforged  1", "2"]]) { $0 == 1 }
        #expect(table.lines == ["id           n", "a\u{FFFD}forged  1  2"])
    }

    @Test func numbersStandAtTheRightOfTheirColumn() {
        let table = TextColumns([["id", "n", "of"], ["a", "1,000", "b"]]) { $0 == 1 }
        #expect(table.lines == ["id      n  of", "a   1,000  b"])
    }

    /// A terminal would obey them, or show the text in another direction.
    @Test(arguments: ["\u{1B}", "\u{7}", "\r", "\u{7F}", "\u{9B}", "\u{202E}", "\u{2066}"])
    func aControlCharacterIsReplaced(_ text: String) {
        #expect("a\(text)é".withoutControls == "a\u{FFFD}é")
        #expect("a\(text)\tb\nc".asMessage == "a\u{FFFD}\tb\n    c")
    }
}
