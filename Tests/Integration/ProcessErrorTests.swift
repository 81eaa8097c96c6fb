import Foundation
import Testing

/// Logs that cannot be read and outputs that cannot be written.
struct ProcessErrorTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    @Test func aMissingLogEndsWith66() throws {
        let result = try shell.perilune("process none.jsonl")
        #expect(result.errors == "none.jsonl: no such file\n")
        #expect(result.status == 66)
    }

    @Test(arguments: ["process Scripts/links.jsonl -s rule.lua", "version"])
    func aClosedStandardOutputIsNamed(command: String) throws {
        try shell.write("return { on = '*', execute = function(e, c) c:emit(1) end }", "rule.lua")
        let result = try shell.run("perilune \(command) >&-")
        #expect(result.errors.contains("standard output: cannot write: it is closed\n"))
        #expect(result.status == 74)
    }

    @Test(arguments: [
        ("rule.lua", "return {}", "this looks like a script"),
        (
            "a.json", "{\n  \"id\": \"1\", \"source\": \"s\", \"type\": \"t\"\n}",
            "this looks like CloudEvents in JSON: add --as auto"
        ),
        (
            "a.json", "[{\"id\": \"1\", \"source\": \"s\", \"type\": \"t\"}]",
            "this looks like CloudEvents in JSON: add --as auto"
        ),
        ("a.json", "[\n  {}\n]", "this looks like objects in JSON: add --as json"),
        ("a.json", "{\"time\":1}", "this looks like objects in JSON: add --as json"),
        ("access.log", "192.0.2.7 - - \"GET / HTTP/1.1\"", "--as names another format"),
        ("urls", "mstr://?evt=1", "this looks like plain URLs, one per line: add --as link"),
    ])
    func aLogOfAnotherFormatIsRecognized(name: String, text: String, hint: String) throws {
        try shell.write(text + "\n", name)
        let result = try shell.perilune("process \(name)")
        #expect(result.errors.components(separatedBy: hint).count == 2, "\(result.errors)")
        #expect(result.status == 2)
    }

    @Test(arguments: [
        ("--as cvs", Int32(64)), ("--as csv --codec typs=x", 64), ("--as auto", 65),
    ])
    func aMistakeInTheFormatIsNotABug(options: String, status: Int32) throws {
        try shell.write("some text\n", "a.log")
        #expect(try shell.perilune("process a.log \(options)").status == status)
    }

    @Test func standardInputThatIsAnArrayIsNamed() throws {
        let result = try shell.run("echo '[' | perilune process -")
        #expect(result.errors.contains("hint: a log has one event per line; --as auto also reads"))
    }

    @Test func optionsOfATableMayComeInAnyOrder() throws {
        try shell.write("ts,a\n01/02/2024,1\n", "t.csv")
        let options = ["--codec time=ts", "--codec time.format=%d/%m/%Y"]
        try shell.write("return { on = '*', execute = function(e, c) c:emit(e.time) end }", "r.lua")
        for order in [options, options.reversed()] {
            let result = try shell.perilune(
                "process t.csv --as csv -s r.lua \(order.joined(separator: " "))")
            #expect(result.output == "\"2024-02-01T00:00:00Z\"\n", "\(result.errors)")
        }
    }

    @Test func aMisspeltVariableIsNamed() throws {
        let result = try shell.run("PERILUNE_WORKRES=2 perilune process Scripts/links.jsonl")
        #expect(
            result.errors.hasPrefix(
                "warning: the environment variable PERILUNE_WORKRES is not used; did you mean 'PERILUNE_WORKERS'?\n"
            ))
        #expect(!(try shell.run("PERILUNE_SECRET=2 perilune version").errors.contains("SECRET")))
    }

    @Test func aVariableWithAnInvalidValueIsNamed() throws {
        let result = try shell.run("PERILUNE_LISTEN=here perilune serve")
        #expect(result.errors.contains("(from PERILUNE_LISTEN in the environment)"))
        #expect(result.status == 64)
    }

    @Test func onlyValuesThatAreNotWrittenAreCounted() throws {
        try shell.write(
            "return { on = '*', execute = function(e, c) c:emit(1, 'o') c:emit(2) end }", "rule.lua"
        )
        let result = try shell.perilune(
            "process Scripts/links.jsonl -n 3 -s rule.lua --to o=o.jsonl --records -")
        #expect(result.errors.contains("3 emitted values not written"), "\(result.errors)")
    }

    @Test func aFileSinkDoesNotWriteToTheLog() throws {
        try shell.write(
            "return { on = '*', execute = function(e, c) c:emit(1, 'o') end }", "rule.lua")
        let result = try shell.run(
            "cp Scripts/links.jsonl l.jsonl && perilune process l.jsonl -s rule.lua --to 'o=sink:files {\"file\":\"l.jsonl\"}'; cmp l.jsonl Scripts/links.jsonl && echo same"
        )
        #expect(result.output.hasSuffix("same\n"), "\(result.errors)")
        #expect(
            result.errors.hasPrefix(
                "l.jsonl: output 'o': the output would change an input or another output\n")
        )
    }

    @Test(arguments: ["s.db", "s.db-wal", "./s.db-shm", "s.db-journal"])
    func anOutputCannotBeAFileOfTheStore(_ output: String) throws {
        try shell.write("return { on = '*', execute = function(e, c) c:emit(1) end }", "rule.lua")
        let run = try shell.perilune(
            "process Scripts/links.jsonl -s rule.lua --store s.db -o \(output)")
        #expect(
            run.errors.hasPrefix("\(output): the output would change an input or another output\n"))
        #expect(run.status == 73)
    }

    @Test func anErrorThatRepeatsIsShownOnce() throws {
        try shell.write(
            "return { on = '*', execute = function(e) if e.id == 'tap-03' then error('other') end error('same') end }",
            "rule.lua")
        let result = try shell.perilune("process Scripts/links.jsonl -s rule.lua")
        #expect(result.errors.components(separatedBy: "same (event").count == 2)
        #expect(result.errors.contains("... and 18 more at rule.lua:1\n"))
        #expect(result.errors.contains("other (event tap-03)"))
        #expect(result.errors.contains("; 20 errors\n"))
    }

    @Test func errorsBeyondTheFirstTenAreCounted() throws {
        try shell.write(
            "return { on = '*', execute = function(e) error(e.id) end }", "rule.lua")
        let result = try shell.perilune("process Scripts/links.jsonl -s rule.lua --limit 11")
        #expect(result.errors.contains("1 more error not shown\n"))
    }

    @Test func aRunWithoutScriptsIsAWarning() throws {
        let warning = "warning: no scripts; name them with --script FILE"
        #expect(try shell.perilune("process Scripts/links.jsonl").errors.contains(warning))
        #expect(
            try !shell.perilune("process Scripts/links.jsonl -s Scripts").errors.contains(warning))
    }

    @Test func aFolderIsNotALog() throws {
        let result = try shell.perilune("process Scripts")
        #expect(result.errors.hasPrefix("Scripts: is a directory, not a log\n"))
        #expect(result.status == 66)
    }

    @Test(arguments: ["gzip", "zstd -q"])
    func theWholeLinesOfATruncatedArchiveAreProcessed(packer: String) throws {
        try shell.writeLog(events: 3000)
        try shell.run(
            "\(packer) -c log.jsonl > whole && head -c $(($(stat -c %s whole) / 2)) whole > cut")
        let result = try shell.perilune("process cut --records -")
        #expect(result.errors.contains("cut"))
        #expect(result.errors.contains("truncated"))
        #expect(result.status == 65)
        let whole = try shell.perilune("process log.jsonl --records -").output
        #expect(whole.hasPrefix(result.output))
        #expect(packer != "gzip" || result.lines.count > 500)
    }

    @Test(arguments: [
        ("-o none/x", "its folder does not exist", 73),
        ("-o /sys/x", "cannot create the file: its folder is not writable", 73),
        ("--store /sys/x", "cannot create the store: its folder is not writable", 74),
        ("--store none/x", "cannot create the store: its folder does not exist", 74),
        ("-o x --records ./x", "./x: two outputs name this file", 73),
        ("--records x --quarantine x", "x: two outputs name this file", 73),
        ("--records Scripts", "is a directory", 73),
        ("--quarantine none/x", "its folder does not exist", 73),
        ("--records /dev/full", "No space left", 74),
        ("--state none/x", "none/x", 74),
    ])
    func anOutputThatCannotBeWrittenIsAnError(option: String, message: String, status: Int32) throws
    {
        let result = try shell.perilune("process Scripts/links.jsonl \(option)")
        #expect(result.errors.contains(message))
        #expect(result.status == status)
    }

    @Test func anOutputThatIsStandardInputIsRefused() throws {
        try shell.write("precious\n", "in.jsonl")
        let result = try shell.run("perilune process - -s Scripts -o in.jsonl < in.jsonl")
        #expect(
            result.errors.contains("in.jsonl: the output would change an input or another output"))
        #expect(result.status == 73)
        #expect(try shell.read("in.jsonl") == "precious\n")
    }

    @Test func aRestartThatIsRefusedKeepsTheState() throws {
        try shell.write("{\"id\":\"1\",\"source\":\"s\",\"type\":\"t\"}\n", "log")
        try shell.write(
            """
            local state = require "state"
            return { on = "t", execute = function() state.seen = true end }
            """, "rule.lua")
        #expect(try shell.perilune("process log -s rule.lua --store run.db").status == 0)
        let command = "process log -s rule.lua --store run.db --restart -o log"
        #expect(try shell.perilune(command).status == 73)
        #expect(try shell.perilune("state list run.db").output.contains("1 value"))
    }

    @Test func anEarlierOutputSurvivesAScriptThatIsWrong() throws {
        try shell.write("precious\n", "out.jsonl")
        let result = try shell.perilune("process Scripts/links.jsonl -s none.lua -o out.jsonl")
        #expect(result.status == 66)
        #expect(try shell.read("out.jsonl") == "precious\n")
    }
}
