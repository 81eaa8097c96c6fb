import Testing

@testable import LuaSyntax

struct LineTableTests {
    @Test func countsEveryKindOfLineEndOnce() {
        let lines = LineTable("a\nb\r\nc\rd\n\re")
        #expect(lines.count == 5)
        #expect((1...5).map { lines.text(ofLine: $0) } == ["a", "b", "c", "d", "e"])
    }

    @Test func returnsNilForMissingLines() {
        let lines = LineTable("a\n")
        #expect(lines.text(ofLine: 2) == "")
        #expect(lines.text(ofLine: 3) == nil)
        #expect(lines.text(ofLine: 0) == nil)
        #expect(lines.text(ofLine: -1) == nil)
    }

    @Test func countsColumnsInBytes() {
        let lines = LineTable("x\nä = 1")
        #expect(lines.position(at: 4) == Position(offset: 4, line: 2, column: 3))
    }

    @Test func hidesAByteOrderMark() {
        let lines = LineTable("\u{FEFF}x")
        #expect(lines.position(at: 3) == Position(offset: 3, line: 1, column: 1))
        #expect(lines.text(ofLine: 1) == "x")
    }

    @Test func clampsOffsetsOutsideTheText() {
        let lines = LineTable("ab\n")
        #expect(lines.position(at: 99) == Position(offset: 3, line: 2, column: 1))
        #expect(lines.position(at: -5) == Position(offset: 0, line: 1, column: 1))
    }
}
