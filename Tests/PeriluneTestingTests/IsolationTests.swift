import Testing

@testable import PeriluneTesting

/// Cases share a Lua state; none may notice.
struct IsolationTests {
    /// What one case leaves behind: the second must see the same as the first.
    @Test(arguments: [
        "leaked = (leaked or 0) + 1; return leaked",
        "string.mine = (string.mine or 0) + 1; return string.mine",
        "local old = math.floor; math.floor = function(n) return old(n) + 1 end; return math.floor(1)",
        "local is = table.concat ~= nil; table.concat = nil; return is",
        "local j = require 'json'; j.encode = (type(j.encode) == 'string' and j.encode or '') .. 'x'; return j.encode",
        "setmetatable(_G, { __index = function() return 7 end }); return tostring(rawget(_G, 'q'))",
        "local q = rawget(_G, 'zzz') or zzz; setmetatable(_G, { __index = function() return 7 end }); return tostring(q)",
        "local helper = require 'helper'; helper.n = helper.n + 1; return helper.n",
        "_G.print = 1; return math.random(1000000)",
        "return math.random(1000000)",
        "local s = getmetatable('') ; return tostring(s)",
        "os.time = nil; return 1",
        "local pi = math.pi; math.pi = 3; return pi",
        "local same = string.rep; string.rep, string.sub = string.sub, string.rep; return same('ab', 2)",
        "local value = math.mine; math.huge, math.mine = nil, 1; return tostring(value) .. tostring(math.huge)",
        "local value = _VERSION; _VERSION = 'Lua ' .. 5; return value",
        "string.mine = 1; string.mine = nil; return tostring(string.mine)",
    ])
    func aCaseIsNotAffectedByEarlierCases(body: String) async throws {
        let event = "events = { { type = \"n.x\" }, { type = \"n.x\" } }"
        let place = try Workplace.of(
            "return { on = 'n.*', execute = function(_, c) c:emit((function() \(body) end)()) end }",
            tests: """
                local test = require "test"
                return {
                  { name = "same", \(event), output = test.snapshot() },
                  { name = "other", events = {} },
                  { name = "same", \(event), output = test.snapshot() },
                }
                """)
        try place.write("return { n = 1 }", to: "helper.lua")
        let written = try await place.run { $0.updatesSnapshots = true }
        #expect(written.failures.isEmpty)
        #expect(
            try place.text("rule_test_snapshots/same.output.jsonl")
                == place.text("rule_test_snapshots/same-2.output.jsonl"))
    }

    @Test func theBodyOfTheFileIsRunForEachCase() async throws {
        let place = try Workplace.of(
            """
            local t = {}
            local delegate = { on = "n.*" }
            function delegate:execute(_, c) t[#t + 1] = 1; self.count = (self.count or 0) + 1
              c:emit { #t, self.count } end
            return delegate
            """,
            tests: """
                local cases = {}
                for i = 1, 50 do
                  cases[i] = { name = "n" .. i, events = { { type = "n.x" } }, output = { { 1, 1 } } }
                end
                return cases
                """)
        let report = try await place.run()
        #expect(report.passed == 50)
        #expect(report.failures == [])
    }
}
