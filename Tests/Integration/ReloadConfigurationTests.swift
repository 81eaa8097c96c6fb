import Foundation
import Testing

/// The configuration and folders of scripts are read again while a server runs.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(15))) struct ReloadConfigurationTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.run("mkdir rules more")
        try rule("a")
        try configure("scripts = { 'rules/a.lua' }")
    }

    private func rule(_ name: String, in folder: String = "rules", _ more: String = "") throws {
        try put(
            "\(more) return { on = 'n.*', execute = function(_, c) c:emit('\(name)') c:pass() end }",
            "\(folder)/\(name).lua")
    }

    private func configure(_ fields: String) throws {
        try put("return {\n  \(fields)\n}\n", "perilune.lua")
    }

    private func put(_ text: String, _ name: String) throws {
        try shell.write(text, "next")
        try shell.run("mv next \(name)")
    }

    private func serve(_ options: String = "--watch") throws -> ServeProcess {
        try ServeProcess(shell, "--not-durable -o out.txt \(options)")
    }

    @Test func scriptsAreAddedAndRemovedWithTheConfiguration() throws {
        let server = try serve()
        try server.decides("1")
        // Not beside any file that is watched already.
        try rule("b", in: "more")
        try configure("scripts = { 'rules/a.lua', 'more/b.lua' }")
        try server.says(" (new)")
        try server.decides("2")
        try configure("scripts = { { path = 'more/b.lua', priority = 7 } }")
        try server.says("a.lua removed")
        try server.says("(settings changed)")
        try server.decides("3")
        try rule("b", in: "more", "local _ = 1")
        try server.says("reloaded: b.lua ", times: 2)
        #expect(server.end() == 0)
        #expect(try shell.read("out.txt") == "\"a\"\n\"a\"\n\"b\"\n\"b\"\n")
    }

    @Test func aFollowedLogWatchesScriptsThatTheConfigurationAdds() throws {
        try shell.write("", "log.jsonl")
        try rule("b", in: "more")
        let result = try shell.run(
            """
            after() { for _ in $(seq 600); do test "$(grep -c "$2" notes)" = $1 && return; sleep 0.1; done; }
            bin/perilune process log.jsonl --watch -o out.txt 2> notes & process=$!
            echo '{"specversion":"1.0","id":"1","source":"s","type":"n.x"}' >> log.jsonl
            for _ in $(seq 600); do grep -q a out.txt && break; sleep 0.1; done 2> /dev/null
            sed "s|'rules/a.lua'|'rules/a.lua', 'more/b.lua'|" perilune.lua > next; mv next perilune.lua
            after 1 'reloaded: b.lua .* (new)'
            sed "s/emit('b')/emit('c')/" more/b.lua > next; mv next more/b.lua
            after 2 'reloaded: b.lua '
            kill -INT $process; wait $process
            """)
        #expect(result.status == 0)
        let notes = try shell.read("notes")
        #expect(notes.components(separatedBy: "reloaded: b.lua ").count == 3, "\(notes)")
    }

    @Test func aSignalReadsTheConfigurationToo() throws {
        let server = try serve("")
        try configure("scripts = { { path = 'rules/a.lua', limits = { time = 20 } } }")
        server.signal(SIGHUP)
        try server.says("reloaded: a.lua ")
        #expect(server.end() == 0)
    }

    @Test func aScriptThatLosesAGrantIsRefused() throws {
        try rule("a", "local crm = require 'crm'")
        let server = try serve()
        try configure("scripts = { 'rules/a.lua' },\n  grants = { mail = true },")
        try server.says("which a.lua does not have")
        try configure("scripts = { 'rules/a.lua' },\n  grants = { crm = true },")
        try server.says("reloaded: a.lua ")
        #expect(server.end() == 0)
    }

    @Test func anErrorInTheConfigurationIsReportedWithItsLine() throws {
        let server = try serve()
        try configure("scripts = { 'rules/a.lua' },\n  limit = { time = 20 },\n  sead = 1,")
        try server.says("reload rejected; keeping the current version: perilune.lua:3")
        try server.says("1 more mistake; 'perilune config check' lists all")
        try server.decides("1")
        try configure("scripts = { 'rules/a.lua' }")
        try server.says("the files are in use again")
        #expect(server.end() == 0)
    }

    @Test func settingsThatNeedARestartAreNamedOnce() throws {
        let server = try serve()
        try configure(
            "scripts = { 'rules/a.lua' },\n  sinks = { records = 'r.jsonl' },\n  workers = 2,")
        try server.says("warning: perilune.lua:3")
        try server.says("sinks.records has changed; restart to apply it")
        try server.says("perilune.lua:4:3: workers has changed; restart to apply it")
        try rule("a", "local _ = 1")
        try server.says("reloaded: a.lua ")
        // Options of the command line hold, whatever the file says.
        try configure("scripts = { 'rules/a.lua' },\n  sinks = { output = 'other.txt' },")
        try rule("a", "local _ = 2")
        try server.says("reloaded: a.lua ", times: 2)
        #expect(try server.count(of: "restart to apply it") == 2)
        #expect(server.end() == 0)
    }

    @Test func aFolderIsListedAgain() throws {
        let server = try serve("--watch --no-config -s rules")
        try rule("b")
        try server.says("reloaded: b.lua ")
        try server.decides("1")
        try shell.run("rm rules/a.lua")
        try server.says("a.lua removed")
        try server.decides("2")
        #expect(server.end() == 0)
        #expect(try shell.read("out.txt") == "\"a\"\n\"b\"\n\"b\"\n")
    }

    @Test func aFolderOfTheConfigurationIsListedAgain() throws {
        try configure("scripts = { 'rules/*.lua', 'more' }")
        try rule("c", in: "more")
        let server = try serve()
        try rule("b")
        try server.says("reloaded: b.lua ")
        #expect(server.end() == 0)
    }
}
