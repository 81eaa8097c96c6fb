import Foundation
import Testing

/// The time of events that have none.
struct EventTimeTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write(
            """
            return { on = "*", execute = function(event, commander)
              commander:emit { id = event.id, time = event.time or "none", hour = os.date("%H") }
            end }
            """, "rules.lua")
        try shell.write(
            """
            {"id":"1","source":"s","type":"t","time":"2026-11-21T10:00:00Z","data":{"at":0}}
            {"id":"2","source":"s","type":"t","data":{"at":"2026-11-21T12:30:00+01:00"}}
            {"id":"3","source":"s","type":"t","data":{"at":1763721000}}
            {"id":"4","source":"s","type":"t","data":{"at":1763721000500}}
            {"id":"5","source":"s","type":"t","data":{"at":"noon"}}

            """, "log.jsonl")
    }

    @Test func isReadFromAMemberOfTheEvent() throws {
        let result = try shell.perilune("process log.jsonl -s rules.lua --time-from data.at")
        #expect(result.status == 2)
        #expect(
            result.lines == [
                #"{"hour":"10","id":"1","time":"2026-11-21T10:00:00Z"}"#,
                #"{"hour":"11","id":"2","time":"2026-11-21T11:30:00Z"}"#,
                #"{"hour":"10","id":"3","time":"2025-11-21T10:30:00Z"}"#,
                #"{"hour":"10","id":"4","time":"2025-11-21T10:30:00.500Z"}"#,
            ])
        #expect(result.errors.contains("log.jsonl:5"))
        #expect(result.errors.contains("data.at"))
    }

    @Test func isTheModificationTimeOfTheLogOnRequest() throws {
        #expect(try shell.run("TZ=UTC touch -t 202611211745.30 log.jsonl").status == 0)
        let lines = try shell.succeeds("process log.jsonl -s rules.lua --time-from mtime").lines
        #expect(lines.dropFirst().allSatisfy { $0.contains("2026-11-21T17:45:30Z") })
        let input = try shell.run(
            "bin/perilune process - -s rules.lua --time-from mtime <log.jsonl")
        #expect(input.errors.contains("use --time-from arrival"))
    }

    @Test func isTheTimeOfArrivalOnRequest() throws {
        let lines = try shell.succeeds("process log.jsonl -s rules.lua --time-from arrival").lines
        #expect(lines.count == 5)
        #expect(lines.allSatisfy { !$0.contains("none") })
    }

    @Test func aRuleThatAsksForTheTimeOfAnEventWithoutOneFails() throws {
        let result = try shell.perilune("process log.jsonl -s rules.lua")
        #expect(result.lines.count == 1)
        #expect(result.errors.contains("rules.lua:2: the event has no time"))
        #expect(result.errors.contains("--time-from"))
    }

    @Test func aServerKeepsTheTimeOfArrivalWithTheEvent() throws {
        let server = try ServeProcess(shell, "-s rules.lua --store events.db -o out.jsonl")
        try server.decides("1")
        #expect(server.end() == 0)
        let line = try shell.read("out.jsonl")
        #expect(!line.contains("none"))
        #expect(line.contains(#""time":"20"#))
    }
}
