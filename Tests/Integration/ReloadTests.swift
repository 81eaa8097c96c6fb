import Foundation
import Testing

/// Scripts that are edited while the command runs.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(15))) struct ReloadTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try say("one")
        try shell.write(event("1"), "event.json")
    }

    private func say(_ word: String) throws {
        try shell.write(
            "return { on = '*', execute = function(e, c) c:emit('\(word) ' .. e.id) end }", "next")
        try shell.run("mv next say.lua")
    }

    private func event(_ id: String) -> String {
        #"{"specversion":"1.0","id":"\#(id)","source":"s","type":"test.made"}"# + "\n"
    }

    private func waitFor(_ what: () throws -> Bool) throws {
        for _ in 0..<1000 where try !what() { Thread.sleep(forTimeInterval: 0.01) }
        #expect(try what())
    }

    private func version(_ server: ServeProcess) throws -> String {
        let detail = try JSONSerialization.jsonObject(
            with: Data(try server.get("/readyz?verbose").utf8))
        let scripts = (detail as? [String: Any])?["scripts"] as? [[String: Any]]
        return scripts?.first?["version"] as? String ?? "none"
    }

    @Test func aServerAppliesNewVersionsAndSaysWhyItRejectsOne() throws {
        let server = try ServeProcess(
            shell, "--not-durable --script say.lua --output out.txt --watch --shadow 10")
        let first = try version(server)
        #expect(try server.post("event.json").status == 202)
        try say("two")
        try waitFor { try server.notes().contains("1 of 1 recorded events decided differently: 1") }
        let second = try version(server)
        #expect(first != second)
        try shell.write(event("2"), "event.json")
        #expect(try server.post("event.json").status == 202)
        try shell.write("local x =\nreturn {", "say.lua")
        try waitFor {
            try server.notes().contains("reload rejected; keeping the current version: say.lua:2")
        }
        #expect(try version(server) == second)
        #expect(try server.get("/readyz?verbose").contains(#""file":"say.lua","line":2"#))
        #expect(try server.get("/readyz") == "ready\n")
        let metrics = try server.get("/metrics")
        #expect(metrics.contains(#"perilune_reloads_total{result="refused"} 1"#))
        #expect(metrics.contains(#"perilune_script_info{script="say.lua",version="\#(second)"} 1"#))
        #expect(server.end() == 0)
        #expect(try shell.read("out.txt") == "\"one 1\"\n\"two 2\"\n")
    }

    @Test func aSignalReloadsWithoutWatchingFiles() throws {
        let server = try ServeProcess(shell, "--not-durable --script say.lua")
        let first = try version(server)
        server.signal(SIGHUP)
        try waitFor { try server.notes().contains("no script has changed") }
        try say("two")
        server.signal(SIGHUP)
        try waitFor { try server.notes().contains("reloaded: say.lua \(first.prefix(8)) → ") }
        #expect(server.end() == 0)
    }

    @Test func detailsOfReadinessNeedTheToken() throws {
        try shell.write("0123456789abcdef0123456789abcdef", "token")
        let server = try ServeProcess(
            shell, "--not-durable --script say.lua --token-file token")
        #expect(try server.get("/readyz?verbose").contains("http.unauthorized"))
        #expect(
            try server.get("/readyz?verbose", "-H \"Authorization: Bearer $(cat token)\"")
                .contains(#""ready":true"#))
        #expect(server.end() == 0)
    }

    @Test func aReloadNamesTheLineOfAFollowedLog() throws {
        try shell.write(event("1"), "log.jsonl")
        let result = try shell.run(
            """
            bin/perilune process log.jsonl -s say.lua --watch -o out.txt 2> notes & process=$!
            until grep -q 'one 1' out.txt; do sleep 0.1; done 2> /dev/null
            sed s/one/two/ say.lua > next; mv next say.lua
            until grep -q reloaded notes; do sleep 0.1; done
            echo '\(event("2").dropLast())' >> log.jsonl
            until grep -q 'two 2' out.txt; do sleep 0.1; done
            kill -INT $process; wait $process
            """)
        #expect(result.status == 0)
        #expect(try shell.read("out.txt") == "\"one 1\"\n\"two 2\"\n")
        #expect(try shell.read("notes").contains("log.jsonl:2: reloaded: say.lua "))
    }
}
