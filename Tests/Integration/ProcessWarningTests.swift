import Foundation
import Testing

/// What the summary of `process` warns of.
struct ProcessWarningTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write(
            """
            local window, aggregate = require "window", require "aggregate"
            local minutes = window.tumbling("1m", { total = aggregate.sum("data.amuont") })
            return { on = "*", key = "all", execute = function(event) minutes:add(event) end,
              onTimer = function(name, commander, event)
                for minute in minutes:closed(event) do commander:emit(minute) end
              end }
            """, "rule.lua")
        let events = ["10:00:00", "10:02:00", "10:00:30"].enumerated().map {
            #"{"id":"\#($0)","source":"s","type":"t","time":"2026-01-01T\#($1)Z","data":{"amount":1}}"#
        }
        try shell.write(events.joined(separator: "\n") + "\n", "log.jsonl")
    }

    @Test func aMistypedPathAndLateEvents() throws {
        let result = try shell.perilune("process log.jsonl -s rule.lua")
        #expect(result.status == 0)
        #expect(
            result.errors.hasSuffix(
                """
                warning: rule.lua: 1 event came too late for 'tumbling' and is not in its results
                warning: rule.lua: data.amuont was in none of 2 events; 'perilune check --against LOG' lists the fields

                """), "\(result.errors)")
    }

    @Test func theSummaryInJSONHasThem() throws {
        let result = try shell.perilune("process log.jsonl -s rule.lua --summary json")
        #expect(result.errors.contains(#""late":1,"missing":["data.amuont"]"#), "\(result.errors)")
    }

    @Test func aColumnWithoutValues() throws {
        try shell.write(
            "return { on = '*', execute = function(e, c) c:emit { id = e.id } end }", "id.lua")
        let result = try shell.perilune(
            "process log.jsonl -s id.lua --output-format csv --columns id,amount=data.amount")
        #expect(
            result.errors.hasSuffix(
                "warning: no emitted value had data.amount, a column of the output (3 rows)\n"))
    }

    @Test func aPathWithoutEntries() throws {
        try shell.write(#"{"Records":[{"a":1}]}"#, "records.json")
        let result = try shell.perilune("process records.json --as json --codec explode=Recrods")
        #expect(
            result.errors.contains(
                "warning: the logs have no array with entries at 'Recrods'"), "\(result.errors)")
        let right = try shell.perilune("process records.json --as json --codec explode=Records")
        #expect(!right.errors.contains("no array"), "\(right.errors)")
    }
}
