import Testing

/// What goes in and what comes out of `perilune process`.
struct ProcessTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private let transform = "-s Scripts/emit_transform.lua"

    @Test func writesValuesToTheOutputAndCountsToStandardError() throws {
        let result = try shell.perilune("process Scripts/links.jsonl \(transform)")
        #expect(result.lines.count == 29)
        #expect(result.errors.hasPrefix("20 events in "))
        #expect(result.errors.contains("18 default, 2 unhandled"))
        #expect(result.status == 0)
    }

    @Test func resultsOfAPipeAreWrittenWhileItsWriterPauses() throws {
        let result = try shell.run(
            """
            (head -n 1 Scripts/links.jsonl
            for i in $(seq 200); do [ -s out.jsonl ] && echo seen > seen && break; sleep 0.05; done) |
            perilune process - \(transform) -o out.jsonl; cat seen
            """)
        #expect(result.output == "seen\n", "\(result.errors)")
    }

    @Test func countsAddUp() throws {
        try shell.run("cp Scripts/links.jsonl log.jsonl && echo '{}' >> log.jsonl")
        let script =
            "return { on = 'link.drill', execute = function(e, c) c:publish{type='a.b'} end }"
        try shell.write(script, "publish.lua")
        let result = try shell.run(
            "perilune process log.jsonl -s publish.lua --summary json 2>&1 >/dev/null | tail -n 1")
        let summary = try #require(try result.objects().first)
        func count(_ name: String) throws -> Int { try #require(summary[name] as? Int, "\(name)") }
        let outcomes = ["handled", "default", "unhandled", "rejected", "failed"]
        #expect(try outcomes.map(count).reduce(0, +) == count("in"))
        #expect(try count("read") == 21)
        #expect(try count("published") == 17)
        #expect(try count("in") == 38)
        #expect(try count("failed") == 1)
    }

    @Test func readsStandardInputGzipAndZstandardAlike() throws {
        try shell.run("gzip -k Scripts/links.jsonl && zstd -q Scripts/links.jsonl")
        let plain = try shell.perilune("process Scripts/links.jsonl \(transform)").output
        for command in [
            "perilune process - \(transform) < Scripts/links.jsonl",
            "cat Scripts/links.jsonl | perilune process - \(transform)",
            "perilune process Scripts/links.jsonl.gz \(transform)",
            "perilune process Scripts/links.jsonl.zst \(transform)",
            "perilune process - \(transform) < Scripts/links.jsonl.gz",
        ] {
            #expect(try shell.run(command).output == plain, "\(command)")
        }
    }

    @Test func writesTheNamedFiles() throws {
        let result = try shell.perilune(
            "process Scripts/links.jsonl \(transform) -o o.jsonl --records r.jsonl --summary none")
        #expect(result.output.isEmpty)
        #expect(result.errors.isEmpty)
        #expect(try shell.read("o.jsonl").split(separator: "\n").count == 29)
        #expect(try shell.read("r.jsonl").split(separator: "\n").count == 20)
    }

    @Test func writesValuesInOtherFormats() throws {
        try shell.write(
            "return { on = '*', execute = function(e, c) c:emit('v ' .. e.id) c:emit { id = e.id, at = { 'a,b' } } end }",
            "rule.lua")
        let command = "process Scripts/links.jsonl -s rule.lua --limit 1 --workers 2"
        let id = try #require(try shell.perilune(command).lines.first?.dropFirst(3).dropLast())
        #expect(
            try shell.perilune("\(command) --output-format text").lines
                == ["v \(id)", #"{"at":["a,b"],"id":"\#(id)"}"#])
        #expect(
            try shell.perilune("\(command) --output-format csv --columns id,first=at.0,at").output
                .hasPrefix("id,first,at\n,,\n\(id),"))
    }

    @Test func writesNumbersThatDoNotFitAsTheyAreSpelled() throws {
        try shell.write(
            "return { on = '*', execute = function(e, c) c:emit(e.data) end }", "rule.lua")
        try shell.write(
            #"{"specversion":"1.0","id":"7","source":"/s","type":"t","data":{"n":12345678901234567890,"x":-1e999}}"#,
            "log.jsonl")
        let command = "process log.jsonl -s rule.lua"
        #expect(
            try shell.perilune("\(command) --output-format csv --columns n,x").output
                == "n,x\n12345678901234567890,-1e999\n")
        #expect(
            try shell.perilune("\(command) --output-format text").output
                == #"{"n":12345678901234567890,"x":-1e999}"# + "\n")
        try shell.write(
            #"return { outputs = { main = { sink = "sqlite", file = "t.db", columns = { "n", "x" } } } }"#,
            "perilune.lua")
        try shell.write(
            "return { on = '*', execute = function(e, c) c:emit(e.data, 'main') end }", "rule.lua")
        #expect(try shell.perilune("\(command) --config perilune.lua").status == 0)
        #expect(
            try shell.run(
                "python3 -c \"import sqlite3; print(*sqlite3.connect('t.db').execute('SELECT * FROM main').fetchone(), sep='|')\""
            ).output
                == "12345678901234567890|-1e999\n")
    }

    @Test(arguments: [
        ("--output-format csv", "needs --columns"), ("--columns id", "needs --output-format csv"),
        ("--output-format csv --columns id,id", "the same one twice"),
    ])
    func refusesFormatsThatCannotBeWritten(_ options: String, _ message: String) throws {
        let result = try shell.perilune("process Scripts/links.jsonl \(transform) \(options)")
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func writesValuesAsCloudEventsWithIdentities() throws {
        try shell.write(
            "return { on = '*', execute = function(e, c) c:emit 'a' c:emit('n', 'o') c:emit { 2 } end }",
            "rule.lua")
        try shell.write(
            #"{"specversion":"1.0","id":"7","source":"/shop","type":"order.placed"}"#, "log.jsonl")
        let result = try shell.perilune(
            "process log.jsonl -s rule.lua --output-format cloudevents --to o=named.jsonl")
        func event(_ number: Int, _ data: String) -> String {
            #"{"specversion":"1.0","id":"/shop/7/rule.lua/\#(number)","source":"perilune","type":"perilune.emitted","data":\#(data)}"#
        }
        #expect(result.lines == [event(1, #""a""#), event(2, "[2]")])
        #expect(try shell.read("named.jsonl") == "\"n\"\n")
    }

    @Test func quietWritesErrorsAndDataOnly() throws {
        try shell.write(
            "local log = require 'log' return { on = '*', execute = function(e, c) log.info 'x' c:emit(1) if e.id == 'tap-02' then error('no') end end }",
            "rule.lua")
        let result = try shell.perilune("process Scripts/links.jsonl -n 3 -q -s rule.lua")
        #expect(result.output == "1\n1\n")
        #expect(result.errors.hasPrefix("rule.lua:1:"), "\(result.errors)")
        #expect(!result.errors.contains("events in") && !result.errors.contains("info:"))
    }

    @Test func verboseTellsWhatWasRead() throws {
        try shell.write("a,b,c\n1,2,3\n4,5,6\n", "t.csv")
        try shell.write("return { on = '*' , execute = function() end }", "rule.lua")
        try shell.write(
            "return { scripts = { { path = 'rule.lua', grants = { http = { 'example.com' } } } } }",
            "perilune.lua")
        let result = try shell.perilune("process t.csv --as auto -v")
        let lines = result.errors.split(separator: "\n").prefix(4)
        #expect(
            lines == [
                "configuration: perilune.lua",
                "script: rule.lua, granted http (example.com)",
                "codec: auto, set by --as",
                "codec of t.csv: csv, because it looks like CSV with a header",
            ], "\(result.errors)")
        #expect(try shell.perilune("process t.csv -q -v").status == 64)
    }

    @Test func readsPlainLinks() throws {
        let result = try shell.perilune("process Scripts/links.txt --as link --records -")
        let records = try result.objects()
        #expect(records.map { $0["event"] as? String } == ["1", "2", "3", "4", "5", "6"])
        #expect(
            records.map { $0["outcome"] as? String }.prefix(4)
                == ["default", "default", "default", "unhandled"])
    }

    @Test func stopsAtTheLimit() throws {
        let result = try shell.perilune("process Scripts/links.jsonl --records - --limit 7")
        #expect(result.lines.count == 7)
        #expect(try result.objects().last?["event"] as? String == "tap-07")
    }

    @Test func takesSeveralLogsInOrder() throws {
        let result = try shell.perilune(
            "process Scripts/links.jsonl Scripts/links.jsonl --records - --limit 25")
        #expect(
            try result.objects().map { $0["event"] as? String }[19...20] == ["tap-20", "tap-01"])
        #expect(result.lines.count == 25)
    }

    /// With `state` every worker goes through the log and decides its own keys; without, they share it.
    @Test(arguments: ["every_third_link", "emit_transform", "route_by_rules"])
    func writesTheSameBytesWithAnyNumberOfWorkers(script: String) throws {
        try shell.writeLog(events: 4000)
        func run(_ workers: Int) throws -> [String] {
            let files = ["o", "r", "q"].map { "\($0)\(workers)" }
            let result = try shell.perilune(
                "process log.jsonl -s Scripts/\(script).lua --workers \(workers) -o \(files[0]) "
                    + "--records \(files[1]) --quarantine \(files[2]) --summary none")
            #expect(result.status == 0)
            return try files.map(shell.read)
        }
        let one = try run(1)
        #expect(one[1].split(separator: "\n").count == 4000)
        #expect(try run(4) == one)
        #expect(try run(3) == one)
    }

    @Test func aDryRunDecidesTheSame() throws {
        let command = "process Scripts/links.jsonl -s Scripts/every_third_link.lua --records -"
        #expect(try shell.perilune("\(command) --dry-run").output == shell.perilune(command).output)
    }

    @Test func endsSilentlyWhenItsPipeIsClosed() throws {
        try shell.writeLog(events: 2000)
        let result = try shell.run(
            "perilune process log.jsonl --records - | head -n 1; echo ${PIPESTATUS[0]}")
        #expect(result.lines.count == 2)
        #expect(result.lines.last == "0")
        #expect(result.errors.isEmpty)
    }
}
