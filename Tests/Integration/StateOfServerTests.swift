import Foundation
import Testing

/// `perilune state` on the store of a running server.
@Suite(.enabled(if: Shell.has("curl")), .timeLimit(.minutes(15))) struct StateOfServerTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        // With more than 64 members `ids` is a large table, whose members are values of their own.
        try shell.write(
            """
            local state, timer = require "state", require "timer"
            return {
              on = "n.*", key = "source",
              execute = function(event, commander)
                state.ids = state.ids or {}
                if not state.count then for i = 1, 70 do state.ids["first" .. i] = true end end
                state.count = (state.count or 0) + 1
                state.ids[event.id] = (state.ids[event.id] or 0) + 1
                timer.after("1h", "late")
                commander:emit { source = event.source, count = state.count, id = state.ids[event.id] }
              end,
              onTimer = function() end,
            }
            """, "count.lua")
    }

    private func serve(workers: Int = 1) throws -> ServeProcess {
        try ServeProcess(shell, "-s count.lua -o out.jsonl --workers \(workers)")
    }

    /// Sends events of two keys, and waits until they are decided.
    private func post(
        _ server: ServeProcess, _ ids: ClosedRange<Int>, sources: [String] = ["a", "b"]
    ) throws {
        let events = ids.flatMap { id in
            sources.map {
                #"{"specversion":"1.0","id":"\#(id)","source":"\#($0)","type":"n.x","time":"2026-01-01T00:00:00Z"}"#
            }
        }
        try shell.write("[\(events.joined(separator: ","))]", "events.json")
        #expect(
            try server.post(
                "events.json", type: "application/cloudevents-batch+json"
            ).status == 202)
    }

    private func isDecided(_ server: ServeProcess) throws {
        try server.waits("events are in progress") {
            try server.get("/metrics").contains("inflight_events 0\n")
        }
    }

    /// The counts that were emitted for a key, in order.
    private func counts(_ source: String) throws -> [Int] {
        try shell.run("cat out.jsonl").objects().filter { $0["source"] as? String == source }
            .compactMap { $0["count"] as? Int }
    }

    @Test(arguments: [1, 2]) func aDroppedKeyStartsWithoutState(_ workers: Int) throws {
        let server = try serve(workers: workers)
        try post(server, 1...3)
        try isDecided(server)
        let drop = try shell.perilune("state drop perilune.db a --script count.lua")
        // The key, 73 members and a timer.
        #expect(drop.errors == "deleted 75 values of 1 key\n" && drop.status == 0, "\(drop)")
        // Identities that the server has seen would be repetitions.
        try post(server, 11...12)
        try isDecided(server)
        #expect(try counts("a") == [1, 2, 3, 1, 2])
        #expect(try counts("b") == [1, 2, 3, 4, 5])
        #expect(server.end() == 0)
        #expect(
            try shell.perilune("state show perilune.db a").output.contains(#""count":2"#))
        #expect(try shell.perilune("store check perilune.db").status == 0)
    }

    @Test func droppingWhileEventsFlowLosesNoneOfThem() throws {
        let server = try serve(workers: 2)
        for round in 0..<10 {
            try post(server, (round * 50 + 1)...(round * 50 + 50))
            if round % 3 == 2 {
                let drop = try shell.perilune("state drop perilune.db a --script count.lua")
                #expect(drop.status == 0, "\(drop)")
            }
        }
        try isDecided(server)
        #expect(try counts("b") == Array(1...500))
        let found = try counts("a")
        #expect(found.count == 500)
        // Each count follows the one before, or begins anew.
        #expect(zip([0] + found, found).allSatisfy { $1 == $0 + 1 || $1 == 1 })
        #expect(found.count { $0 == 1 } == 4)
        #expect(server.end() == 0)
    }

    @Test func exportsWhatAStoppedStoreExports() throws {
        let server = try serve()
        try post(server, 1...3)
        try isDecided(server)
        try shell.run("perilune state export perilune.db > running.jsonl")
        let running = try shell.perilune("state list perilune.db").output
        #expect(running.hasPrefix("count.lua: 2 keys, 148 values, "), "\(running)")
        #expect(server.end() == 0)
        let same = try shell.run("perilune state export perilune.db | cmp - running.jsonl")
        #expect(same.status == 0, "\(same)")
    }

    @Test func laterEventsUseTheImportedState() throws {
        let server = try serve()
        try post(server, 1...3)
        try isDecided(server)
        try shell.run("perilune state export perilune.db > all.jsonl")
        try shell.perilune("state drop perilune.db --script count.lua")
        try post(server, 11...11)
        try isDecided(server)
        let result = try shell.perilune("state import perilune.db all.jsonl")
        #expect(result.errors == "imported 150 values of 2 keys\n", "\(result)")
        try post(server, 12...12)
        try isDecided(server)
        #expect(try counts("a") == [1, 2, 3, 1, 4])
        #expect(server.end() == 0)
    }

    @Test func importsNothingFromAFileWithAnInvalidLine() throws {
        let server = try serve()
        try shell.write(
            #"{"script":"r","key":"b","value":"{}"}"# + "\n" + #"{"script":"r"}"# + "\n",
            "cut.jsonl"
        )
        let result = try shell.perilune("state import perilune.db cut.jsonl")
        #expect(result.status == 65 && result.errors.contains("cut.jsonl:2: "), "\(result)")
        #expect(try shell.perilune("state list perilune.db").output.isEmpty)
        #expect(server.end() == 0)
    }

    @Test func aServerWithoutAControlSocketKeepsItsState() throws {
        let server = try ServeProcess(shell, "-s count.lua --no-control")
        try post(server, 1...1)
        try isDecided(server)
        let result = try shell.perilune("state drop perilune.db --script count.lua")
        #expect(result.errors.contains("start the server with its control socket"), "\(result)")
        #expect(result.status != 0)
        #expect(server.end() == 0)
    }
}
