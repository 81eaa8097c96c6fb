import PeriluneCore
import PeriluneJSON
import Testing

@testable import Perilune

/// What those hear who look on at an intake.
@Suite(.timeLimit(.minutes(5))) struct ControlHandlerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("odd.lua", Self.script("event.data % 2 == 1"))
        try folder.write("all.lua", Self.script("true"))
    }

    private static func script(_ condition: String) -> String {
        """
        local state = require "state"
        return { shouldHandle = function(event) return \(condition) end, execute = function(event)
          if event.data == 5 then error("five") end
          state.count = (state.count or 0) + 1
        end }
        """
    }

    private func door(workers: Int = 1) throws -> Door {
        try Door(durable: false) { options in
            options.host.workers = workers
        } _: {
            try Script(folder.path("odd.lua"))
            try Script(folder.path("all.lua"))
        }
    }

    private func ask(
        _ door: Door, _ target: String, _ method: String = "GET", _ body: String = "",
        canExplain: Bool = true
    ) async -> HTTPResponse {
        let parts = target.split(separator: "?", maxSplits: 1)
        let handler = ControlHandler(door.intake, canExplain: canExplain) {
            () throws(PeriluneError) in try await door.intake.reload()
        }
        let request = HTTPRequest(
            method: method, path: String(parts[0]),
            query: parts.count > 1 ? String(parts[1]) : nil, body: Array(body.utf8))
        return await withCheckedContinuation { continuation in
            handler.handle(request) { continuation.resume(returning: $0) }
        }
    }

    private func send(_ door: Door, _ numbers: ClosedRange<Int>) async {
        for number in numbers {
            _ = await door.send(
                "\(number)", source: "s\(number % 3)", data: .integer(Int64(number)))
        }
        while door.intake.unfinished > 0 { try? await Task.sleep(for: .milliseconds(1)) }
    }

    private func rows(_ door: Door) async throws -> [HostOverview.Row] {
        let overview = HostOverview(try Value(json: await ask(door, "/top").body))
        return try #require(overview).delegates
    }

    @Test(arguments: [1, 3]) func countsIncludeAllWorkers(_ workers: Int) async throws {
        let door = try door(workers: workers)
        defer { door.remove() }
        await send(door, 0...29)
        let rows = try await rows(door)
        #expect(rows.map(\.name) == ["odd.lua", "all.lua"])
        #expect(rows.map(\.counts.entered) == [30, 16])
        // The fifth fails in both.
        #expect(rows.map(\.counts.taken) == [14, 15])
        #expect(rows.map(\.counts.failures) == [1, 1])
        #expect(rows.allSatisfy { $0.counts.times.count >= 1 && ($0.memory ?? 0) > 1000 })
        let overview = HostOverview(try Value(json: await ask(door, "/top").body))
        #expect(overview?.decided == 30)
        #expect(overview?.workers == workers)
    }

    @Test func countsContinueAfterAReload() async throws {
        let door = try door()
        defer { door.remove() }
        await send(door, 0...3)
        let before = try await rows(door)
        try folder.write("all.lua", Self.script("event.data ~= 6"))
        let answer = await ask(door, "/reload", "POST")
        #expect(try Value(json: answer.body)["scripts"]?[0]?["script"] == "all.lua")
        await send(door, 6...6)
        let rows = try await rows(door)
        #expect(rows.map(\.counts.entered) == [5, 3])
        #expect(rows[0].version == before[0].version && rows[0].since == before[0].since)
        #expect(rows[1].version != before[1].version)
        #expect(rows[1].since?.microseconds ?? 0 > before[1].since?.microseconds ?? 0)
        #expect(rows[1].memory != nil)
    }

    /// What is deleted is gone, so nothing is guessed.
    @Test(arguments: [
        ("/quarantine/drop", #"{"all":true,"code":"a"}"#),
        ("/quarantine/drop", #"{"all":true,"before":1}"#),
        ("/quarantine/drop", #"{"ids":[]}"#), ("/quarantine/drop", #"{"ids":[1,"x"]}"#),
        ("/quarantine/drop", #"{"all":1}"#), ("/quarantine/drop", #"{"every":true}"#),
        ("/quarantine/drop", "[]"), ("/quarantine/drop", #"{"all":true,"assume":"done"}"#),
        ("/quarantine/retry", #"{"all":true,"assume":"maybe"}"#),
        ("/state/drop", #"{"script":"odd.lua","key":5}"#),
        ("/state/drop", #"{"script":"odd.lua","Key":"5"}"#),
        ("/state/drop", #"{"script":"odd.lua","key":null}"#),
        ("/erase", #"{"subject":"a","dryRun":true}"#),
    ])
    func anInvalidRequestBodyIsRefused(_ path: String, _ body: String) async throws {
        let door = try Door(durable: true) { _ in
        } _: {
            try Script(folder.path("odd.lua"))
        }
        defer { door.remove() }
        let answer = await ask(door, path, "POST", body)
        #expect(answer.status == 400 || answer.status == 409)
        let code = try Value(json: answer.body)["error"]?["code"]?.string ?? ""
        #expect(code == "store.subject" || code.hasSuffix(".choice"))
    }

    @Test func aRejectedReloadIsExplainedInTheAnswerAndInTop() async throws {
        let door = try door()
        defer { door.remove() }
        try folder.write("all.lua", "return {\n  execute = = 1 }")
        let answer = await ask(door, "/reload", "POST")
        #expect(answer.status == 409)
        #expect(try Value(json: answer.body)["error"]?["line"] == 2)
        let top = try Value(json: await ask(door, "/top").body)
        #expect(top["reloads"]?["behind"] == true)
        #expect(top["reloads"]?["lastFailure"]?["error"]?["file"] == "all.lua")
    }

    @Test func theTapShowsEventsWithTheirOutcomes() async throws {
        let door = try door()
        defer { door.remove() }
        await send(door, 1...2)
        let start = try Value(json: await ask(door, "/tap").body)
        #expect(start["next"] == 3)
        #expect(start["events"]?.array?.isEmpty == true)
        await send(door, 3...6)
        let answer = try Value(json: await ask(door, "/tap?from=3").body)
        #expect(answer["missed"] == 0)
        #expect(answer["next"] == 7)
        let events = try #require(answer["events"]?.array)
        #expect(events.map { $0["event"]?["data"] } == [3, 4, 5, 6])
        #expect(events.map { $0["record"]?["event"] } == ["3", "4", "5", "6"])
        #expect(events[2]["record"]?["outcome"] == "failed")
        for (query, ids) in [
            ("outcome=failed", ["5"]), ("delegate=all.lua", ["4", "6"]),
            ("type=test.*&limit=1", ["3"]), ("type=link.*", []),
        ] {
            let answer = try Value(json: await ask(door, "/tap?from=3&\(query)").body)
            let found = answer["events"]?.array?.compactMap { $0["record"]?["event"]?.string }
            #expect(found == ids, "\(query)")
        }
    }

    @Test func theTapShowsThatAPublishedEventWasRefused() async throws {
        let door = try Door(durable: false) {
            Delegate(on: "test.*", name: "publisher") { _, commander in
                // The type is one of those that only the host makes.
                try commander.publish(type: "timer")
                return .handled
            }
        }
        defer { door.remove() }
        _ = await ask(door, "/tap")
        await send(door, 1...1)
        let answer = try Value(json: await ask(door, "/tap?from=1").body)
        let records = answer["events"]?.array?.compactMap { $0["record"] } ?? []
        #expect(records.map { $0["outcome"] } == ["handled", "failed"])
        #expect(records.last?["error"]?["code"] == "event.reserved")
    }

    @Test func anEventWithSecretsOrLineBreaksIsOneLineWithoutThem() async throws {
        let door = try door()
        defer { door.remove() }
        _ = await ask(door, "/tap")
        _ = await door.post(
            "{\"specversion\":\"1.0\",\n\"id\":\"1\",\"source\":\"s\",\n\"type\":\"t\",\"data\":4}")
        await send(door, 2...2)
        let answer = await ask(door, "/tap?from=1")
        #expect(answer.text.split(separator: "\n").count == 1)
        #expect(try Value(json: answer.body)["events"]?.array?.count == 2)
    }

    @Test func theTapShowsAnEventWithANumberThatDoesNotFit() async throws {
        let door = try door()
        defer { door.remove() }
        _ = await ask(door, "/tap")
        _ = await door.post(
            #"{"specversion":"1.0","id":"1","source":"s","type":"t","data":{"n":1e400}}"#)
        await send(door, 2...2)
        let answer = try Value(json: await ask(door, "/tap?from=1").body)
        #expect(answer["events"]?[0]?["event"]?["data"] == ["n": "1e400"])
    }

    @Test(arguments: [
        "from=x", "limit=-1", "outcome=gone", "type=a*", "colour=red", "type=%zz",
        "outcome=pwd=hunter2",
    ])
    func anInvalidTapQueryIsRefused(query: String) async throws {
        let door = try door()
        defer { door.remove() }
        let answer = await ask(door, "/tap?\(query)")
        #expect(answer.status == 400)
        #expect(answer.errorCode != nil)
        #expect(!answer.text.contains("hunter2"))
    }

    @Test func explainDoesNotChangeStateAndCounts() async throws {
        let door = try door()
        defer { door.remove() }
        await send(door, 1...2)
        let event = text(Event(id: "x", source: "s1", type: "test.made", data: 3).json)
        for _ in 0..<2 {
            let answer = await ask(door, "/explain", "POST", event)
            #expect(answer.status == 200)
            let explained = try Value(json: answer.body)
            #expect(explained["steps"]?[0]?["answer"] == "handled")
            #expect(explained["steps"]?[0]?["lines"]?[0]?["counts"]?["4"] == 1)
            #expect(explained["steps"]?[1]?["answer"] == "not-reached")
            #expect(explained["records"]?[0]?["by"] == "odd.lua")
        }
        #expect(try await rows(door).map(\.counts.entered) == [2, 1])
        #expect(door.intake.live.tap.decided == 2)
    }

    @Test func explainsAnEventWithoutTheSecretInItsId() async throws {
        let door = try door()
        defer { door.remove() }
        let event = text(
            Event(id: "/a?password=hunter2", source: "s1", type: "test.made", data: 3).json)
        let answer = await ask(door, "/explain", "POST", event)
        #expect(try Value(json: answer.body)["steps"]?[0]?["event"] == "/a?password=***")
        #expect(!answer.text.contains("hunter2"))
    }

    @Test func explainsWithTheCurrentVersion() async throws {
        let door = try door()
        defer { door.remove() }
        try folder.write("odd.lua", Self.script("false"))
        _ = await ask(door, "/reload", "POST")
        let event = text(Event(id: "x", source: "s1", type: "test.made", data: 3).json)
        let explained = try Value(json: await ask(door, "/explain", "POST", event).body)
        #expect(explained["records"]?[0]?["by"] == "all.lua")
    }

    @Test func anInvalidEventIsNotExplained() async throws {
        let door = try door()
        defer { door.remove() }
        for body in ["", "{", "{\"id\":\"1\"}"] {
            #expect(await ask(door, "/explain", "POST", body).status == 400)
        }
        let refused = await ask(door, "/explain", "POST", "{}", canExplain: false)
        #expect(refused.status == 409)
        #expect(refused.errorCode == "explain.charts")
    }

    @Test func aSubjectIsErasedByItsName() async throws {
        let door = try Door { _ in
        } _: {
            try Script(folder.path("all.lua"))
        }
        defer { door.remove() }
        await send(door, 1...3)
        let answer = await ask(door, "/erase", "POST", #"{"subject":"s1"}"#)
        #expect(answer.status == 200)
        #expect(try Value(json: answer.body)["state"] == 1)
        for body in ["{}", #"{"subject":""}"#] {
            let refused = await ask(door, "/erase", "POST", body)
            #expect(refused.status == 409)
            #expect(String(decoding: refused.body, as: UTF8.self).contains("no subject selected"))
        }
    }

    @Test func otherPathsAndMethodsAreRefused() async throws {
        let door = try door()
        defer { door.remove() }
        #expect(await ask(door, "/events", "POST").status == 404)
        #expect(await ask(door, "/reload").status == 405)
        #expect(await ask(door, "/top", "POST").status == 405)
    }
}
