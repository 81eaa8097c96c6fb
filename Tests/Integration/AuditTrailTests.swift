import Foundation
import Testing

/// What `serve --audit` appends.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(15))) struct AuditTrailTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try write(1)
        try shell.write(
            "return { scripts = { 'rule.lua' }, grants = { http = { 'GET https://example.com' }, mail = true } }",
            "perilune.lua")
    }

    private func write(_ number: Int, error: String = "") throws {
        try shell.write(
            "return { on = 'test', execute = function(e, c) c:emit(\(number)) \(error) end }",
            "rule.lua")
    }

    private func entries() throws -> [[String: Any]] {
        try shell.read("audit.jsonl").split(separator: "\n").map {
            try #require(
                JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private func reload(_ server: ServeProcess) throws {
        let count = try entries().count
        server.signal(SIGHUP)
        try server.waits("no further entry") { try entries().count > count }
    }

    @Test func startsReloadsAndCommandsOfOperatorsAreAppended() throws {
        let server = try ServeProcess(shell, "--audit audit.jsonl")
        try write(2)
        try reload(server)
        try write(3, error: "end")
        try reload(server)
        let erased = try shell.perilune("store erase perilune.db --subject alice --yes")
        #expect(erased.status == 0, "\(erased)")
        #expect(server.end() == 0)
        let entries = try entries()
        #expect(
            entries.map { $0["action"] as? String }
                == ["start", "reload", "reload-rejected", "control", "stop"])
        let scripts = entries.prefix(2).compactMap { ($0["scripts"] as? [[String: Any]])?.first }
        #expect(scripts.map { $0["script"] as? String } == ["rule.lua", "rule.lua"])
        #expect(Set(scripts.compactMap { $0["version"] as? String }).count == 2)
        let grants = try #require(scripts.first?["grants"] as? [String: Any])
        #expect(grants["http"] as? [String] == ["GET example.com"])
        #expect(grants["mail"] as? Bool == true)
        #expect((entries[2]["message"] as? String)?.contains("rule.lua:1:") == true)
        let message = try #require(entries[3]["message"] as? String)
        #expect(
            message.hasPrefix("erased a subject: 0 quarantined events")
                && !message.contains("alice"))
        #expect(entries.allSatisfy { ($0["time"] as? String)?.hasSuffix("Z") == true })
    }

    @Test func aSecondRunAppends() throws {
        for _ in 0..<2 { #expect(try ServeProcess(shell, "--audit audit.jsonl").end() == 0) }
        #expect(
            try entries().map { $0["action"] as? String } == ["start", "stop", "start", "stop"])
    }

    @Test func aPipeThatNobodyReadsIsRefused() throws {
        let shell = try Shell()
        let result = try shell.run(
            "mkfifo pipe; timeout -s KILL 20 perilune serve --listen 127.0.0.1:0 --audit pipe")
        #expect(result.status == 73)
        #expect(result.errors.contains("pipe: cannot open the pipe: no process reads it"))
    }

    @Test func aFileThatCannotBeWrittenIsAnErrorAtTheStart() throws {
        let result = try shell.perilune("serve --listen 127.0.0.1:0 --audit missing/audit.jsonl")
        #expect(result.status == 73, "\(result)")
        #expect(result.errors.contains("missing/audit.jsonl: cannot create the file"))
    }
}
