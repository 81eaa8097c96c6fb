import Foundation
import Testing

/// Looking on at a server that runs.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(15))) struct LiveTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try say("one")
        try shell.write(
            """
            return { on = "test.bad", execute = function(e) error("bad " .. e.id) end }
            """, "bad.lua")
    }

    private func say(_ word: String) throws {
        try shell.write(
            "return { on = 'test.*', execute = function(e, c) c:emit('\(word)') end }", "say.lua")
    }

    private let batchType = "application/cloudevents-batch+json"

    private func events(_ ids: ClosedRange<Int>, _ type: String) -> String {
        let events = ids.map {
            #"{"specversion":"1.0","id":"\#($0)","source":"s","type":"\#(type)","data":{"url":"https://x/?pwd=geheim"}}"#
        }
        return "[\(events.joined(separator: ","))]"
    }

    /// Returns when they are decided.
    private func post(_ server: ServeProcess, _ ids: ClosedRange<Int>, _ type: String) throws {
        try shell.write(events(ids, type), "events.json")
        #expect(try server.post("events.json", type: batchType).status == 202)
        var tries = 1000
        while tries > 0, try !server.get("/metrics").contains("inflight_events 0\n") {
            tries -= 1
        }
        #expect(tries > 0)
    }

    @Test func topShowsWhatTheScriptsDo() throws {
        let server = try ServeProcess(shell, "-s bad.lua -s say.lua")
        #expect(try server.notes().contains("perilune.db-control"))
        try post(server, 1...20, "test.made")
        try post(server, 21...25, "test.bad")
        let top = try #require(try shell.perilune("top --once --json").objects().first)
        let rows = try #require(top["delegates"] as? [[String: Any]])
        #expect(rows.map { $0["delegate"] as? String } == ["bad.lua", "say.lua"])
        #expect(rows.map { $0["calls"] as? Int } == [5, 25])
        #expect(rows.map { $0["claimed"] as? Int } == [0, 25])
        #expect(rows.map { $0["errors"] as? Int } == [5, 0])
        let text = try shell.perilune("top --once")
        #expect(text.errors.isEmpty && text.status == 0)
        #expect(text.lines.count == 5 && text.output.contains("\nbad.lua "))
        #expect(text.output.contains("100 %") && !text.output.contains("\u{1B}"))
        #expect(server.end() == 0)
        let gone = try shell.perilune("top --once")
        #expect(gone.status == 66)
        #expect(gone.errors.contains("the file does not exist"))
    }

    @Test func topEndsWithQ() throws {
        let server = try ServeProcess(shell, "-s say.lua")
        let terminal = try PseudoTerminal(shell, "top")
        #expect(terminal.shows("say.lua"))
        terminal.type("q")
        #expect(terminal.end() == 0)
        #expect(server.end() == 0)
    }

    @Test func messagesAreJSONOnRequest() throws {
        try shell.write(
            "local log = require 'log' return { on = 'test.*', execute = function() log.warn('low', { n = 1 }) error('bad') end }",
            "say.lua")
        let server = try ServeProcess(shell, "-s say.lua --log-format json")
        try post(server, 1...1, "test.made")
        #expect(server.end() == 0)
        let lines = try server.notes().split(separator: "\n").map { line in
            try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(lines.allSatisfy { $0["time"] is String && $0["message"] is String })
        #expect(
            lines.first { $0["level"] as? String == "warning" }?["script"] as? String == "say.lua")
        let error = lines.first { $0["level"] as? String == "error" }
        #expect(error?["event"] as? String == "1")
        #expect(error?["script"] as? String == "say.lua")
        #expect(error?["code"] as? String == "script.runtime")
        #expect(error?["line"] as? Int == 1)
    }

    @Test func topSaysWhyAReloadWasRefused() throws {
        let server = try ServeProcess(shell, "--not-durable -s say.lua --control here")
        let reload = "curl -s --unix-socket here -X POST http://localhost/reload"
        #expect(try shell.run(reload).output.contains(#""changed":false"#))
        try shell.write("return {\n  on = = 1 }", "say.lua")
        #expect(try shell.run(reload).output.contains(#""line":2"#))
        let text = try shell.perilune("top --once --control here").output
        #expect(text.contains("reload rejected at "))
        #expect(text.contains("keeping the current version: say.lua:2:"))
        try say("two")
        #expect(try shell.run(reload).output.contains("say.lua"))
        #expect(try shell.perilune("top --once --control here").output.contains("fixed since"))
        #expect(try server.notes().contains("reloaded: say.lua"))
        #expect(server.end() == 0)
    }

    @Test func tapShowsEventsAsTheyAreDecided() throws {
        // Without a store the socket has another name, and is found all the same.
        let server = try ServeProcess(shell, "--not-durable -s bad.lua -s say.lua")
        try shell.write(events(1...2, "test.made"), "made.json")
        try shell.write(events(3...3, "test.bad"), "bad.json")
        let result = try shell.run(
            """
            perilune tap --limit 2 > people 2>> notes & one=$!
            perilune tap --limit 3 --json > machine 2>> notes & two=$!
            perilune tap --limit 1 --delegate say.lua --type test.bad > chosen 2>> notes & three=$!
            perilune tap --outcome failed > failed 2>> notes & four=$!
            until [ "$(grep -c 'connected to perilune.control' notes)" = 4 ]; do sleep 0.05; done
            for file in made.json bad.json; do
              curl -s \(server.url)/events -H 'Content-Type: \(batchType)' -d @$file
            done
            wait $one $two $three && kill -INT $four && wait $four
            """)
        #expect(result.status == 0)
        let people = try shell.read("people").split(separator: "\n")
        #expect(people.map { $0.contains("test.made  handled by say.lua") } == [true, true])
        let machine = try shell.read("machine").split(separator: "\n")
        #expect(machine.count == 3)
        #expect(machine[2].contains(#""event":"3""#) && machine[2].contains("bad 3"))
        #expect(!machine.joined().contains("geheim"))
        #expect(try shell.read("chosen").contains("handled by say.lua  bad.lua:1: bad 3"))
        // It failed for one script, and the next one took it.
        #expect(try shell.read("failed").isEmpty)
        #expect(server.end() == 0)
    }

    @Test func saysWhatIsWrongWithASocket() throws {
        try shell.write("", "file")
        #expect(try shell.perilune("top --control file").errors.contains("this is not a socket"))
        let server = try ServeProcess(shell, "--no-control -s say.lua")
        #expect(try shell.perilune("tap").status == 66)
        #expect(server.end() == 0)
        let killed = try ServeProcess(shell, "-s say.lua")
        killed.end(SIGKILL)
        let gone = try shell.perilune("top")
        #expect(gone.errors.contains("its server has exited") && gone.status == 66)
        // What it left behind is in nobody's way.
        let next = try ServeProcess(shell, "-s say.lua")
        #expect(try shell.perilune("top --once").status == 0)
        #expect(next.end() == 0)
    }

    @Test func findsTheServerOfAProject() throws {
        try shell.run("mkdir deeper")
        try shell.write("return { store = 'own.db', scripts = { 'say.lua' } }", "perilune.lua")
        let server = try ServeProcess(shell, "")
        let text = try shell.run("cd deeper && perilune top --once")
        #expect(text.output.contains("\nsay.lua "), "\(text.errors)")
        #expect(server.end() == 0)
    }

    @Test func theSocketIsForItsOwnerAlone() throws {
        let server = try ServeProcess(shell, "-s say.lua")
        #expect(try shell.run("stat -c %a perilune.db-control").output == "600\n")
        #expect(server.end() == 0)
        #expect(try shell.run("test -e perilune.db-control").status == 1)
    }

    @Test func aSecondServerInTheFolderRunsWithoutAControlSocket() throws {
        let one = try ServeProcess(shell, "--not-durable -s say.lua")
        let other = try ServeProcess(shell, "--not-durable -s say.lua")
        #expect(try other.notes().contains("warning: no control socket"))
        #expect(other.end() == 0)
        #expect(try shell.perilune("top --once").status == 0)
        #expect(one.end() == 0)
    }

    @Test func topIsRedrawnOnATerminal() throws {
        let server = try ServeProcess(shell, "-s say.lua")
        let terminal = try PseudoTerminal(shell, "top")
        #expect(terminal.shows("events/s since the start"))
        #expect(terminal.shows("\u{1B}[H"))
        #expect(terminal.shows("events/s over"))
        #expect(server.end() == 0)
    }
}
