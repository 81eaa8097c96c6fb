import Foundation
import PeriluneCore
import PeriluneStore
import Synchronization
import Testing

@testable import Perilune

@Suite(.timeLimit(.minutes(15))) struct IntakeTests {
    private let counting = Script(
        name: "count.lua",
        source: """
            local state = require "state"
            return { on = "test.*", execute = function(event)
              state.count = (state.count or 0) + 1
              if event.data and event.data.fail then error("no") end
            end }
            """)

    private func count(_ store: String) throws -> String? {
        try EventStore(path: store).load(script: "count.lua", key: "s").map(text)
    }

    @Test func answersAcceptedAndDecidesAfterwards() async throws {
        let door = try Door { counting }
        defer { door.remove() }
        let response = await door.send("1")
        #expect(response.status == 202)
        #expect(response.text == "{\"accepted\":1}\n")
        await door.drain()
        #expect(try door.written() == ["1 handled"])
        #expect(try count(door.store)?.contains("\"count\":1") == true)
        #expect(try EventStore(path: door.store).unfinished() == [])
    }

    @Test func aRepeatedDeliveryIsAcceptedAgainAndDecidedOnce() async throws {
        for durable in [true, false] {
            let door = try Door(durable: durable) { counting }
            defer { door.remove() }
            _ = await door.send("1")
            #expect(await door.send("1").text == "{\"accepted\":0,\"repeated\":1}\n")
            #expect(await door.send("1").status == 202)
            #expect(await door.send("1", source: "other").text == "{\"accepted\":1}\n")
            await door.drain()
            #expect(try door.written() == ["1 handled", "1 handled"])
        }
    }

    @Test func eventsAlreadyInTheStoreAreDecidedFirst() async throws {
        let folder = Door.newFolder()
        let path = folder.appendingPathComponent("events.db").path
        try EventStore(path: path).commit { (store) throws(PeriluneError) in
            let events = (1...3).map { Event(id: "\($0)", source: "s", type: "test.made").json }
            _ = try store.accept(events, source: "/events", identity: nil, time: 0)
        }
        let second = try Door(in: folder) { counting }
        defer { second.remove() }
        _ = await second.send("4")
        await second.drain()
        #expect(try second.written() == ["1", "2", "3", "4"].map { "\($0) handled" })
    }

    @Test func quarantinesFailedEvents() async throws {
        let door = try Door { counting }
        defer { door.remove() }
        _ = await door.send("1", data: ["fail": true])
        _ = await door.send("2")
        await door.drain()
        #expect(try door.written() == ["1 failed", "2 handled"])
        #expect(door.problems.codes.withLock(\.self) == ["script.runtime"])
        let connection = try Connection(path: door.store)
        #expect(try connection.first("SELECT number FROM quarantine") == 1)
        let error = try connection.first("SELECT error FROM quarantine")?.text
        #expect(error?.contains("script.runtime") == true)
        #expect(try count(door.store)?.contains("\"count\":1") == true)
    }

    @Test func everyEventOfManyWorkersIsDecidedOnceAndInOrder() async throws {
        let door = try Door { options in
            options.host.workers = 3
        } _: {
            counting
        }
        defer { door.remove() }
        await withTaskGroup { group in
            for source in 0..<5 {
                group.addTask {
                    for number in 0..<100 {
                        _ = await door.send("\(source)-\(number)", source: "s\(source)")
                    }
                }
            }
        }
        await door.drain()
        let ids = try door.written().compactMap { $0.split(separator: " ").first }
        #expect(ids.count == 500)
        for source in 0..<5 {
            let own = ids.filter { $0.hasPrefix("\(source)-") }
            #expect(own == (0..<100).map { "\(source)-\($0)" })
        }
    }

    @Test func refusesEventsBeyondTheLimitWithRetryAfter() async throws {
        let pause = Journal()
        let door = try Door { options in
            options.eventLimit = 1
        } _: {
            Delegate(name: "slow", interests: Interests()) { _ in
                Slow(journal: pause, form: .reader)
            }
        }
        defer { door.remove() }
        #expect(await door.send("1", data: ["until": "2"]).status == 202)
        let refused = await door.send("2")
        #expect(refused.status == 503)
        #expect(refused.errorCode == "intake.full")
        #expect(refused.headers["Retry-After"] == "1")
        pause.note("execute 2")
        await door.drain()
    }

    @Test func acceptsNothingOnceItIsStopping() async throws {
        let door = try Door { counting }
        defer { door.remove() }
        #expect(await door.get("/readyz").status == 200)
        await door.drain()
        #expect(await door.get("/readyz").errorCode == "intake.stopping")
        #expect(await door.send("1").status == 503)
        #expect(await door.get("/livez").status == 200)
    }

    @Test func exposesMetrics() async throws {
        let door = try Door { counting }
        defer { door.remove() }
        _ = await door.send("1")
        _ = await door.send("1")
        _ = await door.send("2", data: ["fail": true])
        _ = await door.post("{")
        await door.drain()
        let text = await door.get("/metrics").text
        for line in [
            #"perilune_events_received_total{source="/events"} 2"#,
            #"perilune_events_decided_total{script="count.lua",outcome="handled"} 1"#,
            #"perilune_events_decided_total{script="count.lua",outcome="failed"} 1"#,
            "perilune_deduplicated_events_total 1", "perilune_inflight_events 0",
            #"perilune_quarantined_events_total{reason="script.runtime"} 1"#,
            #"perilune_deliveries_refused_total{reason="json.syntax"} 1"#,
            #"perilune_script_duration_seconds_count{script="count.lua",outcome="handled"} 1"#,
        ] {
            #expect(text.contains(line + "\n"), "\(line)")
        }
    }

    @Test func countsRequestsThatAreRefusedByTheirHead() async throws {
        let door = try Door { counting }
        defer { door.remove() }
        #expect(await door.get("/events").status == 405)
        #expect(await door.ask(HTTPRequest(method: "PUT", path: "/metrics")).status == 405)
        #expect(await door.get("/evnts").status == 404)
        let early = HTTPRequest(method: "POST", path: "/evnts")
        #expect(door.intake.refusal(beforeBodyOf: early)?.status == 404)
        door.intake.countRefusal("http.too-large")
        let text = await door.get("/metrics").text
        for (code, count) in [("http.method", 2), ("http.path", 2), ("http.too-large", 1)] {
            let line = "perilune_deliveries_refused_total{reason=\"\(code)\"} \(count)\n"
            #expect(text.contains(line), "\(line)")
        }
    }

    @Test func beginsItsCountersAtZero() async throws {
        let door = try Door { counting }
        defer { door.remove() }
        let text = await door.get("/metrics").text
        for line in [
            #"perilune_events_received_total{source="/events"}"#,
            #"perilune_events_decided_total{script="count.lua",outcome="handled"}"#,
            #"perilune_events_decided_total{script="count.lua",outcome="failed"}"#,
            #"perilune_events_decided_total{script="",outcome="unhandled"}"#,
            #"perilune_script_errors_total{script="count.lua"}"#,
            #"perilune_quarantined_events_total{reason="script.time"}"#,
            #"perilune_deliveries_refused_total{reason="intake.full"}"#,
            "perilune_deduplicated_events_total",
        ] {
            #expect(text.contains(line + " 0\n"), "\(line)")
        }
    }

    @Test func cutsOffRecordsThatTheStoreDoesNotKnow() async throws {
        let folder = try await decided("1")
        let records = folder.appendingPathComponent("records.jsonl")
        let file = try FileHandle(forWritingTo: records)
        try file.seekToEnd()
        try file.write(contentsOf: Data("{\"event\":\"2\",\"outc".utf8))
        let again = try Door(in: folder) { counting }
        defer { again.remove() }
        _ = await again.send("2")
        await again.drain()
        #expect(try again.written() == ["1 handled", "2 handled"])
    }

    @Test func cutsOffWhatACrashLeftBeforeTheFirstCommit() async throws {
        let folder = try await decided(nil)
        let records = folder.appendingPathComponent("records.jsonl")
        let left = "{\"event\":\"1\",\"outcome\":\"handled\"}\n"
        try left.write(to: records, atomically: false, encoding: .utf8)
        let again = try Door(in: folder) { counting }
        defer { again.remove() }
        _ = await again.send("1")
        await again.drain()
        #expect(try again.written() == ["1 handled"])
    }

    @Test func aFileThatWasRotatedIsNotCut() async throws {
        let folder = try await decided("1")
        let records = folder.appendingPathComponent("records.jsonl")
        try FileManager.default.moveItem(at: records, to: folder.appendingPathComponent("old"))
        let other = String(repeating: "{\"event\":\"x\",\"outcome\":\"y\"}\n", count: 100)
        try other.write(to: records, atomically: true, encoding: .utf8)
        let again = try Door(in: folder) { counting }
        defer { again.remove() }
        _ = await again.send("2")
        await again.drain()
        #expect(try again.written().count == 101)
    }

    @Test func anUnknownPathReadsTheBodyAndAnswers404() async throws {
        let door = try Door { counting }
        defer { door.remove() }
        #expect(door.intake.bodyLimit(for: "/elsewhere") == door.intake.bodyLimit(for: "/events"))
        #expect(await door.post("{}", to: "/elsewhere").status == 404)
    }

    @Test(arguments: [("/events", "POST"), ("/metrics", "GET, HEAD")])
    func anotherMethodIsAnsweredWithTheAllowedOnes(_ path: String, _ allowed: String) async throws {
        let door = try Door { counting }
        defer { door.remove() }
        let answer = await door.ask(HTTPRequest(method: "PUT", path: path))
        #expect(answer.status == 405)
        #expect(answer.headers["Allow"] == allowed)
    }

    @Test func twoServersDoNotShareAStore() throws {
        let door = try Door { counting }
        defer { door.remove() }
        let error = #expect(throws: PeriluneError.self) { try Door(in: door.folder) { counting } }
        #expect(error?.code == .storeBusy)
    }

    /// The folder of an intake that has decided an event, or none, and is gone.
    private func decided(_ id: String?) async throws -> URL {
        let door = try Door { counting }
        if let id { _ = await door.send(id) }
        await door.drain()
        return door.folder
    }
}
