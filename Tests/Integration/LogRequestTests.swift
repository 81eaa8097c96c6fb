import Foundation
import Testing

/// Logs that are sent to `serve` with POST.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(15))) struct LogRequestTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try configure(as: "combined")
    }

    private func configure(as format: String, _ rule: String = "c:emit(e.data)") throws {
        // An event takes long enough that some are left when the process is killed.
        try shell.write(
            "return { on = '*', execute = function(e, c) for i = 1, 50000 do end \(rule) end }",
            "rule.lua")
        try shell.write(
            """
            return { scripts = "rule.lua", sinks = { output = "out.jsonl" },
              plugins = { webhooks = { endpoints = { { name = "nginx", as = "\(format)" } } } } }
            """, "perilune.lua")
    }

    /// A line of an access log.
    private func line(_ number: Int) -> String {
        #"192.0.2.7 - - [02/Mar/2026:10:00:00 +0000] "GET /\#(number) HTTP/1.1" 200 1 "-" "-""#
    }

    private func post(_ server: ServeProcess, _ options: String = "") throws -> (Int, String) {
        let (status, body) = try server.post("access.log", to: "/hooks/nginx", options)
        return (status, body.trimmingCharacters(in: .newlines))
    }

    @Test func aLogThatWasAcceptedIsProcessedOnceAfterAKill() throws {
        try configure(as: "combined", "c:emit(e.data.path)")
        let lines = (0..<400).map(line) + ["no line of an access log"]
        try shell.write(lines.joined(separator: "\n"), "access.log")
        let killed = try ServeProcess(shell, "")
        let (status, answer) = try post(killed)
        killed.end(SIGKILL)
        #expect(status == 202)
        #expect(
            answer.hasPrefix(#"{"accepted":400,"unreadable":1,"errors":[{"code":"codec.entry""#))
        let server = try ServeProcess(shell, "")
        #expect(try post(server) == (202, #"{"accepted":0,"repeated":400}"#))
        #expect(server.end() == 0)
        let paths = (0..<400).map { "\"/\($0)\"\n" }
        #expect(try shell.read("out.jsonl") == paths.joined())
        #expect(try shell.perilune("quarantine list --json").lines.count == 1)
    }

    @Test func anEntryIsRetriedWithAnotherCodec() throws {
        try shell.write("\(line(1))\nno line of an access log\n", "access.log")
        let server = try ServeProcess(shell, "")
        #expect(try post(server).0 == 202)
        #expect(server.end() == 0)
        let failed = try shell.perilune("quarantine retry --all")
        #expect(failed.errors.contains("retried 1 event: 0 succeeded, 1 failed"))
        try configure(as: "lines")
        let retried = try shell.perilune("quarantine retry --all")
        #expect(retried.errors.contains("retried 1 event: 1 succeeded, 0 failed"))
        #expect(try shell.read("out.jsonl").hasSuffix("\n\"no line of an access log\"\n"))
    }

    @Test func theTokenIsRequiredAndShownAtTheStart() throws {
        try shell.write("correct-horse-battery-staple\n", "token")
        try shell.write(line(1), "access.log")
        let server = try ServeProcess(shell, "--token-file token")
        #expect(try server.notes().contains("/hooks/nginx: logs, combined, with a bearer token\n"))
        #expect(try post(server).0 == 401)
        let token = "-H 'Authorization: Bearer correct-horse-battery-staple'"
        #expect(try post(server, token) == (202, #"{"accepted":1}"#))
        server.end()
    }

    @Test func theQuarantineNamesTheLineOfAnEntryThatCannotBeRead() throws {
        try shell.write("\(line(1))\nno line of an access log\n", "access.log")
        let server = try ServeProcess(shell, "")
        #expect(try post(server).0 == 202)
        #expect(server.end() == 0)
        #expect(try shell.perilune("quarantine list").output.contains("  /hooks/nginx:2  ?  ?\n"))
    }
}
