import Foundation
import Testing

/// SIGHUP rereads certificate, token, CRM connections and folder plugins, and says what has changed.
@Suite(.enabled(if: Shell.has("curl") && Shell.has("openssl")), .timeLimit(.minutes(5)))
struct RereadTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.run("mkdir -p plugins/vip")
        try shell.write(
            """
            local words = require "words"
            return { on = "n.*", execute = function(_, c) c:emit(words.word()) end }
            """, "rule.lua")
        try shell.write(
            #"{"organizations":[{"name":"dev","url":"http://127.0.0.1:9","webhooks":{"key":"file:key"}}]}"#,
            "crm.json")
        try makeCertificate("one")
        try fill("one")
    }

    private func makeCertificate(_ name: String) throws {
        let result = try shell.run(
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=\(name) -keyout key.pem -out cert.pem"
        )
        try #require(result.status == 0, "\(result.errors)")
    }

    private func fill(_ word: String) throws {
        try shell.write("token-of-the-server-\(word)\n", "token")
        try shell.write("key-\(word)\n", "key")
        try shell.write(
            #"return { name = "vip", version = "1.0.0", perilune = ">= 0.1", summary = "x", modules = { "words" } }"#,
            "plugins/vip/plugin.lua")
        try shell.write(
            """
            local words = {}
            --- The word.
            ---@return string
            function words.word() return "\(word)" end
            return words
            """, "plugins/vip/words.lua")
    }

    private func serve(_ options: String = "") throws -> ServeProcess {
        try ServeProcess(
            shell,
            "--not-durable -s rule.lua -o out.txt --certificate cert.pem --key key.pem --token-file token --crm crm.json \(options)"
        )
    }

    private func post(_ server: ServeProcess, _ id: String, token: String) throws -> Int {
        try shell.write(
            #"{"specversion":"1.0","id":"\#(id)","source":"s","type":"n.x"}"#, "event.json")
        return try server.post(
            "event.json", "-k -H 'Authorization: Bearer token-of-the-server-\(token)'"
        ).status
    }

    private func certificate(_ server: ServeProcess) throws -> String {
        try shell.run("curl -s -k -v \(server.url)/livez").errors
    }

    @Test func changedFilesAreUsed() throws {
        let server = try serve()
        server.signal(SIGHUP)
        try server.says(
            "unchanged: certificate (cert.pem), token (token), CRM connections (crm.json)")
        #expect(try post(server, "1", token: "one") == 202)
        #expect(try certificate(server).contains("CN=one"))
        let expiry = "perilune_certificate_expiry_timestamp_seconds "
        let metrics = try shell.run("curl -s -k \(server.url)/metrics").output
        let line = try #require(metrics.split(separator: "\n").first { $0.hasPrefix(expiry) })
        #expect((Double(line.dropFirst(expiry.count)) ?? 0) > Date.now.timeIntervalSince1970)
        try makeCertificate("two")
        try fill("two")
        server.signal(SIGHUP)
        try server.says("reloaded: plugin vip 1.0.0 (files changed)")
        try server.says("reread certificate (cert.pem); new connections use it")
        try server.says("reread token (token); senders must send the new token")
        try server.says("reread CRM connections (crm.json); changed: dev")
        #expect(try post(server, "2", token: "one") == 401)
        #expect(try post(server, "3", token: "two") == 202)
        #expect(try certificate(server).contains("CN=two"))
        let hook = "curl -s -k -o body -w '%{http_code}' -d '{}' '\(server.url)/webhooks/dev?code="
        #expect(try shell.run(hook + "key-one'").output == "401")
        #expect(try shell.run(hook + "key-two'").output == "400")
        #expect(server.end() == 0)
        #expect(try shell.read("out.txt") == "\"one\"\n\"two\"\n")
    }

    @Test func anUnreadableFileKeepsItsPreviousContents() throws {
        let server = try serve()
        try shell.write("no certificate", "cert.pem")
        try shell.write("short", "token")
        try shell.write("{", "crm.json")
        try shell.write("return {", "plugins/vip/plugin.lua")
        server.signal(SIGHUP)
        try server.says("cannot reread certificate; keeping what is in use: cert.pem: ")
        try server.says("cannot reread token; keeping what is in use: token: ")
        try server.says("cannot reread CRM connections; keeping what is in use: crm.json:")
        try server.says("reload rejected; keeping the current version: plugins/vip/plugin.lua:")
        #expect(try post(server, "1", token: "one") == 202)
        #expect(try certificate(server).contains("CN=one"))
        let metrics = try shell.run("curl -s -k \(server.url)/metrics").output
        for what in ["certificate", "token", "CRM connections"] {
            #expect(metrics.contains("perilune_reread_failures_total{what=\"\(what)\"} 1\n"))
        }
        #expect(server.end() == 0)
        #expect(try shell.read("out.txt") == "\"one\"\n")
    }

    @Test func changesThatNeedARestartAreNamed() throws {
        try shell.write("{}", "http.json")
        let server = try serve("--http http.json")
        try shell.write(
            #"{"organizations":[{"name":"prod","url":"http://127.0.0.1:9"}]}"#, "crm.json")
        server.signal(SIGHUP)
        try server.says("warning: crm.json: organization 'prod' has changed; restart to apply it")
        try server.says("warning: crm.json: organization 'dev' has changed; restart to apply it")
        #expect(try server.count(of: "http.json") == 0)
        try shell.write(#"{"timeout":5}"#, "http.json")
        server.signal(SIGHUP)
        try server.says("warning: http.json has changed; restart to apply it")
        #expect(server.end() == 0)
    }

    @Test func theFirstOrganizationNeedsARestart() throws {
        try shell.write(#"return { scripts = "rule.lua" }"#, "perilune.lua")
        let server = try ServeProcess(shell, "--not-durable --config perilune.lua")
        try shell.write(
            """
            return { scripts = "rule.lua", plugins = {
              crm = { organizations = { { name = "dev", url = "http://127.0.0.1:9" } } } } }
            """, "perilune.lua")
        server.signal(SIGHUP)
        try server.says("organization 'dev' has changed; restart to apply it")
        #expect(server.end() == 0)
    }
}
