import Testing

@testable import LuaSyntax

struct UnknownModuleTests {
    @Test func findsAMistypedModule() throws {
        let found = try Rules.findings(
            UnknownModule.self, "local a = require 'log'\nrequire('crn')")
        #expect(found == ["2:9 there is no module 'crn'"])
        #expect(try Rules.hints(UnknownModule.self, "require 'crn'") == ["did you mean 'crm'?"])
    }

    @Test(arguments: [
        "require 'crm'", "require('helpers')", "local s = require 'string'", "require(name)",
        "local require = f require 'nothing'", "t.require 'nothing'",
    ]) func acceptsKnownAndComputedModules(_ script: String) throws {
        #expect(try Rules.findings(UnknownModule.self, script).isEmpty)
    }
}

struct InvalidRegexTests {
    private var api: HostAPI {
        var api = HostAPI(modules: ["regex": ["match", "grok", "escape"]])
        api.regexProblem = { $1.hasPrefix("(") ? ("bad \($0) \($1)", nil) : nil }
        return api
    }

    @Test(arguments: [
        ("local regex = require 'regex'\nregex.match(s, '(a')", "2:16 bad match (a"),
        ("local r = require 'regex'\nr.grok(s, [[(a]], 2)", "2:11 bad grok (a"),
    ]) func findsAPatternThatIsInvalid(_ script: String, _ finding: String) throws {
        #expect(try Rules.findings(InvalidRegex.self, script, api: api) == [finding])
    }

    @Test(arguments: [
        "local regex = require 'regex' regex.match(s, 'a') regex.match(s, p) regex.match('(')",
        "regex.match(s, '(a')", "string.match(s, '(a')",
        "local regex = require 'regex' regex.grok(s, '(a', mine)",
    ]) func acceptsValidAndComputedPatterns(_ script: String) throws {
        #expect(try Rules.findings(InvalidRegex.self, script, api: api).isEmpty)
    }
}

struct UnknownFunctionTests {
    @Test(arguments: [
        ("local crm = require 'crm'\ncrm.creat('x')", "2:5 'crm' has no function 'creat'"),
        (
            "local a, crm = 1, require('crm')\nlocal c = crm\nc['creat']()",
            "3:3 'crm' has no function 'creat'"
        ),
        ("require('snapshot').captur(x)", "1:21 'snapshot' has no function 'captur'"),
        ("require('snapshot'):captur(x)", "1:21 'snapshot' has no function 'captur'"),
        ("x = string.fromat('')", "1:12 'string' has no function 'fromat'"),
        ("local s = string\nx = s.fromat('')", "2:7 'string' has no function 'fromat'"),
        ("x = table.insrt", "1:11 'table' has no function 'insrt'"),
        ("x = math.Floor(1)", "1:10 'math' has no function 'Floor'"),
        ("x = utf8.length(s) ", "1:10 'utf8' has no function 'length'"),
        ("x = coroutine.yeild()", "1:15 'coroutine' has no function 'yeild'"),
    ]) func findsUnknownFunctionsOfAModule(_ script: String, _ finding: String) throws {
        #expect(try Rules.findings(UnknownFunction.self, script) == [finding])
    }

    @Test(arguments: [
        "local crm = require 'crm' crm.create('x')", "local h = require 'helpers' h.anything()",
        "local state = require 'state' state.anything = 1", "x = string.format('')",
        "local crm = require 'crm' crm = {} crm.creat()", "local string = {} string.fromat()",
        "crm.creat()", "string.trim = f", "local t = {} t.creat()", "x = os.execute('x')",
        "x = ('x'):fromat()", "local _ENV = {} x = string.fromat",
        "for _, crm in ipairs(t) do crm.creat() end",
        "function string.trim(s) end x = string.trim('')", "local s = string s.trim = f s.trim('')",
        "function string:trim() end x = string.trim('')",
    ]) func acceptsKnownAndComputedFunctions(_ script: String) throws {
        #expect(try Rules.findings(UnknownFunction.self, script).isEmpty)
    }
}
