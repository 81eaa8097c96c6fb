import Testing

@testable import LuaSyntax

/// The findings because of which a server refuses a script.
struct CertainFailureTests {
    private static let api: HostAPI = {
        var api = Rules.api
        api.modules["regex"] = ["match"]
        api.commanderMethods.append("publish")
        api.outputs = ["errors"]
        api.publishMembers = ["type", "data"]
        api.regexProblem = { $1.hasPrefix("(") ? ("bad \($1)", nil) : nil }
        return api
    }()

    private func codes(_ script: String) throws -> [String] {
        let checker = ScriptChecker(api: Self.api)
        return try checker.failures(ScriptModel(Array(script.utf8), api: Self.api)).map(\.code)
    }

    @Test(arguments: [
        ("c:emit(e, 'erors')", "unknown-output"),
        ("c:emitt(e)", "unknown-method"),
        ("c.emit(e.data)", "call-style"),
        ("c.emit()", "call-style"),
        ("crm.creat('x')", "unknown-function"),
        ("crm:creat('x')", "unknown-function"),
        ("regex.match('a', '(')", "invalid-regex"),
        ("c:publish { type = 'a.b', dat = 1 }", "unknown-member"),
        ("users[e.data.user] = nil", "undefined-global"),
        ("c:emit(customers[e.data.id])", "undefined-global"),
        ("print(e.type)", "undefined-global"),
        ("os.execute('x')", "undefined-global"),
        ("e.data.n = 1", "event-written"),
        ("return e.data", "returned-value"),
        ("local state = require 'state'", "late-require"),
        ("if e.type == 'a.b' then nothing() end", "undefined-global"),
    ])
    func aLineThatAlwaysFailsIsCertain(_ line: String, _ code: String) throws {
        let head = "local crm, regex = require 'crm', require 'regex'\n"
        #expect(try codes(head + "return { execute = function(e, c) \(line) end }") == [code])
        #expect(
            try codes(
                head + "local function act(e, c) \(line) end return { execute = act }") == [code])
    }

    @Test(arguments: [
        "if debugging then c:emit(1) end",
        "if users then c:emit(users[1]) end",
        "if crm.creat then crm.creat('x') end",
        "local f = string.fromat or tostring c:emit(f(1))",
        "if c.emitt then c:emitt(1) end",
        "local d = c c.emit(d, 1)",
        "pcall(function() nothing() end)",
        "xpcall(function() local f = function() nothing() end f() end, tostring)",
        "pcall(nothing)",
        "local function try() nothing() end pcall(try)",
        "pcall(function() helper() end)",
        "pcall(t.f)",
        "local function try(f) return pcall(f) end try(function() nothing() end)",
        "coroutine.resume(coroutine.create(function() nothing() end))",
        "local co = require 'coroutine' co.resume(co.create(function() nothing() end))",
        "pcall(string.gsub, 'x', 'x', function() nothing() end)",
        "c = { emitt = function() end } c:emitt()",
        "crm:create('x')",
        "local n = e.captures.n",
        "c:emit(e, e.type)",
        "x = 1",
    ])
    func aLineThatMayWorkIsNot(_ line: String) throws {
        let head = """
            local crm = require 'crm'
            local function helper() nothing() end
            local t = { f = function() nothing() end }

            """
        #expect(try codes(head + "return { execute = function(e, c) \(line) end }") == [])
    }

    @Test(arguments: [
        "_G['foo'] = function() end", "require('_G').foo = function() end",
        "rawset(_G, 'foo', function() end)",
        "for _, n in ipairs { 'foo' } do _ENV[n] = function() end end",
        "setmetatable(_G, { __index = function() return function() end end })",
        "load('function foo() end')()", "function string.foo(s) end", "string.foo = tostring",
        "local s = string s.foo = tostring", "for k, v in pairs { foo = 1 } do string[k] = v end",
        "add(string)", "local json = require 'crm' json.foo = tostring",
    ])
    func aFunctionThatTheScriptAddsIsNot(_ head: String) throws {
        let calls = "foo() string.foo('x') require('crm').foo()"
        let findings = try codes("\(head)\nreturn { execute = function(e, c) \(calls) end }")
        let without = try codes("return { execute = function(e, c) \(calls) end }")
        #expect(findings.count < without.count)
    }

    @Test func pcallOfAFunctionOfAModuleCatchesNothingElse() throws {
        let script = """
            local crm = require 'crm'
            return { execute = function(e, c) pcall(crm.delete, 'lead', e.id) nothing() end }
            """
        #expect(try codes(script) == ["undefined-global"])
    }

    @Test(arguments: [
        "local function unused() nothing() end return { execute = function() end }",
        "return { execute = function() end, tests = { { check = function() nothing() end } } }",
        "local t = nothing.x return { execute = function() end }",
        "local _ENV = {} return { execute = function() nothing() end }",
    ])
    func aLineThatNoEventReachesIsNot(_ script: String) throws {
        #expect(try codes(script) == [])
    }
}
