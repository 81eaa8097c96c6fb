import Testing

@testable import LuaSyntax

struct LexerTests {
    @Test(
        arguments: [
            ("3", .integer(3)), ("0xff", .integer(255)), ("0xA", .integer(10)),
            ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(0x1p63)),
            ("0xffffffffffffffff", .integer(-1)), ("0x1ffffffffffffffff", .integer(-1)),
            ("3.5", .number(3.5)), (".5", .number(0.5)), ("3.", .number(3)), ("1e2", .number(100)),
            ("0x.8", .number(0.5)), ("0xA.8p1", .number(21)), ("0x1p-1", .number(0.5)),
            ("1e999", .number(.infinity)),
        ] as [(String, Token.Kind)]) func readsNumerals(_ text: String, _ kind: Token.Kind)
    {
        #expect(LexedScript(LineTable(text)).tokens.first?.kind == kind)
    }

    @Test(arguments: [
        (#"'a\n\65\x41\u{E9}\z   b'"#, "a\nAAéb"), ("\"it's\"", "it's"), ("[[\na]]", "a"),
        ("[==[a]]]=]b]==]", "a]]]=]b"), ("[[a\r\nb]]", "a\nb"), ("'a\\\r\nb'", "a\nb"),
    ]) func readsStrings(_ text: String, _ value: String) {
        #expect(LexedScript(LineTable(text)).tokens.first?.kind == .string(value))
    }

    @Test func matchesTheLongestOperator() {
        let script = LexedScript(LineTable("... .. . // / ~= ~ :: : << < <= >> >= > == ="))
        let signs = script.tokens.dropLast().map { script.text(of: $0) }
        #expect(signs.joined(separator: " ") == "... .. . // / ~= ~ :: : << < <= >> >= > == =")
        #expect(script.tokens.count == 18)
    }

    @Test func separatesCommentsFromTokens() {
        let script = LexedScript(LineTable("a --b\n--[[c\nd]] e --[==[f]==]"))
        #expect(script.comments.map(\.text) == ["b", "c\nd", "f"])
        #expect(script.comments.map(\.position.line) == [1, 2, 3])
        #expect(script.tokens.map(\.position.line) == [1, 3, 3])
    }

    @Test func givesLinesAndColumnsInBytes() {
        let script = LexedScript(LineTable("x = 'ä' y\r\n\tz"))
        #expect(script.tokens.map(\.position.column) == [1, 3, 5, 10, 2, 3])
        #expect(script.tokens.map(\.position.offset) == [0, 2, 4, 9, 13, 14])
    }
}
