import Foundation
import LuaSyntax
import Testing

struct CountingScriptTests {
    private func text(_ source: String) throws -> String {
        let text = String(decoding: try CountingScript(Array(source.utf8)).source, as: UTF8.self)
        let start = try #require(text.range(of: "return function(...)"))
        return String(text[start.upperBound...].dropLast("\nend".count))
            .replacing(#/__counts\[(\d+)\]=__counts\[\d+\]\+1;/#) { "<\($0.output.1)>" }
            .replacing("__test", with: "?")
    }

    @Test func countsEachStatementBeforeItRuns() throws {
        #expect(try text("local a = 1\nreturn a") == "<1>local a = 1\n<2>return a")
        #expect(try text("f() (g)()") == "<1>f() (g)()")
        #expect(try text("do ; ::x:: break_ = 1 end") == "<1>do ; ::x:: <2>break_ = 1 end")
    }

    @Test func conditionsAreWrappedInACall() throws {
        #expect(try text("if a then b() end") == "<1>if ?(3,a) then <2>b() end")
        #expect(
            try text("while not (a and b.c[1]) do end")
                == "<1>while not (?(2,a) and ?(4,b.c[1])) do end")
        #expect(try text("repeat until f{1}") == "<1>repeat until ?(2,f{1})")
        #expect(
            try text("if a then elseif b == 1 then else end")
                == "<1>if ?(2,a) then elseif ?(4,b == 1) then else end")
    }

    @Test func leftOperandsAreConditions() throws {
        #expect(try text("return a or b") == "<1>return ?(2,a) or b")
        #expect(try text("return a and b or c") == "<1>return ?(2,a) and ?(4,b) or c")
        #expect(
            try text("return f(x or 'y', ...) and (g)")
                == "<1>return ?(2,f(?(4,x) or 'y', ...)) and (g)")
    }

    @Test func constantsAreNotConditions() throws {
        #expect(try text("while true do end") == "<1>while true do end")
        #expect(try text("x = 1 and {} and a .. b and #c") == "<1>x = 1 and {} and a .. b and #c")
    }

    @Test func functionsInsideConditionsAreCounted() throws {
        #expect(
            try text("if f(function() if a then return end end) then end")
                == "<1>if ?(4,f(function() <2>if ?(6,a) then <3>return end end)) then end")
    }

    @Test func lineNumbersStayTheSame() throws {
        let source = "-- a\nlocal x = [[\n]]\nif x\n  and y\nthen\nend -- b"
        let written = try CountingScript(Array(source.utf8)).source
        #expect(written.count { $0 == 0x0A } == source.utf8.count { $0 == 0x0A } + 1)
        #expect(written.starts(with: Array("local __counts".utf8)))
    }

    @Test func functionsHaveNames() throws {
        let points = try CountingScript(
            Array(
                """
                local function a() return 1 end
                function b.c:d() return 2 end
                return { e = function() return 3 end, f(function() return 4 end) }
                """.utf8)
        ).points
        #expect(points.functions.map(\.name) == ["a", "d", "e", "function at line 3"])
        #expect(points.functions.map(\.line) == [1, 2, 3, 3])
    }
}
