import Foundation
import Testing

/// Sinks that outputs configure, in runs that are killed.
@Suite(.timeLimit(.minutes(5))) struct OutputSinkTests {
    private static let rule = """
        return { on = "order.placed", execute = function(event, commander)
          commander:emit({ id = event.id, user = event.data.user }, "users")
          commander:emit({ id = event.id, user = event.data.user }, "rows")
        end }
        """
    private static let configuration = """
        return { scripts = "rule.lua", outputs = {
          users = { sink = "files", file = "out/{user}.jsonl" },
          rows = { sink = "sqlite", file = "rows.db", columns = { "id" } },
          all = { sink = "files", file = "all.jsonl", records = true },
        } }
        """

    private func write(_ shell: Shell, events: Int) throws {
        try shell.write(Self.rule, "rule.lua")
        try shell.write(Self.configuration, "perilune.lua")
        let lines = (1...events).map { number in
            #"{"specversion":"1.0","id":"\#(number)","source":"/shop","type":"order.placed","data":{"user":"u\#(number % 7)"}}"#
        }
        try shell.write(lines.joined(separator: "\n") + "\n", "log.jsonl")
    }

    private let rows =
        #"python3 -c "import sqlite3; print(sqlite3.connect('rows.db').execute('select count(*), count(distinct id) from rows').fetchone())""#

    @Test func everyValueIsWrittenOnceDespiteKills() throws {
        let shell = try Shell()
        try write(shell, events: 20_000)
        let command = "perilune process log.jsonl --store run.db -o main.jsonl"
        for delay in ["0.3", "0.5", "0.8"] {
            _ = try shell.run("timeout -s KILL \(delay) \(command)")
        }
        let last = try shell.run(command)
        #expect(last.status == 0, "\(last.errors)")
        #expect(try shell.run("cat out/*.jsonl | wc -l").output == "20000\n")
        #expect(try shell.run("sort -u out/*.jsonl | wc -l").output == "20000\n")
        #expect(
            try shell.run("sort -u all.jsonl | wc -l; wc -l < all.jsonl").output == "20000\n20000\n"
        )
        #expect(try shell.run(rows).output == "(20000, 20000)\n")
    }

    @Test(arguments: ["INT", "TERM"]) func aSignalEndsTheWaitForASink(signal: String) throws {
        let shell = try Shell()
        try write(shell, events: 1)
        // A position that is damaged.
        _ = try shell.run("echo > .all.position")
        let clock = ContinuousClock()
        let start = clock.now
        // Otherwise, `timeout` sends the signal twice, and a second one ends the program without a word.
        let run = try shell.run(
            "timeout --foreground --preserve-status -s \(signal) 4 perilune process log.jsonl -o main.jsonl"
        )
        #expect(clock.now - start < .seconds(25))
        #expect(run.errors.contains("interrupt to end at once"))
        #expect(run.errors.contains("the sink 'all' did not accept all values"))
    }

    @Test(arguments: [
        ("files", "folder", "folder: output 'rows': is a directory, not a file"),
        ("sqlite", "folder", "folder: output 'rows': is a directory, not a file"),
        ("sqlite", "pipe", "pipe: output 'rows': is a pipe, a socket or a device"),
        ("sqlite", "a/b.db", "a/b.db: output 'rows': cannot create the file: its folder does not"),
        ("files", "run.db", "run.db: output 'rows': the output would change an input or another"),
        ("sqlite", "run.db", "run.db: output 'rows': the output would change an input or another"),
    ])
    func aFileThatCannotBeWrittenIsFoundAtTheStart(
        _ sink: String, _ file: String, _ error: String
    ) throws {
        let shell = try Shell()
        try write(shell, events: 1)
        _ = try shell.run("mkdir folder; mkfifo pipe")
        let run = try shell.run(
            """
            timeout 20 perilune process log.jsonl --no-config --script rule.lua --store run.db \
              --to users=users.jsonl --to 'rows=sink:\(sink) {"file":"\(file)"}'
            """)
        #expect(run.status == 73)
        #expect(run.errors.contains(error), "\(run.errors)")
        #expect(!run.errors.contains("waiting"))
    }

    @Test func aValueCannotNameTheFileOfAnotherOutput() throws {
        let shell = try Shell()
        try write(shell, events: 14)
        let run = try shell.run(
            """
            perilune process log.jsonl --no-config --script rule.lua --records u1.jsonl --to rows=u2.jsonl -o u3.jsonl \
              --to 'users=sink:files {"file":"{user}.jsonl"}'
            """)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("6 values went to files with '_' in place of fields"))
        #expect(
            try shell.run("grep -c . u?.jsonl _.jsonl").output
                == "u0.jsonl:2\nu1.jsonl:14\nu2.jsonl:14\nu3.jsonl:0\nu4.jsonl:2\nu5.jsonl:2\nu6.jsonl:2\n_.jsonl:6\n"
        )
    }

    /// Also in a run, which has no server.
    @Test func aValueCannotNameTheTokenOfTheServer() throws {
        let shell = try Shell()
        try write(shell, events: 7)
        try shell.write("0123456789abcdef", "u1.jsonl")
        try shell.write(
            """
            return { scripts = "rule.lua", sources = { tokenFile = "u1.jsonl" }, outputs = {
              users = { sink = "files", file = "{user}.jsonl" }, rows = { file = "rows.jsonl" },
            } }
            """, "perilune.lua")
        let run = try shell.run("perilune process log.jsonl -o main.jsonl")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("1 value went to files with '_' in place of fields"))
        #expect(try shell.read("u1.jsonl") == "0123456789abcdef")
        #expect(try shell.run("grep -c . u2.jsonl _.jsonl").output == "u2.jsonl:1\n_.jsonl:1\n")
    }

    @Test func twoOutputsCannotWriteOneFile() throws {
        let shell = try Shell()
        try write(shell, events: 1)
        let same = try shell.run(
            """
            perilune process log.jsonl --no-config --script rule.lua --to rows=same.jsonl \
              --to 'users=sink:files {"file":"./same.jsonl"}'
            """)
        #expect(same.status != 0)
        #expect(same.errors.contains("the outputs 'rows' and 'users' write the same file"))
    }

    @Test(arguments: [
        ("sink:files {\"file\":\"%F.jsonl\"}", "sink:files {\"file\":\"%Y-%m-%d.jsonl\"}"),
        ("sink:files {\"file\":\"%F.jsonl\"}", "2026-11-28.jsonl"),
        ("2026-11-28.jsonl", "sink:files {\"file\":\"%F.jsonl\"}"),
        ("sink:files {\"file\":\"%Y.jsonl\"}", "sink:files {\"file\":\"20%y.jsonl\"}"),
        ("sink:files {\"file\":\"%b.jsonl\"}", "sink:files {\"file\":\"%B.jsonl\"}"),
        ("sink:files {\"file\":\"%F.jsonl\"}", "sink:files {\"file\":\"link/%F.jsonl\"}"),
        ("u1.jsonl", "link/u1.jsonl"), ("u1.jsonl", "dangling"),
        ("sink:sqlite {\"file\":\"a.db\"}", "a.db-wal"),
        ("sink:files {\"file\":\"a.jsonl\"}", ".users.position"),
        (
            "sink:sqlite {\"file\":\"a.db\"}",
            "sink:sqlite {\"file\":\"b.db\",\"rejected\":\"a.db-journal\"}"
        ),
        (
            "sink:files {\"file\":\"a.jsonl\",\"maxSize\":1024}",
            "sink:sqlite {\"file\":\"b.db\",\"rejected\":\"a.jsonl.1\"}"
        ),
    ])
    func twoOutputsCannotWriteOneFileAtDifferentTimes(_ users: String, _ rows: String) throws {
        let shell = try Shell()
        try write(shell, events: 1)
        try shell.run("ln -s . link; ln -s u1.jsonl dangling")
        let same = try shell.run(
            "perilune process log.jsonl --no-config -s rule.lua --to 'rows=\(rows)' --to 'users=\(users)'"
        )
        #expect(same.status == 73)
        #expect(same.errors.contains("the outputs 'rows' and 'users' write the same file"))
    }

    @Test func aValueCannotNameAFileThatAnotherOutputNamesByTheTime() throws {
        let shell = try Shell()
        try write(shell, events: 1)
        try shell.run("sed -i 's/u1/2026-01-01/' log.jsonl")
        let run = try shell.run(
            """
            perilune process log.jsonl --no-config -s rule.lua --to 'rows=sink:files {"file":"%F.jsonl"}' \
              --to 'users=sink:files {"file":"{user}.jsonl"}'
            """)
        #expect(run.errors.contains("1 value went to files with '_' in place of fields"))
        #expect(try shell.run("ls 2026-01-01.jsonl").status != 0)
    }

    @Test(arguments: [
        (#"sink:sqlite {"file":"a.db","rejected":"link/main.jsonl"}"#, "main.jsonl"),
        (#"sink:sqlite {"file":"a.db","rejected":"main[1].jsonl"}"#, "main[1].jsonl"),
        (#"sink:sqlite {"file":"a.db","rejected":"to-u1"}"#, "u1.jsonl"),
        (#"sink:sqlite {"file":"a.db"}"#, "a.db-wal"),
        (#"sink:files {"file":"link/main.jsonl"}"#, "main.jsonl"),
    ])
    func anOutputCannotWriteTheMainOutput(_ rows: String, _ main: String) throws {
        let shell = try Shell()
        try write(shell, events: 1)
        try shell.run("ln -s . link; ln -s u1.jsonl to-u1")
        let run = try shell.run(
            """
            perilune process log.jsonl --no-config -s rule.lua --to users=users.jsonl --to 'rows=\(rows)' \
              -o '\(main)'
            """)
        #expect(run.status == 73)
        #expect(run.errors.contains("output 'rows': the output would change an input or another"))
    }

    @Test func severalOutputsShareADatabaseAndAFileForRejectedValues() throws {
        let shell = try Shell()
        try write(shell, events: 7)
        let run = try shell.run(
            """
            perilune process log.jsonl --no-config -s rule.lua \
              --to 'users=sink:sqlite {"file":"a.db","columns":["user"],"rejected":"no.jsonl"}' \
              --to 'rows=sink:sqlite {"file":"./a.db","columns":["id"],"rejected":"no.jsonl"}'
            """)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try shell.run(rows.replacing("rows.db", with: "a.db")).output == "(7, 7)\n")
    }

    @Test func aValueCannotNameTheFileOfRejectedValuesOrAnotherOutputByALink() throws {
        let shell = try Shell()
        try write(shell, events: 14)
        try shell.run("ln -s . link")
        let run = try shell.run(
            """
            perilune process log.jsonl --no-config -s rule.lua --records link/u1.jsonl \
              --to 'rows=sink:sqlite {"file":"a.db","columns":["id"],"rejected":"u2.jsonl"}' \
              --to 'users=sink:files {"file":"link/{user}.jsonl"}'
            """)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("4 values went to files with '_' in place of fields"))
        #expect(try shell.run("ls u2.jsonl").status != 0)
        #expect(try shell.run("wc -l < u1.jsonl; wc -l < _.jsonl").output == "14\n4\n")
    }

    @Test func aValueCannotNameAFileThatARuleLooksUp() throws {
        let shell = try Shell()
        try write(shell, events: 14)
        try shell.write("id,name\n1,Ann\n", "u1.csv")
        try shell.run(
            "sed -i '1i local people = require(\"lookup\").open(\"u1.csv\", { key = \"id\" })' rule.lua"
        )
        let run = try shell.run(
            """
            perilune process log.jsonl --no-config -s rule.lua --to rows=rows.jsonl \
              --to 'users=sink:files {"file":"{user}.csv"}'
            """)
        #expect(run.errors.contains("2 values went to files with '_' in place of fields"))
        #expect(try shell.read("u1.csv") == "id,name\n1,Ann\n")
    }

    @Test func checkOfTheConfigurationNamesTheOutput() throws {
        let shell = try Shell()
        try shell.write(Self.rule, "rule.lua")
        try shell.write(
            "return { scripts = \"rule.lua\",\n outputs = { rows = { sink = \"sqlite\", fiel = \"a.db\" } } }",
            "perilune.lua")
        let check = try shell.run("perilune config check")
        #expect(
            check.output
                == """
                perilune.lua:2:14: output 'rows': fiel is not a setting
                   outputs = { rows = { sink = "sqlite", fiel = "a.db" } } }
                               ^
                  hint: did you mean 'file'?

                """)
    }

    @Test func aServerWarnsOnceOfColumnsWithoutValues() throws {
        let shell = try Shell()
        try write(shell, events: 1500)
        try shell.run("sed -i 's/columns = { \"id\" }/columns = { \"id\", \"usr\" }/' perilune.lua")
        let server = try ServeProcess(shell, "")
        let batch =
            #"(sed '1s/^/[/; $!s/$/,/; $s/$/]/' log.jsonl) | curl -s -o /dev/null --data-binary @- -H 'Content-Type: application/cloudevents-batch+json' \#(server.url)/events"#
        try shell.run(batch)
        try server.says(" values had usr, a column (did you mean 'user'?)")
        #expect(try server.notes().contains("warning: sinks: output 'rows': none of 1"))
        #expect(server.end() == 0)
        #expect(try server.count(of: "had usr") == 1)
    }

    @Test func aRunThatStopsAtItsLimitDeliversWhatItWrote() throws {
        let shell = try Shell()
        try write(shell, events: 5)
        try shell.run("echo {} >> log.jsonl; echo {} >> log.jsonl")
        let run = try shell.perilune("process log.jsonl --max-quarantine 1")
        #expect(run.status == 74)
        #expect(run.errors.contains("the log was processed up to line 7"))
        #expect(try shell.run("cat out/*.jsonl | wc -l; wc -l < all.jsonl").output == "5\n7\n")
    }
}
