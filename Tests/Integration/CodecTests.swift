import Foundation
import Testing

/// Logs of other formats than CloudEvents, as the command reads them.
struct CodecTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write(
            """
            local state = require "state"
            return {
              on = "*",
              execute = function(event, commander)
                state.count = (state.count or 0) + 1
                commander:emit { id = event.id, count = state.count, data = event.data }
              end,
            }
            """, "count.lua")
    }

    private static let table =
        "id,note\n" + (1...60).map { "\($0 % 4),\"a \"\"b\"\"\nline \($0)\"\n" }.joined()
    private static let array =
        "{\"Records\":["
        + (1...60).map { "{\"id\":\"\($0 % 4)\",\"n\":[\($0)]}" }
        .joined(separator: ",") + "]}"

    @Test(arguments: [
        ("log.csv", table, "--as csv"), ("log.csv", table, "--as auto"),
        ("entry.json", array, "--as json --codec explode=Records"),
    ])
    func anInterruptedRunResumesAfterTheLastEntry(
        name: String, text: String, options: String
    ) throws {
        try shell.write(text, name)
        let whole = try shell.perilune(
            "process \(name) \(options) -s count.lua -o whole.jsonl --store one.db")
        #expect(whole.status == 0, "\(whole.errors)")
        for limit in [1, 7, 59] {
            let command =
                "process \(name) \(options) -s count.lua -o out.jsonl --store two\(limit).db"
            #expect(try shell.perilune("\(command) --limit \(limit)").status == 0)
            let rest = try shell.perilune(command)
            #expect(rest.errors.contains("continuing at line") || name == "entry.json")
            #expect(try shell.read("out.jsonl") == shell.read("whole.jsonl"))
        }
    }

    @Test(arguments: [
        ("log.csv", table, "--as csv"), ("entry.json", array, "--as json --codec explode=Records"),
    ])
    func theOutputDoesNotDependOnTheNumberOfWorkers(
        name: String, text: String, options: String
    ) throws {
        try shell.write(text, name)
        let command =
            "process \(name) \(options) --codec 'partitionkey={id}' -s count.lua --records -"
        let one = try shell.perilune(command)
        let three = try shell.perilune("\(command) --workers 3")
        #expect(one.status == 0)
        #expect(one.output.split(separator: "\n").count == 60)
        #expect(one.output == three.output)
    }

    @Test func entriesOfLogsWithTheSameFileNameHaveDifferentIDs() throws {
        try shell.write("return { on = '*', execute = function(e, c) c:emit(e.id) end }", "ids.lua")
        let run = try shell.run(
            """
            mkdir d1 d2; echo one > d1/a.log; echo two > d2/a.log
            perilune process d1/a.log d2/a.log --no-config --as lines -s ids.lua
            perilune process d1/a.log --no-config --as lines -s ids.lua
            """)
        #expect(run.output == "\"a.log:d1/a.log:0\"\n\"a.log:d2/a.log:0\"\n\"a.log:0\"\n")
    }

    @Test func theConfigurationNamesTheCodecOfEveryCommand() throws {
        try shell.write("level=info req=r1\nlevel=warn req=r2\n", "app.log")
        try shell.write(
            """
            return {
              scripts = "count.lua",
              sources = { logs = "app.log", as = "logfmt", codec = { id = "{req}", type = "app.{level}" } },
            }
            """, "perilune.lua")
        let processed = try shell.perilune("process --records - --summary none")
        #expect(processed.output.contains(#"{"event":"r2","type":"app.warn""#))
        let explained = try shell.perilune("explain --log app.log --id r2")
        #expect(explained.output.hasPrefix("r2\n"), "\(explained.errors)")
        // Options of the configuration are for its codec only.
        let other = try shell.perilune("process app.log --as lines --records - --summary none")
        #expect(
            other.output.contains(#""event":"app.log:0","type":"entry.line""#), "\(other.errors)")
    }

    @Test(arguments: [
        ("as = 'jsn'", "perilune.lua:1:22: there is no codec 'jsn'"),
        ("as = 'json', codec = { explod = 'x' }", "perilune.lua:1:35: codec 'json': explod"),
    ])
    func anInvalidCodecIsAnErrorInTheConfiguration(sources: String, mistake: String) throws {
        try shell.write("return { sources = { \(sources) } }", "perilune.lua")
        let result = try shell.perilune("config check")
        #expect(
            (result.output + result.errors).contains(mistake), "\(result.output) \(result.errors)")
        #expect(result.status != 0)
    }

    @Test func anInvalidCodecOfAnEndpointIsAnErrorInTheConfiguration() throws {
        try shell.write(
            """
            return { plugins = { webhooks = { endpoints = {
              { name = "shop", as = "csvv" } } } } }
            """, "perilune.lua")
        let result = try shell.perilune("config check")
        #expect(result.output.contains("the endpoint 'shop': there is no codec 'csvv'"))
        #expect(result.status == 1)
    }

    @Test func aCaseTakesItsEventsFromALogOfAnotherFormat() throws {
        try shell.write("id,total\n7,3000\n8,20\n", "orders.csv")
        try shell.write(
            """
            return {
              on = "entry.csv",
              execute = function(event, commander)
                if event.data.total > 1000 then return commander:reject("large") end
              end,
            }
            """, "orders.lua")
        try shell.write(
            """
            return {
              script = "orders.lua",
              { name = "large orders are rejected",
                events = { log = "orders.csv", as = "csv", codec = { types = "total" }, where = { ["data.id"] = "7" } },
                count = { rejected = 1 } },
            }
            """, "orders_test.lua")
        let result = try shell.perilune("test orders_test.lua")
        #expect(result.status == 0, "\(result.output) \(result.errors)")
    }

    @Test func twoVersionsAreComparedOnALogOfAnotherFormat() throws {
        try shell.write(Self.table, "log.csv")
        try shell.write(
            "return { on = 'entry.csv', execute = function(e, c) if e.data.id == '3' then c:reject('x') end end }",
            "new.lua")
        let result = try shell.perilune("diff count.lua new.lua log.csv --as csv --json")
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.output.contains(#""line":2"#))
    }

    @Test(arguments: [
        ("--as jsn", "there is no codec 'jsn'", "did you mean 'json'?"),
        (
            "--as json --codec explod=x", "codec 'json': explod is not a setting",
            "did you mean 'explode'?"
        ),
        ("--as json --codec explode", "--codec must be KEY=VALUE", "not 'explode'"),
        ("--as auto", "the format of the log is not recognized", "--as lines reads any text"),
    ])
    func invalidOptionsAreReportedWithAHint(options: String, message: String, hint: String) throws {
        try shell.write("some words\nother words\n", "words.txt")
        let result = try shell.perilune("process words.txt \(options)")
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.errors.contains(hint), "\(result.errors)")
        #expect(result.status != 0)
    }

    @Test func aLogThatIsNotRecognizedIsNamedBeforeOthersAreProcessed() throws {
        try shell.write("{\"a\":1}\n", "a.jsonl")
        try shell.write("some words\nother words\n", "words.txt")
        let result = try shell.perilune("process a.jsonl words.txt --as auto -s count.lua")
        #expect(result.errors.hasPrefix("words.txt: the format of the log is not recognized"))
        #expect(result.errors.contains("--as is for all logs, so process this one by itself"))
        #expect(result.output == "")
        #expect(result.status == 65)
    }

    @Test func aPipeIsReadOnceWithVerboseMessages() throws {
        let result = try shell.run(
            """
            mkfifo pipe; echo '{"a":1}' > pipe &
            timeout 20 perilune process pipe --as auto -s count.lua --verbose
            """)
        #expect(result.errors.contains("1 event in"), "\(result.errors)")
    }

    @Test func aLogIsFollowedByItsEntries() throws {
        let result = try shell.run(
            """
            printf 'a,b\\n1,"x\\n' > log.csv
            timeout 60 perilune process log.csv --as csv --watch -s count.lua -o out.jsonl & process=$!
            sleep 1
            printf 'y"\\n2,z\\n' >> log.csv
            for second in $(seq 15); do [ "$(wc -l < out.jsonl)" = 2 ] && break; sleep 1; done
            kill $process; wait $process; cat out.jsonl
            """)
        #expect(result.output.contains(#"{"a":"1","b":"x\ny"}"#), "\(result.errors)")
        #expect(result.lines.count == 2)
    }

    /// It cannot be read a second time to recognize it.
    @Test(arguments: [
        (#"192.0.2.7 - - [21/Nov/2026:16:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "curl""#, true),
        ("Nov 21 16:00:00 host sshd[1]: x" + String(repeating: "y", count: 300), true),
        ("a,b\n1,2", true),
        (#"{"a":1,}"#, false),
        (#"{"specversion":"1.0","a":"# + String(repeating: "[", count: 300), false),
    ])
    func standardInputOfAnotherFormatGetsAHintAtAutoDetection(_ log: String, _ isOther: Bool) throws
    {
        try shell.write(log + "\n", "log")
        let errors = try shell.run("perilune process - -s count.lua < log").errors
        #expect(errors.contains("--as auto recognizes other formats") == isOther, "\(errors)")
    }
}
