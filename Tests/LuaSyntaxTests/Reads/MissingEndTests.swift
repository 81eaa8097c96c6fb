import Testing

@testable import LuaSyntax

/// Where an `end` is missing, going by the indentation.
struct MissingEndTests {
    @Test(arguments: [
        ("local function f(x)\n  if x then\n    g()\nend\n\nreturn f\n", "'if' at line 2", 4),
        ("function f()\n  for i = 1, 2 do\n    g()\n  h()\nend\n", "'for' at line 2", 4),
        ("function f()\n  while x do\n    g()\nend\nfunction h()\nend\n", "'while' at line 2", 4),
        ("function f()\n  g()\n\nfunction h()\n  g()\nend\n", "'function' at line 1", 4),
        ("local t = {\n  f = function(a)\n    g()\n  ,\n}\n", nil, 0),
        (
            "return {\n  execute = function(e)\n    if e then\n      f()\n    elseif g() then\n      h()\n  end,\n}\n",
            nil, 0
        ),
        ("if x then\n  f(function()\n    g()\n  end,\n{\n  1\n})\n", nil, 0),
        ("function f() if x then g()", nil, 0),
    ]) func pointsAtTheBlock(script: String, opener: String?, line: Int) {
        let error = Self.error(script)
        let expected = opener.map {
            "\($0) has no matching 'end', judging by the indentation of line \(line)"
        }
        if let expected {
            #expect(error?.hint == expected)
        } else {
            #expect(error?.hint?.contains("indentation") != true)
        }
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
