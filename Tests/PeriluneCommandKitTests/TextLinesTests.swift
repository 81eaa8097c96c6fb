import PeriluneCommandKit
import Testing

/// Texts of events for a person at a terminal.
struct TextLinesTests {
    @Test func aLineHasNoOther() {
        #expect(
            "a\nb\tc\r\n\u{2028}d\u{1B}e".asLine
                == "a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}\u{FFFD}d\u{FFFD}e")
        #expect("é".asLine == "é")
    }

    @Test func aRowOfATableIsOneLine() {
        let table = TextColumns([["id", "n"], ["a\nforged  1", "2"]]) { $0 == 1 }
        #expect(table.lines == ["id           n", "a\u{FFFD}forged  1  2"])
    }
}
