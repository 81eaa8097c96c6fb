import PeriluneCore
import Testing

struct PeriluneErrorTests {
    @Test func messageAlone() {
        #expect(PeriluneError("a.b", "it broke").description == "it broke")
    }

    @Test func placeAsEditorsLinkIt() {
        func text(_ place: PeriluneError.Place) -> String {
            PeriluneError("a.b", "it broke", at: place).description
        }
        #expect(text(.init(file: "r.lua")) == "r.lua: it broke")
        #expect(text(.init(file: "r.lua", line: 3)) == "r.lua:3: it broke")
        #expect(text(.init(file: "r.lua", line: 3, column: 7)) == "r.lua:3:7: it broke")
        #expect(text(.init(line: 3, column: 7)) == "3:7: it broke")
        #expect(text(.init(file: "r.lua", column: 7)) == "r.lua: it broke")
    }

    @Test func caretIsUnderTheColumn() {
        let error = PeriluneError(
            "a.b", "it broke",
            at: .init(file: "r.lua", line: 3, column: 8, sourceLine: "local x = y"), hint: "mend it"
        )
        #expect(
            error.description == """
                r.lua:3:8: it broke
                  local x = y
                         ^
                  hint: mend it
                """)
    }

    @Test func caretFollowsTabs() {
        let error = PeriluneError(
            "a.b", "it broke", at: .init(line: 1, column: 4, sourceLine: "\ta\tb"))
        #expect(error.description == "1:4: it broke\n  \ta\tb\n  \t \t^")
    }

    @Test func caretCountsCharactersWhereColumnsCountBytes() {
        let error = PeriluneError(
            "a.b", "it broke", at: .init(line: 1, column: 6, sourceLine: "\"é😀\" x"))
        #expect(error.description == "1:6: it broke\n  \"é😀\" x\n     ^")
    }

    @Test func caretBeyondTheLineIsAtItsEnd() {
        let error = PeriluneError(
            "a.b", "it broke", at: .init(line: 1, column: 99, sourceLine: "ab"))
        #expect(error.description == "1:99: it broke\n  ab\n    ^")
    }

    @Test func noCaretWithoutAColumn() {
        let error = PeriluneError(
            "a.b", "it broke", at: .init(line: 1, column: 0, sourceLine: "ab"))
        #expect(error.description == "1:0: it broke\n  ab")
    }
}
