import Testing

@testable import LuaSyntax

struct UndefinedGlobalTests {
    @Test(arguments: [
        ("print('x')", "1:1 there is no global 'print'"),
        ("io.write('x')", "1:1 there is no global 'io'"),
        ("os.execute('x')", "1:4 'os.execute' is not available in scripts"),
        ("local o = os\no.getenv('x')", "2:3 'os.getenv' is not available in scripts"),
        ("load('x')()", "1:1 there is no global 'load'"),
        ("dofile('x')", "1:1 there is no global 'dofile'"),
        ("x = debug.traceback()", "1:5 there is no global 'debug'"),
        ("collectgarbage()", "1:1 there is no global 'collectgarbage'"),
        ("x = string.dump(f)", "1:12 'string.dump' is not available in scripts"),
    ]) func findsGlobalsThatTheSandboxRemoves(_ script: String, _ finding: String) throws {
        let found = try Rules.findings(UndefinedGlobal.self, script)
        #expect(found.first == finding)
        #expect(try Rules.hints(UndefinedGlobal.self, script).first != .some(nil))
    }

    @Test func suggestsWhatWasMeant() throws {
        let hint = { try Rules.hints(UndefinedGlobal.self, $0).first }
        #expect(try hint("local event = 1 return evnet") == "did you mean 'event'?")
        #expect(try hint("return tostrng(1)") == "did you mean 'tostring'?")
        #expect(try hint("crm.create()") == "it is a module: 'local crm = require \"crm\"'")
        #expect(
            try hint("print(1)")
                == "write to the log, which goes to standard error: 'require(\"log\").info(…)'"
        )
        #expect(
            try hint("do local a = 1 end return a") == "the local 'a' is not visible here")
    }

    @Test(arguments: [
        "local print = 1 print('x')", "x = 1 return x", "function f() end f()", "return pairs({})",
        "return os.time()", "return _G", "local _ENV = {} return print", "return _VERSION",
        "local t = {} t.print()", "return { print = 1 }", "return 'print'",
        "function os.getenv() end os.getenv()", "string.dump = 1 return string.dump",
    ]) func acceptsDefinedGlobals(_ script: String) throws {
        #expect(try Rules.findings(UndefinedGlobal.self, script).isEmpty)
    }
}

struct LeakedGlobalTests {
    @Test func findsAForgottenLocal() throws {
        let script = "local x = 1\nfunction f()\n  total = x\n  total = 2\nend"
        #expect(
            try Rules.findings(LeakedGlobal.self, script) == [
                "2:10 'f' is not declared, so this assignment creates a global",
                "3:3 'total' is not declared, so this assignment creates a global",
            ])
        #expect(
            try Rules.hints(LeakedGlobal.self, script) == [
                "write 'local function f(…)'", "write 'local total = …'",
            ])
    }

    @Test func suggestsTheLocalThatWasMeant() throws {
        let hints = try Rules.hints(LeakedGlobal.self, "local count = 0 cuont = 1")
        #expect(hints == ["did you mean 'count'?"])
    }

    @Test func saysWhenALibraryIsReplaced() throws {
        let found = try Rules.findings(LeakedGlobal.self, "a, string = 1, 2")
        #expect(found.last == "1:4 this replaces the global 'string' for the whole script")
    }

    @Test(arguments: [
        "local total total = 1", "local function f() end",
        "local t = {} function t.f() end t.x = 1",
        "local _ENV = {} x = 1", "for i = 1, 2 do i = 3 end", "local function f(a) a = 1 end",
        "local f function f() end",
    ]) func acceptsDeclaredNames(_ script: String) throws {
        #expect(try Rules.findings(LeakedGlobal.self, script).isEmpty)
    }
}
