import Testing

@testable import LuaSyntax

struct FileLocalWrittenTests {
    @Test(arguments: [
        ("local n = 0 return { execute = function() n = n + 1 end }", "1:43"),
        ("local n = 0 return { shouldHandle = function() n = 1 end }", "1:48"),
        ("local n local d = {} function d:executeURL() n = 1 end return d", "1:46"),
        ("local n local function f() n = 1 end return { execute = f }", "1:28"),
        ("local n local function f() n = 1 end return { execute = function() f() end }", "1:28"),
        ("local n function f() n = 1 end return { execute = function() f() end }", "1:22"),
        (
            "local n local t = { f = function() n = 1 end }\nreturn { execute = function() t.f() end }",
            "1:36"
        ),
        (
            "local n local t = {} t.f = function() n = 1 end\nreturn { execute = function() t.f() end }",
            "1:39"
        ),
        (
            "local n local f = g(function() n = 1 end) return { execute = function() f() end }",
            "1:32"
        ),
        (
            "local n local d = {} function d:f() n = 1 end\nfunction d:execute() self:f() end return d",
            "1:37"
        ),
        ("local n return { execute = function() pcall(function() n = 1 end) end }", "1:56"),
        (
            "local n, f, g function f() g() end function g() n = 1 end return { execute = f }",
            "1:49"
        ),
        (
            "do local n = 0 function f() n = 1 end end return { execute = function() f() end }",
            "1:29"
        ),
    ]) func findsAWriteThatAnEventCanCause(_ script: String, _ place: String) throws {
        let found = try Rules.findings(FileLocalWritten.self, script)
        #expect(
            found.count == 1
                && found[0].hasPrefix("\(place) the script changes the file-level local 'n'"))
    }

    @Test(arguments: [
        "local c = {} return { execute = function(e) c[e.id] = e end }",
        "local c = {} return { execute = function(e) c.a.b = e end }",
        "local c = {} return { execute = function(e) table.insert(c, e) end }",
        "local c = {} return { execute = function(e) rawset(c, 1, e) end }",
        "local c = {} return { execute = function(e) table.remove(c.list) end }",
    ]) func findsAWriteIntoATable(_ script: String) throws {
        let found = try Rules.findings(FileLocalWritten.self, script)
        #expect(found.count == 1 && found[0].contains("the table in the file-level local 'c'"))
    }

    @Test(arguments: [
        "local d = {} function d:execute() self.n = 1 end return d",
        "local d = {} function d:execute() d.n = 1 end return d",
        "return { execute = function(self) self.n = 1 end }",
    ]) func findsAWriteIntoTheDelegate(_ script: String) throws {
        let found = try Rules.findings(FileLocalWritten.self, script)
        #expect(found.count == 1 && found[0].contains("the delegate's own table"))
    }

    @Test(arguments: [
        "local n = 0 n = n + 1 return { execute = function() return n end }",
        "local n local function f() n = 1 end f() return { execute = function() end }",
        "local n return { execute = function() local n n = 1 end }",
        "local state = require 'state' return { execute = function() state.n = 1 end }",
        "local state = require 'state' return { execute = function() state.list[1] = 1 end }",
        "local s = require('state').mine return { execute = function() s.n = 1 end }",
        "local s = require('state') local t = s.t return { execute = function() t.n = 1 end }",
        "return { execute = function(e) local t = {} t.n = 1 table.insert(t, e) end }",
        "local d = {} function d:execute(e) e.n = 1 end return d",
        "local t = {} for i = 1, 9 do t[i] = i end return { execute = function() return t end }",
        "local n local d = {} function d:f() n = 1 end d:f() function d:execute() end return d",
    ]) func acceptsWritesThatNoEventCauses(_ script: String) throws {
        #expect(try Rules.findings(FileLocalWritten.self, script).isEmpty)
    }
}

struct UnusedLocalTests {
    @Test func findsUnreadLocals() throws {
        let found = try Rules.findings(
            UnusedLocal.self, "local a = 1\nlocal b b = 2\nlocal function f() end")
        #expect(
            found == [
                "1:7 the local 'a' is never used",
                "2:7 the local 'b' is assigned but never read",
                "3:16 the local function 'f' is never used",
            ])
    }

    @Test(arguments: [
        "local a = 1 return a", "local _ = f()", "local _unused = 1", "local t = {} t.x = 1",
        "local function f(a, b) end f()", "for k, v in pairs(t) do end",
        "local guard <close> = f()", "local a return function() return a end",
    ]) func acceptsLocalsThatAreReadOrRequired(_ script: String) throws {
        #expect(try Rules.findings(UnusedLocal.self, script).isEmpty)
    }
}

struct ShadowedLocalTests {
    @Test func findsANameThatHidesAnother() throws {
        let found = try Rules.findings(
            ShadowedLocal.self, "local a = 1\nlocal function f(a)\n  for a = 1, 2 do end\nend")
        #expect(
            found == [
                "2:18 'a' shadows the variable declared at line 1",
                "3:7 'a' shadows the variable declared at line 2",
            ])
    }

    @Test(arguments: [
        "do local a end local a", "local _ local _",
        "function t:f() function u:g() end end", "local function f(a) end local function g(a) end",
    ]) func acceptsNamesThatAreOutOfScope(_ script: String) throws {
        #expect(try Rules.findings(ShadowedLocal.self, script).isEmpty)
    }

    @Test func isOffUnlessAskedFor() {
        var checker = ScriptChecker()
        let script = "local a = 1 do local a = a return { execute = a } end"
        #expect(checker.check(script).isEmpty)
        checker.disabledRules = []
        #expect(checker.check(script).map(\.code) == ["shadowed-local"])
    }
}

struct UnreachableCodeTests {
    @Test(arguments: [
        ("do return end f()", "1:15"), ("error('x') f()", "1:12"),
        ("while true do g() end f()", "1:23"), ("while true do goto x; g() ::x:: end", "1:23"),
        ("if a then return else error('x') end f()", "1:38"),
        ("while true do while a do break end end f()", "1:40"),
        ("function f() do return end ; g() end", "1:30"),
    ]) func findsUnreachableCode(_ script: String, _ place: String) throws {
        #expect(
            try Rules.findings(UnreachableCode.self, script) == [
                "\(place) this code is never reached"
            ])
    }

    @Test(arguments: [
        "while true do break end f()", "while true do if a then break end end f()",
        "while a do end f()", "if a then return end f()",
        "if a then return elseif b then return end f()",
        "goto x; ::x:: f()", "do goto x; end ::x:: f()", "local function error() end error() f()",
        "while true do while a do goto out end end ::out:: f()", "do goto x; ::x:: end f()",
        "repeat return until a",
    ]) func acceptsReachableCode(_ script: String) throws {
        #expect(try Rules.findings(UnreachableCode.self, script).isEmpty)
    }
}
