import Foundation
import Testing

/// `perilune test`, as somebody who writes rules uses it.
struct TestCommandTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private func write(expecting count: Int) throws {
        try shell.write(
            """
            return {
              on = "n.*",
              execute = function(event, commander)
                if event.data.n > 5 then
                  commander:emit("much")
                end
                commander:emit(event.data.n)
              end,
            }

            """, "rule.lua")
        try shell.write(
            """
            local test = require "test"
            return {
              { name = "emits", events = { test.event("n.x", { n = 1 }) }, count = { emitted = \(count) } },
            }

            """, "rule_test.lua")
    }

    @Test func theShippedScriptsPassAndAreCovered() throws {
        let result = try shell.run(
            "perilune test Scripts --coverage --coverage-minimum 100 --decision-minimum 95")
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(result.lines.contains { $0.hasPrefix("all ") && $0.contains("lines 100 %") })
    }

    @Test(arguments: ["", ".", "--filter nothing"])
    func noTestsAreAnError(arguments: String) throws {
        let result = try shell.run(
            "mkdir empty && cd empty && perilune test \(arguments)")
        #expect(result.errors.contains("no test"))
        #expect(result.status == 66)
    }

    @Test func aFailureIsShownWithItsLine() throws {
        try write(expecting: 2)
        let result = try shell.perilune("test rule.lua")
        #expect(result.status == 1)
        #expect(
            result.output.hasPrefix(
                """
                FAILED emits
                  rule_test.lua:3:74: count.emitted
                    expected  2
                    found     1
                rule_test.lua: 0 passed, 1 failed
                1 case in 1 file: 0 passed, 1 failed (
                """))
    }

    @Test func reportsInJSONAndJUnit() throws {
        try write(expecting: 2)
        let result = try shell.perilune("test rule_test.lua --json --junit report.xml")
        let report = try #require(try result.objects().first)
        #expect(report["failed"] as? Int == 1)
        #expect(result.lines.count == 1)
        let junit = try shell.read("report.xml")
        #expect(junit.contains(#"<testcase name="emits" classname="rule_test.lua""#))
        #expect(junit.contains(#"<failure message="count.emitted">"#))
        #expect(result.status == 1)
    }

    @Test func tooLittleCoverageFails() throws {
        try write(expecting: 1)
        #expect(try shell.perilune("test rule.lua").status == 0)
        let result = try shell.perilune(
            "test rule.lua --coverage-minimum 90 --coverage-lcov c.info --coverage-html c.html")
        #expect(result.status == 1)
        #expect(result.output.contains("not run: 5"))
        #expect(result.output.contains("rule.lua") && result.output.contains("lines 75 % (3/4)"))
        #expect(
            result.errors == "perilune: the tests cover 75 % of the lines; the minimum is 90 %\n")
        let page = try shell.read("c.html")
        #expect(page.contains("event.data.n &gt; 5"))
        #expect(try shell.perilune("test rule.lua --decision-minimum 50").status == 0)
    }

    @Test func aFilterOrPathWithoutCasesIsAnError() throws {
        try write(expecting: 1)
        let none = try shell.perilune("test rule.lua --filter moon")
        #expect(none.errors == "perilune: no test case has 'moon' in its name\n")
        #expect(none.status == 66)
        let missing = try shell.perilune("test nowhere")
        #expect(missing.status == 66)
        #expect(missing.errors.hasPrefix("nowhere: no such file or folder\n"))
    }

    @Test func theConfigurationSetsLimitsGrantsAndTestedScripts() throws {
        try write(expecting: 1)
        try shell.run("mkdir -p project/sub other && mv rule.lua rule_test.lua project")
        try shell.run("cp project/rule.lua project/rule_test.lua other")
        try shell.write(
            "return { scripts = { 'rule.lua', { path = '../other/rule.lua' } } }",
            "project/perilune.lua")
        let all = try shell.run("cd project/sub && perilune test")
        #expect(all.status == 0)
        #expect(all.output.contains("2 cases in 2 files: 2 passed"))
        #expect(try shell.run("cd project && perilune test sub").status == 66)
        try shell.write(
            "return { scripts = { { path = 'rule.lua', limits = { instructions = 1000 } } } }",
            "project/perilune.lua")
        try shell.write(
            "local n = 0 for i = 1, 100000 do n = n + i end\n"
                + (try shell.read("project/rule.lua")), "project/rule.lua")
        let limited = try shell.run("cd project && perilune test")
        #expect(limited.status == 1)
        #expect(limited.output.contains("instruction limit"), "\(limited.output)")
        #expect(try shell.run("cd project && perilune test --no-config").status == 0)
        try shell.write(
            "return { scripts = { { path = 'rule.lua', grants = {} } } }", "project/perilune.lua")
        try shell.write(
            "local crm = require 'crm'\n" + (try shell.read("project/rule.lua")),
            "project/rule.lua")
        let refused = try shell.run("cd project && perilune test")
        #expect(refused.status == 1)
        #expect(refused.output.contains("requires the grant 'crm'"))
    }

    @Test(arguments: ["--junit rule.lua", "--coverage-lcov rule_test.lua", "--coverage-html x.lua"])
    func aReportDoesNotOverwriteAScript(_ option: String) throws {
        try write(expecting: 1)
        let rule = try shell.read("rule.lua")
        let result = try shell.perilune("test rule_test.lua \(option)")
        #expect(result.status == 73)
        #expect(result.errors.contains("the output would change an input"))
        #expect(try shell.read("rule.lua") == rule)
    }

    @Test(arguments: [
        "--junit module.txt", "--coverage-html to-module", "--junit events.jsonl",
        "--coverage-lcov a.txt --coverage-html ./a.txt", "--junit - --coverage-lcov -",
        "--junit to-settings", "--junit rule_test_snapshots/kept.records.jsonl",
    ])
    func aReportDoesNotOverwriteWhatTestsReadOrAnotherReport(_ options: String) throws {
        try shell.write("return { on = 'a.b', execute = function() end }", "module.txt")
        try shell.run(
            "mkdir rule_test_snapshots; ln -s module.txt module.lua; ln -s module.txt to-module")
        try shell.write("return require 'module'", "rule.lua")
        try shell.write("return { scripts = 'rule.lua' }", "perilune.lua")
        try shell.run("ln -s perilune.lua to-settings")
        let event = #"{"specversion":"1.0","id":"1","source":"/s","type":"a.b"}"#
        try shell.write(event + "\n", "events.jsonl")
        try shell.write(
            """
            return { { name = "kept", events = { log = "events.jsonl" },
              records = require("test").snapshot() } }
            """, "rule_test.lua")
        try shell.write("{}\n", "rule_test_snapshots/kept.records.jsonl")
        let files = "cat module.txt events.jsonl perilune.lua rule_test_snapshots/*"
        let before = try shell.run(files).output
        let result = try shell.perilune("test rule_test.lua \(options)")
        #expect(result.status == 73, "\(result.errors)")
        #expect(result.errors.contains("the output would change an input"))
        #expect(try shell.run(files).output == before)
        #expect(try shell.run("ls a.txt").status != 0)
    }

    /// It is not beside the tests, and only known once an event has come.
    @Test func aReportDoesNotOverwriteAModuleThatAnEventRequires() throws {
        try shell.run("mkdir tests rules; ln -s module.txt rules/module.lua")
        try shell.write("return { n = 1 }", "rules/module.txt")
        try shell.write(
            """
            return { on = "a.b", execute = function(event, commander)
              commander:emit(require("module").n)
            end }
            """, "rules/rule.lua")
        try shell.write(
            """
            return { { name = "one", scripts = { "../rules/rule.lua" },
              events = { { type = "a.b" } }, emitted = { 1 } } }
            """, "tests/rule_test.lua")
        let result = try shell.perilune("test tests --junit rules/module.txt")
        #expect(result.status == 73, "\(result.errors)")
        #expect(try shell.read("rules/module.txt") == "return { n = 1 }")
    }

    @Test func junitOnStandardOutputKeepsTheCoverageAndEndsInALineFeed() throws {
        try write(expecting: 1)
        let result = try shell.perilune("test rule.lua --coverage --junit -")
        #expect(result.output.hasSuffix("</testsuites>\n"))
        #expect(result.errors.contains("lines 75 % (3/4)"))
        let shown = try shell.perilune("test rule.lua --coverage")
        #expect(!shown.output.contains(" \n"))
    }

    @Test func aMistypedFieldOfACaseIsShownWithItsLine() throws {
        try write(expecting: 1)
        try shell.write(
            "return {\n  { name = 'emits',\n    event = {} },\n}\n", "rule_test.lua")
        let result = try shell.perilune("test rule.lua")
        #expect(
            result.output.contains("rule_test.lua:3:5: unknown field 'event' of a case"),
            "\(result.output)")
        try shell.write("return {\n  {\n    events = {} },\n}\n", "rule_test.lua")
        #expect(
            try shell.perilune("test rule.lua").output
                .contains("rule_test.lua:2:3: case 1 has no name"))
    }

    @Test func checkKnowsTheModulesOfTestFiles() throws {
        try write(expecting: 1)
        let result = try shell.perilune("check --strict rule_test.lua")
        #expect(result.output.isEmpty)
        try shell.write("local t = require 'test'\nreturn { t.lnik('x') }\n", "rule_test.lua")
        #expect(try shell.perilune("check rule_test.lua").output.contains("link"))
    }

    /// The second run comes by itself, after the script was changed.
    @Test func watchingRerunsChangedTests() throws {
        try write(expecting: 2)
        let result = try shell.run(
            """
            perilune test rule.lua --watch > seen.txt & watcher=$!
            for i in $(seq 200); do grep -q failed seen.txt && break; sleep 0.1; done
            sed -i 's/> 5/> 0/' rule.lua
            for i in $(seq 200); do grep -q '1 passed' seen.txt && break; sleep 0.1; done
            kill $watcher; cat seen.txt
            """)
        #expect(result.output.contains("1 failed"))
        #expect(result.output.contains("rule_test.lua: 1 passed"))
    }
}
