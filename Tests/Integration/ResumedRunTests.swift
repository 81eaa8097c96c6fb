import Foundation
import Testing

/// Runs of `process` that end before their log does, and go on with the same command.
@Suite(.timeLimit(.minutes(5))) struct ResumedRunTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write(
            """
            local state = require "state"
            return { on = "test.*", key = "source", execute = function(event, commander)
              state.count = (state.count or 0) + 1
              if event.data == "fail" then error("no") end
              commander:emit { event.id, state.count }
            end }
            """, "rule.lua")
        var log = ""
        for number in 0..<3000 {
            let data = number % 97 == 0 ? #""fail""# : "1"
            log +=
                #"{"specversion":"1.0","id":"\#(number)","source":"s\#(number % 7)","type":"test.made","data":\#(data)}"#
                + "\n"
        }
        try shell.write(log, "log.jsonl")
        try shell.run("gzip -k log.jsonl; zstd -q log.jsonl")
    }

    private static let outputs = "-o out.jsonl --records records.jsonl --quarantine bad.jsonl"

    private func undisturbed(_ log: String) throws -> [String] {
        let run = try shell.perilune(
            "process \(log) -s rule.lua --store whole.db -o o --records r --quarantine q")
        #expect(run.status == 2, "\(run)")
        return try ["o", "r", "q"].map { try shell.read($0) }
    }

    private func resumed() throws -> [String] {
        try ["out.jsonl", "records.jsonl", "bad.jsonl"].map { try shell.read($0) }
    }

    @Test(arguments: ["log.jsonl", "log.jsonl.gz", "log.jsonl.zst"], [1, 2])
    func anInterruptedRunResumesToTheSameBytes(log: String, workers: Int) throws {
        let expected = try undisturbed(log)
        let command =
            "process \(log) -s rule.lua --store run.db --workers \(workers) \(Self.outputs)"
        for limit in ["-n 1", "-n 999", "-n 1000", ""] {
            let run = try shell.perilune("\(command) \(limit)")
            #expect(run.status == 2 || run.status == 0, "\(run)")
        }
        #expect(try resumed() == expected)
    }

    /// A log that has ended before the first commit is not read again.
    @Test func aRunOverSeveralLogsResumesInTheCurrentOne() throws {
        try shell.run("split -l 1000 -d log.jsonl part")
        let logs = "part00 part01 part02"
        let expected = try undisturbed(logs)
        let command = "process \(logs) -s rule.lua --store run.db \(Self.outputs)"
        for limit in ["-n 1500", "-n 600", ""] { _ = try shell.perilune("\(command) \(limit)") }
        #expect(try resumed() == expected)
    }

    /// Such a line is quarantined in pieces.
    @Test func aRunInterruptedInALongLineResumesBeforeTheLine() throws {
        try shell.run(
            "(head -n 3 log.jsonl; head -c 3000 /dev/zero | tr '\\0' x; echo; tail -n 3 log.jsonl) > long.jsonl"
        )
        let log = "long.jsonl --max-event 1024"
        let expected = try undisturbed(log)
        let command = "process \(log) -s rule.lua --store run.db \(Self.outputs)"
        for limit in ["-n 2", "-n 2", "-n 3", ""] { _ = try shell.perilune("\(command) \(limit)") }
        #expect(try resumed() == expected)
    }

    @Test func aLineThatIsReadInPiecesIsOneEventOfALimit() throws {
        try shell.run(
            "(head -c 3000000 /dev/zero | tr '\\0' x; echo; tail -n 3 log.jsonl) > long.jsonl")
        let run = try shell.perilune(
            "process long.jsonl -s rule.lua --max-event 1024 -n 3 --summary json -o out.jsonl")
        #expect(run.status == 2)
        #expect(try shell.read("out.jsonl").split(separator: "\n").count == 2)
    }

    @Test func filesOfNamedOutputsResumeToTheSameBytes() throws {
        try shell.write(
            """
            return { on = "test.*", execute = function(event, commander)
              commander:emit(event.id, tonumber(event.id) % 3 == 0 and "third" or nil)
            end }
            """, "rule.lua")
        try shell.write(
            "return { outputs = { third = { file = 'third.jsonl' } } }", "perilune.lua")
        #expect(try shell.perilune("process log.jsonl -s rule.lua -o out.jsonl").status == 0)
        let expected = try ["out.jsonl", "third.jsonl"].map { try shell.read($0) }
        #expect(expected.map { $0.split(separator: "\n").count } == [2000, 1000])
        try shell.run("rm out.jsonl third.jsonl")
        let command = "process log.jsonl -s rule.lua --store run.db -o out.jsonl"
        for limit in ["-n 500", "-n 1000", ""] {
            #expect(try shell.perilune("\(command) \(limit)").status == 0)
            if !limit.isEmpty { try shell.run("echo half >> third.jsonl") }
        }
        #expect(try ["out.jsonl", "third.jsonl"].map { try shell.read($0) } == expected)
    }

    @Test(arguments: ["csv --columns id,count", "text", "cloudevents"], [1, 2])
    func outputsOfOtherFormatsResumeToTheSameBytes(format: String, workers: Int) throws {
        try shell.run("sed -i 's/{ event.id, state/{ id = event.id, count = state/' rule.lua")
        let command =
            "process log.jsonl -s rule.lua --output-format \(format) --workers \(workers)"
        #expect(try shell.perilune("\(command) --store whole.db -o whole").status == 2)
        for limit in ["-n 1", "-n 1500", ""] {
            _ = try shell.perilune("\(command) --store run.db -o out \(limit)")
            if !limit.isEmpty { try shell.run("echo half >> out") }
        }
        #expect(try shell.read("out") == shell.read("whole"))
        if format.hasPrefix("csv") {
            let lines = try shell.read("out").split(separator: "\n")
            #expect(lines.count == 2970 && lines[0] == "id,count" && lines[1] == "1,1")
        }
    }

    @Test func aRetryAppendsInTheFormatOfTheRun() throws {
        try shell.run("sed -i 's/{ event.id, state/{ id = event.id, count = state/' rule.lua")
        let command = "process log.jsonl -s rule.lua --store run.db -o out.csv"
        #expect(
            try shell.perilune("\(command) --output-format csv --columns id").status == 2)
        try shell.write(
            "return { on = '*', execute = function(e, c) c:emit { id = 'again' } end }", "fixed.lua"
        )
        let retried = try shell.perilune(
            "quarantine retry --all --store run.db -s fixed.lua -o out.csv")
        #expect(retried.status == 0, "\(retried)")
        #expect(
            try shell.read("out.csv").hasSuffix(
                "2999\nagain\n" + String(repeating: "again\n", count: 30)))
    }

    @Test func aFinishedRunWithNothingNewSaysWhatToDo() throws {
        let command = "process log.jsonl --store run.db -o out.jsonl -s"
        #expect(try shell.perilune("\(command) rule.lua").status == 2)
        let same = try shell.perilune("\(command) rule.lua")
        #expect(same.status == 0)
        #expect(same.errors.contains("nothing new in log.jsonl; --restart"))
        try shell.run("cp rule.lua other.lua")
        for _ in 0..<2 {
            let other = try shell.perilune("\(command) other.lua")
            #expect(other.status == 64)
            #expect(other.errors.contains("the script other.lua is new"), "\(other.errors)")
        }
        let again = try shell.perilune("\(command) rule.lua")
        #expect(again.status == 0)
    }

    @Test(arguments: [1, 2]) func aSignalEndsTheTimersAtTheEndOfALog(workers: Int) throws {
        try shell.write(
            """
            local timer = require "timer"
            return { on = "test.*", key = "source",
              execute = function(event) timer.after("1h", event.id) end,
              onTimer = function(name, commander)
                local x = 0
                for i = 1, 50000 do x = x + i end
                commander:emit(name)
              end }
            """, "timers.lua")
        try shell.run("sed -i 's/,\"data\"/,\"time\":\"2026-01-01T00:00:00Z\",\"data\"/' log.jsonl")
        let command = "process log.jsonl -s timers.lua --workers \(workers)"
        #expect(try shell.perilune("\(command) -o whole --store whole.db").status == 0)
        let stopped = try shell.run(
            "perilune \(command) -o out --store run.db & while ! [ -s run.db-wal ]; do sleep 0.05; done; sleep 0.4; kill -TERM $!; wait $!"
        )
        #expect([143, 0].contains(stopped.status), "\(stopped)")
        #expect(try shell.perilune("\(command) -o out --store run.db").status == 0)
        #expect(try shell.read("out") == shell.read("whole"))
        #expect(try shell.read("out").split(separator: "\n").count == 3000)
    }

    /// What a killed run has written behind its last commit.
    @Test func outputAfterTheLastCommitIsCutOff() throws {
        let expected = try undisturbed("log.jsonl")
        let command = "process log.jsonl -s rule.lua --store run.db \(Self.outputs)"
        #expect(try shell.perilune("\(command) -n 1500").status == 2)
        try shell.run("for f in out.jsonl records.jsonl bad.jsonl; do echo half >> $f; done")
        #expect(try shell.perilune(command).status == 2)
        #expect(try resumed() == expected)
    }

    @Test func aFinishedRunReadsOnlyWhatWasAdded() throws {
        let command = "process log.jsonl -s rule.lua --store run.db \(Self.outputs)"
        #expect(try shell.perilune(command).status == 2)
        let before = try shell.read("out.jsonl")
        #expect(try shell.perilune(command).status == 0)
        #expect(try shell.read("out.jsonl") == before)
        try shell.run(
            #"echo '{"specversion":"1.0","id":"new","source":"s1","type":"test.made","data":1}' >> log.jsonl"#
        )
        #expect(try shell.perilune(command).status == 0)
        // 429 lines of this source, of which 4 failed.
        #expect(try shell.read("out.jsonl") == before + "[\"new\",426]\n")
    }

    @Test(arguments: ["\\n", "\\r\\n"])
    func aLastLineIsFinishedByALineEndThatIsWrittenLater(end: String) throws {
        let command = "process log.jsonl -s rule.lua --store run.db -o out.jsonl"
        try shell.run("mv log.jsonl all; head -n 3 all | head -c -1 > log.jsonl")
        #expect(try shell.perilune(command).status == 2)
        #expect(try shell.perilune(command).status == 0)
        try shell.run("printf '\(end)' >> log.jsonl; tail -n +4 all | head -n 93 >> log.jsonl")
        let run = try shell.perilune(command)
        #expect(run.status == 0, "\(run)")
        try shell.run("sed -n 98p all | head -c 9 >> log.jsonl")
        let bad = try shell.perilune(command)
        #expect(bad.errors.contains("log.jsonl:97:"), "\(bad)")
        #expect(try shell.read("out.jsonl").split(separator: "\n").count == 95)
    }

    @Test func aLastLineThatHasGrownIsNamed() throws {
        let command = "process log.jsonl -s rule.lua --store run.db -o out.jsonl"
        try shell.run("mv log.jsonl all; head -c 1000 all > log.jsonl")
        #expect(try shell.perilune(command).status == 2)
        let line = try shell.run("grep -c '' log.jsonl").output.filter(\.isNumber)
        try shell.run("tail -c +1001 all >> log.jsonl")
        let run = try shell.perilune(command)
        #expect(run.status == 65)
        #expect(
            run.errors.contains(
                "log.jsonl:\(line): line \(line) had no line end when it was processed, and has grown since"
            ), "\(run)")
    }

    @Test func aFollowedLogWaitsForTheEndOfALineThatWasProcessed() throws {
        let command = "process log.jsonl --store run.db -o out.jsonl"
        try shell.run("mv log.jsonl all; head -n 3 all | head -c -1 > log.jsonl")
        #expect(try shell.perilune("\(command) -s rule.lua").status == 2)
        try shell.run(
            "timeout 4 perilune \(command) -s rule.lua --watch & sleep 1; sed -n '4,5p' all | (echo; cat) >> log.jsonl; wait"
        )
        #expect(try shell.read("out.jsonl").split(separator: "\n").count == 4)
    }

    @Test(arguments: [
        ("--output-format csv --columns count,id", "the option --columns was id"),
        ("--output-format json", "the option --output-format was csv"),
        ("", "the option --output-format is missing"),
    ])
    func aFinishedRunAppendsOnlyInItsFormat(options: String, difference: String) throws {
        try shell.run("sed -i 's/{ event.id, state/{ id = event.id, count = state/' rule.lua")
        let command = "process log.jsonl -s rule.lua --store run.db"
        let first = "\(command) -o out --output-format csv --columns id"
        #expect(try shell.perilune(first).status == 2)
        let before = try shell.read("out")
        try shell.run("sed -n 2p log.jsonl > new; cat new >> log.jsonl")
        let other = try shell.perilune("\(command) -o out \(options)")
        #expect(other.status == 64)
        #expect(
            other.errors.contains("cannot append to out in another format: \(difference)"),
            "\(other)")
        #expect(try shell.read("out") == before)
        #expect(try shell.perilune(first).status == 0)
        #expect(try shell.read("out") == before + "1\n")
        try shell.run("cat new >> log.jsonl")
        #expect(try shell.perilune("\(command) -o another \(options)").status == 0)
    }

    @Test func anInterruptedRunThatWasNotFollowedIsNotFollowed() throws {
        let command = "process log.jsonl -s rule.lua --store run.db -o out.jsonl"
        #expect(try shell.perilune("\(command) -n 10").status == 2)
        let run = try shell.perilune("\(command) --watch")
        #expect(run.status == 64)
        #expect(run.errors.contains("cannot be resumed: it ran without --watch"), "\(run)")
    }

    @Test func anInterruptedRunIsNotResumedByOtherScriptsOptionsOrLogs() throws {
        let command = "process log.jsonl -s rule.lua --store run.db -o out.jsonl"
        #expect(try shell.perilune("\(command) -n 10").status == 2)
        let other = try shell.perilune("\(command) --records r.jsonl")
        #expect(other.status == 64)
        #expect(
            other.errors.contains("the option --records is new")
                || other.errors.contains("the option records is new"))
        try shell.run("cp log.jsonl other.jsonl; echo >> rule.lua")
        let script = try shell.perilune(command)
        #expect(
            script.errors.contains("the script rule.lua or a file that it uses has changed"),
            "\(script)")
        let log = try shell.perilune(
            "process other.jsonl -s rule.lua --store run.db -o out.jsonl")
        #expect(log.errors.contains("it read the logs log.jsonl"), "\(log)")
        #expect(log.errors.contains("--restart"))
        try shell.run("sed -i 's/^local/ local/' rule.lua; mv other.jsonl x; tac x > log.jsonl")
        let restarted = try shell.perilune("\(command) --restart")
        #expect(restarted.status == 2, "\(restarted)")
        #expect(try shell.read("out.jsonl").hasPrefix("[\"2999\",1]\n"))
    }

    @Test func anInterruptedRunIsNotResumedByAnotherConfiguration() throws {
        func configure(_ script: String, _ settings: String) throws {
            try shell.write(
                "return { scripts = { { path = \"rule.lua\" \(script) } }, \(settings) }",
                "perilune.lua")
        }
        let command = "process log.jsonl --store run.db -o out.jsonl"
        try configure(", url = \"//a\"", "")
        #expect(try shell.perilune("\(command) -n 10").status == 0)
        try configure(", url = \"//b\"", "")
        let route = try shell.perilune(command)
        #expect(
            route.errors.contains("the script rule.lua or a file that it uses has changed"),
            "\(route)")
        try configure(", url = \"//a\"", "order = \"most-specific\"")
        let order = try shell.perilune(command)
        #expect(order.errors.contains("the option --order is new"), "\(order)")
        try configure(", url = \"//a\"", "seed = 7")
        let seed = try shell.perilune(command)
        #expect(seed.errors.contains("the option --seed is new"), "\(seed)")
        try configure(", url = \"//a\"", "")
        #expect(try shell.perilune(command).status == 0)
    }

    @Test func aLogThatIsAnotherFileIsNotContinued() throws {
        let command = "process log.jsonl -s rule.lua --store run.db -o out.jsonl"
        #expect(try shell.perilune("\(command) -n 10").status == 2)
        try shell.run("tac log.jsonl > x; mv x log.jsonl")
        let run = try shell.perilune(command)
        #expect(run.errors.contains("log.jsonl has been replaced by another file"), "\(run)")
    }

    @Test(arguments: ["head -n 9", "tail -n +2", "tac"])
    func aFinishedRunDoesNotReadAnotherFileUnderTheNameOfItsLog(replacement: String) throws {
        let command = "process log.jsonl -s rule.lua --store run.db -o out.jsonl"
        #expect(try shell.perilune(command).status == 2)
        let before = try shell.read("out.jsonl")
        try shell.run("mv log.jsonl x; \(replacement) x > log.jsonl")
        for _ in 0..<2 {
            let run = try shell.perilune(command)
            #expect(run.status == 64, "\(run)")
            #expect(
                run.errors.contains("log.jsonl is not the file that an earlier run read"),
                "\(run)")
            #expect(run.errors.contains("--restart"), "\(run)")
        }
        #expect(try shell.read("out.jsonl") == before)
        try shell.run("mv x log.jsonl")
        #expect(try shell.perilune(command).status == 0)
        #expect(try shell.read("out.jsonl") == before)
    }

    @Test func aFollowedLogResumesAtItsPositionAndReadsANewFileFromItsBeginning() throws {
        let watch =
            "timeout -s KILL 3 perilune process log.jsonl -s rule.lua --store run.db -o out.jsonl --watch"
        try shell.run(watch)
        let before = try shell.read("out.jsonl")
        try shell.run("tail -n 2 log.jsonl > new; cat new >> log.jsonl")
        try shell.run(watch)
        #expect(
            try shell.read("out.jsonl").dropFirst(before.utf8.count).split(separator: "\n").count
                == 2)
        try shell.run("mv log.jsonl old.jsonl; head -n 3 old.jsonl > log.jsonl")
        try shell.run(watch)
        // The first of them fails.
        #expect(
            try shell.read("out.jsonl").dropFirst(before.utf8.count).split(separator: "\n").count
                == 4)
    }

    @Test func aMissingOutputIsNamed() throws {
        let command = "process log.jsonl -s rule.lua --store run.db -o out.jsonl"
        #expect(try shell.perilune("\(command) -n 10").status == 2)
        try shell.run("rm out.jsonl")
        let run = try shell.perilune(command)
        #expect(
            run.errors.contains("the output out.jsonl is missing, or is another file"), "\(run)")
    }

    @Test(arguments: [("INT", 130), ("TERM", 143)])
    func aSignalEndsARunWithItsSummary(signal: String, status: Int) throws {
        let run = try shell.run(
            """
            mkfifo log; (cat log.jsonl; exec sleep 20) > log & writer=$!
            perilune process - -s rule.lua --summary json -o out.jsonl < log & pid=$!
            for i in $(seq 100); do [ -s out.jsonl ] && break; sleep 0.1; done
            sleep 0.5; kill -\(signal) $pid; wait $pid; status=$?
            kill $writer; exit $status
            """)
        #expect(run.status == status, "\(run)")
        #expect(run.errors.contains("\"read\":3000"), "\(run)")
    }

    @Test func optionsThatExcludeEachOtherAreNamed() throws {
        for (options, message) in [
            ("--restart", "--restart needs --store FILE"),
            ("--store s.db --dry-run", "--store cannot be combined with --dry-run"),
            ("--store s.db --state t.db", "--store cannot be combined with --state"),
            ("log.jsonl --store s.db", "'log.jsonl' is named twice"),
        ] {
            let run = try shell.perilune("process log.jsonl -s rule.lua \(options)")
            #expect(run.status == 64)
            #expect(run.errors.contains(message), "\(run)")
        }
    }
}
