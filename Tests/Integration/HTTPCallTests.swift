import Foundation
import Testing

/// A rule that sends requests, in a server that is killed.
@Suite(.enabled(if: Shell.has("curl") && Shell.has("python3")), .timeLimit(.minutes(5)))
struct HTTPCallTests {
    private let shell: Shell
    private let port: UInt16

    init() throws {
        shell = try Shell()
        port = try FreePort.next()
        // Writes each request to a file; leaves those to /hang unanswered until the file `go` is there.
        try shell.write(
            """
            import http.server, os, sys, time
            class Handler(http.server.BaseHTTPRequestHandler):
                def answer(self):
                    self.rfile.read(int(self.headers.get("Content-Length", 0)))
                    with open("requests", "a") as file:
                        file.write(f"{self.command} {self.path} {self.headers.get('Idempotency-Key')}\\n")
                    while self.path == "/hang" and not os.path.exists("go"): time.sleep(0.01)
                    self.send_response(200)
                    self.send_header("Content-Length", "2")
                    self.end_headers()
                    self.wfile.write(b"42")
                do_GET = do_POST = answer
                def log_message(self, *rest): pass
            server = http.server.ThreadingHTTPServer(("127.0.0.1", \(port)), Handler)
            print(f"http://127.0.0.1:\(port)", file=sys.stderr, flush=True)
            server.serve_forever()
            """, "receiver.py")
        try shell.write(
            """
            return {
              scripts = { "rule.lua" }, grants = { http = { "http://127.0.0.1:\(port)" } },
              sinks = { output = "out.jsonl" },
            }
            """, "perilune.lua")
        try shell.write(
            #"{"specversion":"1.0","id":"1","source":"s","type":"n.x"}"#, "event.json")
    }

    private func rule(_ body: String) throws {
        try shell.write(
            """
            local http = require "http"
            return { on = "n.*", execute = function(event, commander)
              local url = "http://127.0.0.1:\(port)"
              \(body)
            end }
            """, "rule.lua")
    }

    private var requests: [String] {
        ((try? shell.read("requests")) ?? "").split(separator: "\n").map(String.init)
    }

    /// Sends an event, and kills the server when a request to /hang has come.
    private func killWhileItWaits() throws {
        let server = try ServeProcess(shell, "")
        #expect(try server.post("event.json").status == 202)
        try server.waits("no request came") { requests.contains { $0.contains("/hang") } }
        server.end(SIGKILL)
        try shell.write("", "go")
    }

    @Test func anAnswerThatWasReceivedIsNotRequestedAgain() throws {
        try rule(
            "local n = http.post(url .. '/first', 'x'):json() http.get(url .. '/hang') commander:emit(n)"
        )
        let receiver = try shell.start("python3 receiver.py")
        defer { receiver.terminate() }
        try killWhileItWaits()
        let server = try ServeProcess(shell, "")
        try server.waits("nothing was emitted") { try shell.read("out.jsonl") == "42\n" }
        #expect(server.end() == 0)
        #expect(requests.map { $0.prefix { $0 != " " } } == ["POST", "GET", "GET"])
    }

    @Test func anUnknownOutcomeIsQuarantinedForAnOperator() throws {
        try rule(
            "local r = http.post(url .. '/hang', { secret = 'hidden' }) commander:emit(r.assumed)")
        let receiver = try shell.start("python3 receiver.py")
        defer { receiver.terminate() }
        try killWhileItWaits()
        let server = try ServeProcess(shell, "")
        try server.says("the outcome of http.post is unknown")
        #expect(server.end() == 0)
        let shown = try shell.perilune("quarantine show 1")
        #expect((shown.output + shown.errors).contains("unknown outcome: http.post"))
        #expect(!(shown.output + shown.errors).contains("hidden"))
        let retried = try shell.perilune("quarantine retry 1 --assume done")
        #expect(retried.status == 0)
        #expect(try shell.read("out.jsonl") == "true\n")
        #expect(requests.count == 1)
    }
}
