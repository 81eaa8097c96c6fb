import Testing

@testable import LuaSyntax

/// Runs a script with an error in the real Lua and looks for the column it is about.
struct ColumnFinderTests {
    /// Scripts, and under the last line a caret where the error is.
    static let failures: [(script: String, caret: String)] = [
        ("local event = {}\nlocal x = event.deal.amount", "                ^"),
        ("local event = {}\nlocal x = event['deal'].amount", "                ^"),
        (
            "local deal, event = {}, {}\nlocal x = deal.x == 1 or event.deal[1]",
            "                               ^"
        ),
        ("x = missing.field", "    ^"),
        ("local up\nlocal function f() return up.x end f()", "                          ^"),
        ("foo(1)", "^"),
        ("local t = {}\nt.foo(1)", "  ^"),
        ("local t = {}\nt:foo(1)", "  ^"),
        ("local t = {}\nlocal s = 'a' .. t.name", "                   ^"),
        ("local t, name = {}, 'n'\nlocal s = name .. t.name", "                    ^"),
        ("local t = {}\nlocal s = 1 + t.count", "                ^"),
        ("local t = {}\nlocal s = t.count * 2", "            ^"),
        ("local count\nlocal s = f == 1 or count - 1", "                    ^"),
        ("local t = {}\nlocal s = #t.list", "             ^"),
        ("local s = 1 < 'x'", "            ^"),
        ("local t = {}\nlocal s = t.a & 1", "            ^"),
        ("local z = 0\nlocal s = 1 // z", "            ^"),
        ("local z = 0\nlocal s = 1 % z", "            ^"),
        ("local x = string.rep()", "                 ^"),
        ("local t = {} t.x = 1\ntable.insert(t.y, 1)", "      ^"),
        ("error('my own words')", ""),
    ]

    @Test(.enabled(if: LuaCompiler.path != nil, "lua5.4 is not installed"))
    func findsTheColumnOfErrorsFromLua() throws {
        let cases = Self.failures
        let messages = try LuaCompiler.runtimeErrors(in: cases.map { Array($0.script.utf8) })
        try #require(messages.count == cases.count)
        for ((script, caret), message) in zip(cases, messages) {
            let bytes = Array(script.utf8)
            let line = LineTable(bytes).count
            let column = ColumnFinder(bytes).column(line: line, message: message ?? "")
            let expected = caret.utf8.firstIndex(of: UInt8(ascii: "^"))
                .map { caret.utf8.distance(from: caret.utf8.startIndex, to: $0) + 1 }
            #expect(column == expected, "\(script)\n\(message ?? "no error")")
        }
    }

    @Test(arguments: [
        ("a.x = b.x.y", "attempt to index a nil value (field 'x')", 9),
        ("x(x.y)", "attempt to index a nil value (global 'x')", 3),
        ("x(x.y)", "attempt to call a nil value (global 'x')", 1),
        ("f{x}", "attempt to call a nil value (local 'f')", 1),
        ("y = a.b(a.b + 1)", "attempt to perform arithmetic on a nil value (field 'b')", 11),
        ("y = a < b", "file.lua:1: attempt to compare number with nil", 7),
        ("y = 'k'.k", "attempt to index a nil value (constant 'k')", 5),
        (
            "y = a.b.c",
            "attempt to index a nil value (field 'b')\nstack traceback:\n\t(field 'c')", 7
        ),
        ("y = 1.5 | 2", "number has no integer representation", 9),
    ]) func picksTheMatchingUse(_ line: String, _ message: String, _ column: Int) {
        let finder = ColumnFinder(Array(line.utf8))
        #expect(finder.column(line: 1, message: message) == column)
    }

    @Test(arguments: [
        ("y = a < b or c < d", "attempt to compare number with nil"),
        ("y = a + b + c", "attempt to perform arithmetic on a nil value"),
        ("y = t[1].x", "attempt to index a nil value (field '?')"),
        ("y = 1", "attempt to index a nil value (local 'x')"), ("y = 1", ""), ("y = 1", "(field '"),
        ("y = 1", "near"), ("y = 1", "attempt to"),
    ]) func returnsNilInsteadOfGuessing(_ line: String, _ message: String) {
        #expect(ColumnFinder(Array(line.utf8)).column(line: 1, message: message) == nil)
    }

    @Test func returnsNilForMissingLines() {
        let finder = ColumnFinder(Array("x.y.z()".utf8))
        for line in [-1, 0, 2, .max] {
            #expect(finder.column(line: line, message: "(field 'y')") == nil)
        }
    }

    @Test(arguments: [
        ("x = = 1", "=script:1: unexpected symbol near '='", 1, 5),
        ("f(\n\"a\" \"b\"\n)", "')' expected (to close '(' at line 1) near '\"b\"'", 2, 5),
        ("if x then\n", "'end' expected (to close 'if' at line 1) near <eof>", 2, 1),
        ("x = 'abc", "unfinished string near ''abc'", 1, 5),
    ]) func findsSyntaxErrors(_ script: String, _ message: String, _ line: Int, _ column: Int) {
        let finder = ColumnFinder(Array(script.utf8))
        #expect(finder.column(line: line, message: message) == column)
    }
}
