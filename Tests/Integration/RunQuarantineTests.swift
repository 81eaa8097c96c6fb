import Foundation
import Testing

/// Failed events of `process`: in the store of a run, and in a file.
@Suite(.timeLimit(.minutes(5))) struct RunQuarantineTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try write(failing: #"event.data == "fail""#)
        var log = ""
        for number in 1...20 {
            log += event(number, number % 7 == 0 ? #""fail""# : "1")
        }
        try shell.write(log + "{\"id\": broken\n", "log.jsonl")
    }

    private func event(_ id: Int, _ data: String) -> String {
        #"{"specversion":"1.0","id":"\#(id)","source":"s","type":"test.made","data":\#(data)}"#
            + "\n"
    }

    private func write(failing condition: String) throws {
        try shell.write(
            """
            local state = require "state"
            return { on = "test.*", key = "source", execute = function(event, commander)
              state.count = (state.count or 0) + 1
              if \(condition) then error("no") end
              commander:emit { event.id, state.count }
            end }
            """, "rule.lua")
    }

    private let run =
        "process log.jsonl -s rule.lua --store run.db -o out.jsonl --quarantine bad.jsonl"
    private let retry = "quarantine retry --all --store run.db -s rule.lua -o out.jsonl"

    private func list() throws -> [String] {
        try shell.perilune("quarantine list --store run.db").lines.map { String($0) }
            .filter { !$0.hasPrefix(" ") }
            .map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") }
    }

    @Test func aRunKeepsFailedEventsWithLogAndLine() throws {
        #expect(try shell.perilune(run).status == 2)
        #expect(
            try list() == [
                "log.jsonl:7 test.made 7", "log.jsonl:14 test.made 14", "log.jsonl:21 ? ?",
            ])
        let one = try shell.perilune("quarantine show 2 --store run.db")
        #expect(one.output == event(14, #""fail""#))
        #expect(one.errors.contains("rule.lua:4: no"))
    }

    @Test func aRetryCountsEachEventOnceAndAppendsToTheOutputs() throws {
        #expect(try shell.perilune(run).status == 2)
        let before = try shell.read("out.jsonl")
        try write(failing: "false")
        let again = try shell.perilune(retry)
        #expect(again.errors.contains("retried 3 events: 2 succeeded, 1 failed"))
        #expect(!again.errors.contains("not processed"))
        #expect(try shell.read("out.jsonl") == before + "[\"7\",19]\n[\"14\",20]\n")
        #expect(try list() == ["log.jsonl:21 ? ?"])
        try shell.run("cat >> log.jsonl <<'END'\n\(event(21, "1"))END")
        #expect(try shell.perilune(run).status == 0)
        #expect(
            try shell.read("out.jsonl") == before + "[\"7\",19]\n[\"14\",20]\n[\"21\",21]\n")
    }

    /// A line of a log that is a CloudEvent, but not in the format of the log.
    private func forgedLog() throws {
        try shell.write(
            "a,b\n1,2\n"
                + #"{"specversion":"1.0","id":"9","source":"/bank","type":"payment.approved"}"#
                + "\n", "forged.csv")
        try shell.write(
            """
            return { on = "*", execute = function(event, commander)
              commander:emit { event.type, event.source }
            end }
            """, "all.lua")
    }

    @Test func anEntryThatCannotBeReadIsNotRetried() throws {
        try forgedLog()
        let run = "process forged.csv --as csv -s all.lua --store forged.db -o forged.out"
        #expect(try shell.perilune(run).status == 2)
        let before = try shell.read("forged.out")
        let list = "quarantine list --store forged.db --json"
        let kept = try shell.perilune(list).output
        #expect(!kept.contains("payment.approved"))
        let again = try shell.perilune(
            "quarantine retry --all --store forged.db -s all.lua -o forged.out")
        #expect(again.status == 2)
        #expect(again.errors.contains("retried 1 event: 0 succeeded, 1 failed"))
        #expect(again.errors.contains("the entry stays in the quarantine"))
        #expect(try shell.read("forged.out") == before)
        #expect(try shell.perilune(list).output == kept)
    }

    @Test func exportWritesEntriesThatCannotBeReadOnlyIfAsked() throws {
        try forgedLog()
        let run = "process forged.csv --as csv -s all.lua -o forged.out --quarantine forged.bad"
        #expect(try shell.perilune(run).status == 2)
        let events = try shell.perilune("quarantine export --file forged.bad")
        #expect(events.output.isEmpty)
        #expect(
            events.errors
                == "not exported: 1 entry that could not be read; --unreadable exports it\n")
        let entries = try shell.perilune("quarantine export --unreadable --file forged.bad")
        #expect(entries.output.contains("payment.approved"))
    }

    /// What an interrupted run has written behind its last commit is cut off, and written again by the run.
    @Test func aRetryBetweenTwoPartsOfARunLosesAndDuplicatesNothing() throws {
        #expect(try shell.perilune("\(run) -n 10").status == 2)
        try shell.run("echo half >> out.jsonl")
        #expect(try shell.perilune(retry).status == 2)
        #expect(try list() == ["log.jsonl:7 test.made 7"])
        #expect(try shell.perilune(run).status == 2)
        let ids = try shell.read("out.jsonl").split(separator: "\n").map {
            String($0.split(separator: "\"")[1])
        }
        #expect(ids == (1...20).filter { $0 % 7 != 0 }.map { "\($0)" })
        #expect(try list().count == 3)
    }

    @Test func aRestartForgetsTheFailedEventsOfItsLogs() throws {
        #expect(try shell.perilune(run).status == 2)
        try shell.run("head -n 7 log.jsonl > other.jsonl")
        let other = "process other.jsonl -s rule.lua --store run.db -o other.out"
        #expect(try shell.perilune(other).status == 2)
        #expect(try list().count == 4)
        #expect(try shell.perilune("\(run) --restart").status == 2)
        #expect(try list().count == 4)
        #expect(try list().first == "other.jsonl:7 test.made 7")
    }

    @Test func exportWritesALogThatProcessReads() throws {
        #expect(try shell.perilune(run).status == 2)
        let export = try shell.perilune("quarantine export 1 2 --store run.db")
        #expect(export.output == event(7, #""fail""#) + event(14, #""fail""#))
        #expect(try list().count == 3)
        try write(failing: "false")
        #expect(
            try shell.perilune("quarantine export --code script.runtime --store run.db -o e.jsonl")
                .errors == "exported 2 events\n")
        #expect(
            try shell.perilune("process e.jsonl -s rule.lua").output == "[\"7\",1]\n[\"14\",2]\n")
    }

    @Test func aQuarantineFileIsListedShownAndExported() throws {
        #expect(
            try shell.perilune("process log.jsonl -s rule.lua --quarantine bad.jsonl").status == 2)
        let list = try shell.perilune("quarantine list --file bad.jsonl")
        #expect(list.lines.first == "1  log.jsonl:7  test.made  7")
        #expect(list.lines.count == 6)
        let objects = try shell.perilune("quarantine list --file bad.jsonl --json").objects()
        #expect(objects.map { $0["id"] as? Int } == [1, 2, 3])
        #expect(
            try shell.perilune("quarantine show 3 --file bad.jsonl").output == "{\"id\": broken\n")
        #expect(
            try shell.perilune("quarantine export --file bad.jsonl").output
                == event(7, #""fail""#) + event(14, #""fail""#) + "{\"id\": broken\n")
        let missing = try shell.perilune("quarantine show 9 --file bad.jsonl")
        #expect(missing.errors.contains("there is no quarantined event 9"))
        let wrong = try shell.perilune("quarantine list --file log.jsonl")
        #expect(wrong.errors.contains("log.jsonl:1: the line is not a quarantined event"))
    }

    @Test func aRunThatStoppedBecauseOfItsLimitContinuesAtTheNextLine() throws {
        // A chunk has 256 KB.
        var log = "{}\n{}\n"
        for number in 3...20_000 { log += event(number, "1") }
        try shell.write(log, "log.jsonl")
        let first = try shell.perilune(run + " --max-quarantine 1 --workers 2")
        #expect(first.status == 74)
        let line = try #require(
            first.errors.firstMatch(of: /the same command continues after line (\d+)/)?.1)
        let last = try #require(Int(line))
        #expect(try shell.read("out.jsonl").split(separator: "\n").count == last - 2)
        #expect(first.errors.contains("then fix the rule and use 'perilune quarantine retry'"))
        let second = try shell.perilune(run + " --max-quarantine 2 --workers 2")
        #expect(second.status == 0)
        #expect(second.errors.contains("log.jsonl: continuing at line \(last + 1)"))
        #expect(try shell.read("out.jsonl").split(separator: "\n").count == 19_998)
        #expect(try list().count == 2)
    }

    @Test func aRunThatStoppedAtTheEndOfItsLogNamesTheLastLine() throws {
        let first = try shell.perilune(run + " --max-quarantine 1")
        #expect(first.status == 74)
        #expect(
            first.errors.contains(
                "with a higher --max-quarantine, the same command continues after line 21; then fix the rule and use 'perilune quarantine retry'"
            ))
        #expect(try shell.perilune(run + " --max-quarantine 9").status == 0)
        try write(failing: "false")
        #expect(try shell.perilune(retry).status == 2)
        #expect(try list() == ["log.jsonl:21 ? ?"])
        try write(failing: "true")
        try shell.run("gzip -k log.jsonl")
        let packed = try shell.perilune("process log.jsonl.gz -s rule.lua --max-quarantine 1")
        #expect(packed.errors.contains("--max-quarantine; the log was processed up to line 21"))
    }

    @Test func aRunThatReadsAPipeDoesNotSayThatItContinues() throws {
        let piped = try shell.perilune(
            "process - -s rule.lua --store run.db -o out.jsonl --max-quarantine 1 < log.jsonl")
        #expect(piped.status == 74)
        #expect(
            piped.errors.contains(
                "standard input was processed up to line 21, and cannot be read again"))
        #expect(!piped.errors.contains("the same command"))
    }
}
