import Foundation
import Testing

/// A running host takes a version only if its tests pass, and says what happened once.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(15))) struct ReloadChecksTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try emit(1)
        try expect(1)
    }

    /// The rule, renamed into its place.
    private func emit(_ number: Int, _ fields: String = "") throws {
        try put(Self.rule(number, fields), "rule.lua")
    }

    private static func rule(_ number: Int, _ fields: String = "") -> String {
        "return { on = 'n.*', \(fields) execute = function(_, c) c:emit(\(number)) end }\n"
    }

    private func expect(_ number: Int) throws {
        try put(
            """
            return {
              { name = "emits", events = { { type = "n.x" } }, output = { \(number) } },
            }
            """, "rule_test.lua")
    }

    private func put(_ text: String, _ name: String) throws {
        try shell.write(text, "next")
        try shell.run("mv next \(name)")
    }

    private func serve(_ options: String = "") throws -> ServeProcess {
        try ServeProcess(shell, "--not-durable -s rule.lua -o out.txt --watch \(options)")
    }

    @Test func aVersionWhoseTestFailsIsRefusedWithTheDifference() throws {
        let server = try serve()
        try emit(2)
        try server.says(
            #"reload rejected; keeping the current version: rule_test.lua:2:63: the test "emits" of rule.lua failed: output[1], expected 1, found 2"#
        )
        #expect(try server.get("/readyz?verbose").contains(#""code":"script.test""#))
        try server.decides("a")
        try emit(1)
        try server.says("no script has changed; the files are in use again")
        #expect(try server.get("/readyz?verbose").contains(#""behind":false"#))
        #expect(try server.count(of: "reload rejected") == 1)
        #expect(server.end() == 0)
        #expect(try shell.read("out.txt") == "1\n")
    }

    @Test(arguments: ["", "--no-tests"])
    func aVersionWithALineThatAlwaysFailsIsRefused(options: String) throws {
        let server = try serve(options)
        try put(
            "return { on = 'n.*', execute = function(_, c) c:emit(2, 'erors') end }\n", "rule.lua")
        try server.says(
            "reload rejected; keeping the current version: rule.lua:1:57: there is no output 'erors'"
        )
        #expect(try server.get("/readyz?verbose").contains(#""code":"unknown-output""#))
        try server.decides("a")
        try emit(1, "priority = 1,")
        try server.says("reloaded: rule.lua ")
        #expect(server.end() == 0)
        #expect(try shell.read("out.txt") == "1\n")
    }

    @Test(arguments: ["process Scripts/links.jsonl", "serve --not-durable --no-control"])
    func suchAScriptIsRefusedAtTheStart(command: String) throws {
        try put(
            "return { on = 'n.*', execute = function(_, c) nothing.happens() end }\n", "rule.lua")
        let result = try shell.perilune("\(command) -s rule.lua")
        #expect(result.status == 78)
        #expect(
            result.errors == """
                rule.lua:1:47: there is no global 'nothing'
                  return { on = 'n.*', execute = function(_, c) nothing.happens() end }
                                                                ^

                """, "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test func aVersionIsAcceptedOnceItsTestIsFixed() throws {
        let server = try serve()
        try emit(2)
        try server.says("reload rejected")
        try expect(2)
        try server.says("reloaded: rule.lua ")
        try server.decides("a")
        #expect(server.end() == 0)
        #expect(try shell.read("out.txt") == "2\n")
    }

    @Test func testsInsideAScriptAreRunWithoutATestFile() throws {
        try shell.run("rm rule_test.lua")
        let server = try serve()
        let tests = "tests = { { name = 'in', events = { { type = 'n.x' } }, output = { 1 } } },"
        try emit(2, tests)
        try server.says(#"the test "in" of rule.lua failed: output[1], expected 1, found 2"#)
        try emit(1, tests)
        try server.says("reloaded: rule.lua ")
        #expect(server.end() == 0)
    }

    @Test func testsAreSkippedOnRequest() throws {
        let server = try serve("--no-tests")
        try emit(2)
        try server.says("reloaded: rule.lua ")
        #expect(server.end() == 0)
    }

    @Test func theConfigurationMayDisableTestsDuringARun() throws {
        try put("return { scripts = 'rule.lua' }", "perilune.lua")
        let server = try ServeProcess(shell, "--not-durable --watch")
        try emit(2)
        try server.says("reload rejected")
        try put("return { scripts = 'rule.lua', reload = { tests = false } }", "perilune.lua")
        try server.says("reloaded: rule.lua ")
        #expect(server.end() == 0)
    }

    @Test func aServerStartsWithAFailingTestAndSaysSo() throws {
        try expect(7)
        let server = try serve()
        try server.says(#"warning: rule_test.lua:2:63: the test "emits" of rule.lua failed"#)
        try server.decides("a")
        #expect(server.end() == 0)
        #expect(try shell.read("out.txt") == "1\n")
    }

    @Test func eachBrokenVersionIsRejectedOnce() throws {
        let server = try serve()
        let broken = "local x =\nreturn {\n"
        for number in 1...5 {
            try shell.run("{ printf '%s' '\(broken)'; echo '-- \(number)'; } > rule.lua")
            try server.says("reload rejected", times: number)
            // A look that finds the same again.
            try shell.run("touch rule.lua; echo > other.lua")
        }
        try emit(1)
        try server.says("no script has changed; the files are in use again")
        #expect(try server.count(of: "reload rejected") == 5)
        #expect(
            try server.get("/metrics").contains(#"perilune_reloads_total{result="refused"} 5"#))
        #expect(server.end() == 0)
    }

    @Test func aChangeToAnotherFileIsNotAReload() throws {
        let server = try serve()
        try shell.write("-- beside", "other.lua")
        try emit(1, "priority = 1,")
        try server.says("reloaded: rule.lua ")
        #expect(try server.get("/readyz?verbose").contains(#""unchanged":0"#))
        #expect(try server.get("/metrics").contains(#"result="unchanged"} 0"#))
        #expect(server.end() == 0)
    }

    @Test func aVersionBelowThatOfItsStateIsRefused() throws {
        func count(_ version: Int) throws {
            try put(
                """
                local state = require "state"
                return { on = "n.*", version = \(version),
                  execute = function(_, c) state.n = (state.n or 0) + 1 c:emit(state.n) end }
                """, "rule.lua")
        }
        try shell.run("rm rule_test.lua")
        try count(3)
        let server = try ServeProcess(shell, "--store s.db -s rule.lua -o out.txt --watch")
        try server.decides("a")
        try server.waits("the state was not kept") { try shell.read("out.txt") == "1\n" }
        try count(2)
        try server.says(
            "rule.lua: the saved state of rule.lua has version 3, but the script has version 2")
        try server.says("hint: restore the newer script, or raise this one's version above 3")
        try server.decides("b")
        try count(4)
        try server.says("reloaded: rule.lua ")
        try server.decides("c")
        #expect(server.end() == 0)
        #expect(try shell.read("out.txt") == "1\n2\n3\n")
    }

    @Test func errorsOfARuleForLinksAreCounted() throws {
        try put(
            "return { on = 'link.*', execute = function() error('no') end }", "rule.lua")
        let server = try serve("--no-tests")
        for id in ["a", "b"] {
            try server.decides(id, type: "link.url", #","data":{"url":"https://example.com"}"#)
        }
        let metrics = try server.get("/metrics")
        #expect(metrics.contains(#"perilune_script_errors_total{script="rule.lua"} 2"#))
        #expect(metrics.contains("perilune_quarantine_events 0"))
        #expect(server.end() == 0)
    }

    @Test func aRejectionNamesTheLineOfAFollowedLog() throws {
        try shell.write("", "log.jsonl")
        let result = try shell.run(
            """
            bin/perilune process log.jsonl -s rule.lua --watch -o out.txt 2> notes & process=$!
            event() { echo '{"specversion":"1.0","id":"'$1'","source":"s","type":"n.x"}' >> log.jsonl; }
            event a; until grep -q 1 out.txt; do sleep 0.1; done 2> /dev/null
            sed 's/(1)/(2)/' rule.lua > next; mv next rule.lua
            until grep -q 'reload rejected' notes; do sleep 0.1; done
            event b; until test $(wc -l < out.txt) = 2; do sleep 0.1; done
            kill -INT $process; wait $process
            """)
        #expect(result.status == 0)
        #expect(try shell.read("out.txt") == "1\n1\n")
        #expect(
            try shell.read("notes").contains(
                "log.jsonl:2: reload rejected; keeping the current version: rule_test.lua:2:63: the test"
            ))
    }
}
