import Foundation
import Testing

/// The server as its senders and the one who runs it see it.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(15))) struct ServeTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        // A decision takes long enough that some are left when the process ends.
        try shell.write(
            """
            local state = require "state"
            return { on = "test.*", execute = function(event)
              for i = 1, 50000 do end
              state.count = (state.count or 0) + 1
            end }
            """, "count.lua")
        try shell.write(event("1"), "event.json")
    }

    private func event(_ id: String, data: String = "1") -> String {
        #"{"specversion":"1.0","id":"\#(id)","source":"s","type":"test.made","data":\#(data)}"#
    }

    private func batch(_ ids: some Sequence<Int>, _ file: String) throws {
        try shell.write("[" + ids.map { event("\($0)") }.joined(separator: ",") + "]", file)
    }

    private let batchType = "application/cloudevents-batch+json"

    private func decided() throws -> [String] {
        try shell.read("records.jsonl").split(separator: "\n").map { line in
            let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return "\(record?["event"] ?? "?")"
        }
    }

    private func count() throws -> Int {
        // Emitted by a script of the same name that only looks.
        try shell.run("mkdir look")
        try shell.write(
            """
            local state = require "state"
            return { on = "test.*", execute = function(event, commander)
              commander:emit(state.count or 0)
            end }
            """, "look/count.lua")
        try shell.write(event("look") + "\n", "look.jsonl")
        let result = try shell.perilune(
            "process look.jsonl -s look/count.lua --state perilune.db --summary none")
        return Int(result.lines.first ?? "") ?? -1
    }

    @Test func aKilledServerResumesAndDecidesEveryEventOnce() throws {
        let arguments = "-s count.lua --records records.jsonl"
        for round in 0..<3 {
            let server = try ServeProcess(shell, arguments)
            try batch((round * 400)..<(round * 400 + 400), "batch.json")
            #expect(try server.post("batch.json", type: batchType).status == 202)
            server.end(SIGKILL)
        }
        let server = try ServeProcess(shell, arguments)
        // What was accepted before is known, also to a server that was killed.
        try batch(0..<400, "batch.json")
        #expect(
            try server.post("batch.json", type: batchType).body.contains("\"repeated\":400"))
        #expect(server.end() == 0)
        let decided = try decided()
        #expect(decided.count == 1200)
        let wrong = zip(0..., decided).filter { "\($0.0)" != $0.1 }
        #expect(wrong.isEmpty, "first at \(wrong.prefix(3)), last \(wrong.suffix(3))")
        #expect(try count() == 1200)
    }

    @Test func aSignalLetsAServerFinishAcceptedEvents() throws {
        for (number, durability) in ["", "--not-durable"].enumerated() {
            let server = try ServeProcess(
                shell, "-s count.lua --records \(number).jsonl \(durability)")
            try batch(0..<500, "batch.json")
            #expect(try server.post("batch.json", type: batchType).status == 202)
            #expect(server.end(durability.isEmpty ? SIGTERM : SIGINT) == 0)
            let records = try shell.read("\(number).jsonl")
            #expect(records.split(separator: "\n").count == 500)
        }
    }

    @Test func aFullDiskIsReportedAndNoEventIsAcceptedUnstored() throws {
        try shell.write(event("big", data: "\"\(String(repeating: "x", count: 600_000))\""), "big")
        do {
            let server = try ServeProcess(
                shell, "-s count.lua --records records.jsonl", limit: "ulimit -f 300;")
            let (status, body) = try server.post("big", to: "/events", "-D headers")
            #expect(status == 503)
            #expect(body.contains("store.full"))
            #expect(try shell.read("headers").contains("Retry-After: 5"))
            // It finds out by itself when there is room again.
            var ready = ""
            for _ in 0..<500 where ready != "ready\n" { ready = try server.get("/readyz") }
            #expect(ready == "ready\n")
            #expect(try server.post("event.json").status == 202)
            #expect(server.end() == 0)
        }
        #expect(try decided() == ["1"])
        let server = try ServeProcess(shell, "-s count.lua --records records.jsonl")
        #expect(try server.post("big").body == "{\"accepted\":1}\n")
        #expect(server.end() == 0)
        #expect(try decided() == ["1", "big"])
    }

    @Test func asksForTheTokenAndNeverShowsIt() throws {
        try shell.write("correct-horse-battery-staple\n", "token")
        let server = try ServeProcess(shell, "--token-file token --not-durable")
        #expect(try server.post("event.json").status == 401)
        let wrong = try server.post("event.json", to: "/events", "-H 'Authorization: Bearer wrong'")
        #expect(wrong.status == 401)
        #expect(wrong.body.contains("http.unauthorized"))
        let right = "-H 'Authorization: Bearer correct-horse-battery-staple'"
        #expect(try server.post("event.json", to: "/events", right).status == 202)
        server.end()
        #expect(try server.notes().contains("missing or invalid bearer token"))
        #expect(try !server.notes().contains("staple"))
    }

    @Test func refusesBrokenAndOversizedRequests() throws {
        let server = try ServeProcess(shell, "--not-durable --max-body 2000")
        try shell.write("{\"specversion\":", "broken")
        #expect(try server.post("broken").status == 400)
        try shell.write(event("1", data: "\"\(String(repeating: "x", count: 3000))\""), "large")
        #expect(try server.post("large").status == 413)
        #expect(try server.post("event.json", to: "/elsewhere").status == 404)
        #expect(try server.post("event.json", type: "text/plain").status == 415)
        #expect(try server.get("/livez") == "alive\n")
        #expect(try server.get("/metrics").contains("perilune_build_info{version="))
        #expect(server.end() == 0)
    }

    @Test func printsItsEndpointsAndScriptsAtTheStart() throws {
        try shell.write(
            #"{"organizations":[{"name":"dev","webhooks":{}},{"name":"quiet","webhooks":{"abortsOnFailure":false}}]}"#,
            "crm.json")
        let server = try ServeProcess(shell, "--crm crm.json -s count.lua --not-durable")
        let notes = try server.notes()
        #expect(notes.contains("/events: CloudEvents, without authentication"))
        #expect(notes.contains("/webhooks/dev: webhooks of 'dev', without authentication"))
        #expect(notes.contains("scripts: count.lua"))
        // Where a rule that fails would let an operation through, and nobody has said that it may.
        #expect(notes.contains("warning: if a script fails on a synchronous webhook of 'dev'"))
        #expect(!notes.contains("webhook of 'quiet'"))
        // A body that is larger than what used to be read is no reason to say 413.
        try shell.write(String(repeating: "x", count: 20_000), "large")
        #expect(try server.post("large", to: "/elsewhere").status == 404)
        #expect(server.end() == 0)
    }

    @Test func saysWhyItCannotStart() throws {
        let cases: [(String, Int32, String)] = [
            ("--listen 0.0.0.0:0", 64, "--token-file"),
            ("--listen nonsense", 64, "HOST:PORT"),
            ("--certificate a.pem", 64, "must be given together"),
            ("--certificate a.pem --key b.pem", 78, "cannot read the certificate"),
            ("--listen 127.0.0.1:0 --token-file short --not-durable", 78, "at least 16 characters"),
            ("--listen 127.0.0.1:0 --token-file empty --not-durable", 78, "is empty"),
            ("--listen 0.0.0.0:0 --crm open.json --token-file long --not-durable", 78, "'dev'"),
            ("--listen 127.0.0.1:0 -s missing.lua --not-durable", 66, "missing.lua"),
            ("--listen 127.0.0.1:0 --store event.json", 74, "not a Perilune store"),
            ("--listen 192.0.2.1:1 --anonymous --not-durable", 74, "192.0.2.1"),
        ]
        try shell.write("too short", "short")
        try shell.write("", "empty")
        try shell.write("correct-horse-battery-staple", "long")
        try shell.write(#"{"organizations":[{"name":"dev","webhooks":{}}]}"#, "open.json")
        for (arguments, status, text) in cases {
            let result = try shell.run("timeout 30 perilune serve \(arguments)")
            #expect(result.status == status, "\(arguments): \(result.errors)")
            #expect(result.errors.contains(text), "\(arguments): \(result.errors)")
        }
    }
}
