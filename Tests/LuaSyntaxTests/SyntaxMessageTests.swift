import Testing

@testable import LuaSyntax

/// The words and places of syntax errors.
struct SyntaxMessageTests {
    @Test(arguments: [
        (
            "function f()\n  if x then\n",
            "3:1 expected 'end' to close 'if' at line 2 at the end of the file"
        ),
        (
            "local f = function()\n  g()\nelse",
            "3:1 expected 'end' to close 'function' at line 1 near 'else'"
        ),
        ("x = (1 + 2", "1:11 expected ')' to close '(' at the end of the file"),
        ("x = {1\n  y = 2}", "2:3 expected ',' or '}' to close '{' at line 1 near 'y'"),
        ("repeat f() end", "1:12 expected 'until' to close 'repeat' near 'end'"),
        ("f()\nend", "2:1 expected a statement near 'end'"),
        ("return 1\nx = 2", "2:1 expected the end of the file near 'x'"),
        ("x + 1", "1:3 expected '=' or a call: an expression alone is not a statement near '+'"),
        ("local end = 1", "1:7 expected a name near 'end'"),
        ("if x = 1 then end", "1:6 expected 'then' near '='"),
        ("for i do end", "1:7 expected '=' or 'in' near 'do'"),
        (
            "\"" + String(repeating: "x", count: 38) + "é\"",
            "1:1 expected an expression or a statement near '\"\(String(repeating: "x", count: 38))…'"
        ),
        ("x = 3x", "1:5 malformed number '3x'"),
        ("x = 'abc", "1:5 this string is not closed: expected ' before the end of the line"),
        ("x = [==[abc", "1:5 this long string is never closed: expected ']==]'"),
        ("--[[ abc", "1:3 this long comment is never closed: expected ']]'"),
        ("x = '\\d+'", "1:6 invalid escape in a string"),
        ("x = 'a\\300'", "1:7 '\\300' is out of range: the largest byte is '\\255'"),
        ("x = 1 @", "1:7 unexpected '@'"),
        ("ä = 1", "1:1 unexpected byte 0xC3: names are made of ASCII letters, digits and '_'"),
        ("local a <const> = 1\na = 2", "2:1 cannot assign to 'a', which is <const>"),
        ("local a <cnst> = 1", "1:10 unknown attribute 'cnst'"),
        (
            "goto done\nlocal x\n::done:: f()",
            "1:1 this 'goto done' jumps into the scope of a local variable"
        ),
        ("do goto done end", "1:4 no label 'done' is visible to this 'goto'"),
        ("::a::\n::a::", "2:1 label 'a' is already defined at line 1"),
        ("function f() return ... end", "1:21 '...' outside a vararg function"),
        ("break", "1:1 'break' outside a loop"),
        ("f() = 1", "1:5 cannot assign to this expression; assign to a name or a field"),
    ]) func saysWhatIsWrong(_ script: String, _ message: String) {
        let error = Self.error(script)
        #expect(error.map { "\($0.line):\($0.column) \($0.message)" } == message)
    }

    @Test(arguments: [
        ("x != 1", "write '~=' for 'not equal'"), ("x += 1", "Lua has no '+=': write 'x = x + y'"),
        ("if x = 1 then end", "write '==' for 'equal'"), ("elif x then", "write 'elseif'"),
        ("x = a && b", "write 'and'"), ("x = a || b", "write 'or'"),
        ("i++", "Lua has no '++': write 'x = x + 1'"), ("var x = 1", "write 'local'"),
        ("function f() {", "a block is 'do … end', 'then … end' or a function's body"),
        ("local a <cnst> = 1", "did you mean 'const'?"),
        ("for i = 1, 2 do goto contniue ::continue:: end", "did you mean 'continue'?"),
        ("local end = 1", "'end' is a reserved word and cannot be a name"),
        ("x = 'a\\d'", "write a literal backslash as '\\\\'; Lua patterns escape with '%'"),
    ]) func hintsAtWhatWasMeant(_ script: String, _ hint: String) {
        #expect(Self.error(script)?.hint == hint)
    }

    @Test func showsTheLineWithACaret() {
        let error = Self.error("f()\n\tx = ) 1")
        #expect(
            error?.description
                == "2:6: error: expected an expression or a statement near ')' [syntax]\n  \tx = ) 1\n  \t    ^"
        )
    }

    @Test func skipsAFirstLineForTheShellAndAByteOrderMark() throws {
        _ = try SyntaxTree(parsing: "#!/usr/bin/lua\nreturn 1")
        _ = try SyntaxTree(parsing: "\u{FEFF}return 1")
    }

    private static func error(_ script: String) -> Diagnostic? {
        do {
            _ = try ScriptModel(Array(script.utf8))
            return nil
        } catch {
            return error
        }
    }
}
