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
                warning: rule.lua: 1 event came too late for the results of 'tumbling'
                warning: rule.lua: data.amuont was in none of 2 events (did you mean 'data.amount'?)

                """), "\(result.errors)")
    }

    @Test func theJSONSummaryListsWarnings() throws {
        let result = try shell.perilune("process log.jsonl -s rule.lua --summary json")
        #expect(
            result.errors.contains(
                #""late":1,"missing":["data.amuont"],"warnings":["rule.lua: 1 event"#),
            "\(result.errors)")
    }

    @Test func aColumnWithoutValues() throws {
        try shell.write(
            "return { on = '*', execute = function(e, c) c:emit { id = e.id } end }", "id.lua")
        let result = try shell.perilune(
            "process log.jsonl -s id.lua --output-format csv --columns id,amount=data.amount")
        #expect(
            result.errors.hasSuffix(
                "warning: output: none of 3 values had data.amount, a column\n"))
    }

    @Test func rowsWithoutAnyColumn() throws {
        try shell.write(
            "return { on = '*', execute = function(e, c) c:emit { id = e.id } c:emit 'text' end }",
            "id.lua")
        let result = try shell.perilune(
            "process log.jsonl -s id.lua --output-format csv --columns id")
        #expect(result.output == "id\n0\n\n1\n\n2\n\n")
        #expect(
            result.errors.hasSuffix(
                "warning: output: 3 of 6 values had none of the columns, so their rows are empty\n"),
            "\(result.errors)")
    }

    @Test(arguments: [1, 2]) func aKeyThatNoEventHas(workers: Int) throws {
        try shell.write(
            """
            local state = require "state"
            return { on = "t", key = "data.amuont", execute = function() state.n = 1 end }
            """, "key.lua")
        let result = try shell.perilune("process log.jsonl -s key.lua --workers \(workers)")
        #expect(
            result.errors.hasSuffix(
                "warning: key.lua:2:20: data.amuont was in none of 3 events, so all have the same ordering key (did you mean 'data.amount'?)\n"
            ), "\(result.errors)")
        try shell.run("sed -i 's/amuont/amount/' key.lua")
        let right = try shell.perilune("process log.jsonl -s key.lua --workers \(workers)")
        #expect(!right.errors.contains("warning"), "\(right.errors)")
    }

    @Test(arguments: [1, 2]) func aKeyOfARuleWithoutState(workers: Int) throws {
        try shell.write(
            "return {\n  on = 't', key = 'data.amuont', execute = function(e, c) c:emit(1) end }\n",
            "key.lua")
        let result = try shell.perilune("process log.jsonl -s key.lua --workers \(workers)")
        #expect(
            result.errors.hasSuffix(
                "warning: key.lua:2:13: data.amuont, the key, was in none of 3 events (did you mean 'data.amount'?)\n"
            ), "\(result.errors)")
        try shell.run("sed -i 's/amuont/amount/' key.lua")
        let right = try shell.perilune("process log.jsonl -s key.lua --workers \(workers)")
        #expect(!right.errors.contains("warning"), "\(right.errors)")
    }

    @Test func aKeyThatOneEventHasIsNotReported() throws {
        try shell.write(
            """
            local state = require "state"
            return { on = "*", key = "data.rare", execute = function() state.n = 1 end }
            """, "key.lua")
        try shell.run(
            #"(cat log.jsonl; echo '{"id":"9","source":"s","type":"t","data":{"rare":1}}') > rare.jsonl"#
        )
        let result = try shell.perilune("process rare.jsonl -s key.lua")
        #expect(!result.errors.contains("warning"), "\(result.errors)")
    }

    @Test(arguments: ["--as json", "--as logfmt"], [1, 2])
    func fieldsOfCodecOptionsThatNoEntryHas(format: String, workers: Int) throws {
        try shell.write(
            format == "--as json"
                ? #"{"at":1,"user":{"name":"a"}}"# + "\n" + #"{"at":2}"# + "\n"
                : "at=1 user.name=a\nat=2 x=y\n", "fields.log")
        // Several workers share the entries if there is state.
        try shell.write(
            "local s = require 'state' return { on = '*', execute = function() s.n = 1 end }",
            "state.lua")
        let command = "process fields.log -s state.lua \(format) --workers \(workers) --codec"
        let result = try shell.perilune(
            "\(command) time=att --codec 'subject={user.name}' --codec 'partitionkey={usr}'")
        #expect(
            result.errors.contains(
                "warning: codec: none of 2 events had 'att', which the option time names (did you mean 'at'?)\n"
            ), "\(result.errors)")
        #expect(
            result.errors.contains(
                "warning: codec: none of 2 events had 'usr', which the option partitionkey names"))
        #expect(!result.errors.contains("user.name"))
        let right = try shell.perilune("\(command) time=at")
        #expect(!right.errors.contains("warning"), "\(right.errors)")
    }

    @Test func fieldsThatNoLineOfLogfmtHasToConvert() throws {
        try shell.write("a=1 b.total=2\na=3 b.total=4\n", "fields.log")
        let command = "process fields.log --as logfmt --codec"
        let result = try shell.perilune("\(command) types=a,b.totla")
        #expect(
            result.errors.contains(
                "warning: codec: none of 2 events had 'b.totla', which the option types names (did you mean 'b.total'?)\n"
            ), "\(result.errors)")
        for types in ["a,b.total", "'*'"] {
            let right = try shell.perilune("\(command) types=\(types)")
            #expect(!right.errors.contains("codec"), "\(right.errors)")
        }
    }

    @Test(arguments: [
        "if e.data.n > 1 then c:emit(1) end",
        "require('aggregate').of { n = require('aggregate').max('data.n') }:add({}, e)",
    ])
    func stringsOfATableWhereNumbersAreNeeded(code: String) throws {
        try shell.write("n,text\n1,x\n", "table.csv")
        try shell.write(
            "local a = require 'aggregate' return { on = '*', execute = function(e, c) \(code) end }",
            "numbers.lua")
        let result = try shell.perilune("process table.csv --as csv -s numbers.lua")
        #expect(
            result.errors.contains(
                "\n  hint: values of csv are strings; --codec types=NAME converts the numbers of a column; the event is at table.csv:2\n"
            ), "\(result.errors)")
    }

    @Test(arguments: [
        (
            "on = 'orders.placed'",
            ": the events have the types order.paid, order.placed; orders.lua takes orders.placed (did you mean 'order.placed'?)"
        ),
        (
            "on = 'order.*', where = { ['data.currency'] = 'EUR' }",
            ": the events have the types order.paid, order.placed; orders.lua takes order.*, but the first such event does not meet its conditions (where: data.currency is missing)"
        ),
        (
            "on = { 'a', 'b' }",
            ": the events have the types order.paid, order.placed; orders.lua takes a, b"
        ),
        (
            "on = { 'a', 'log.end' }",
            ": the events have the types order.paid, order.placed; orders.lua takes a, log.end"
        ),
        ("on = 'log.end'", nil),
        ("on = 'order.paid'", nil), ("on = '*'", nil), ("shouldHandle = function() end", nil),
        ("on = 'order.*', shouldHandle = function() return false end", nil),
    ])
    func rulesThatNoEventReaches(interests: String, warning: String?) throws {
        try shell.write(
            "return { \(interests), execute = function(event, commander) commander:pass() end }",
            "orders.lua")
        try shell.run(
            #"for t in paid placed placed; do echo '{"id":"1","source":"s","type":"order.'$t'"}'; done > orders.jsonl"#
        )
        let result = try shell.perilune("process orders.jsonl -s orders.lua")
        if let warning {
            #expect(
                result.errors.hasSuffix("\nwarning: no event reached a rule\(warning)\n"),
                "\(result.errors)")
            let piped = try shell.run("perilune process - -s orders.lua < orders.jsonl")
            #expect(piped.errors.contains("\nwarning: no event reached a rule; orders.lua takes "))
        } else {
            #expect(!result.errors.contains("warning"), "\(result.errors)")
        }
        #expect(try shell.perilune("process orders.jsonl -s orders.lua -q").errors.isEmpty)
    }

    @Test func fieldsOfSinksThatNoValueHas() throws {
        try shell.write(
            "return { on = '*', execute = function(e, c) for _, o in ipairs { 'f', 't' } do c:emit({ id = e.id }, o) end end }",
            "sinks.lua")
        try shell.write(
            """
            return { scripts = "sinks.lua", outputs = {
              f = { sink = "files", file = "out/{idd}.csv", format = "csv", columns = { "id", "none" }, time = "at" },
              t = { sink = "sqlite", file = "t.db", columns = { "key=di", "id" } } } }
            """, "perilune.lua")
        let result = try shell.perilune("process log.jsonl")
        let warnings = [
            "output 'f': none of 3 values had idd, a field of the file name (did you mean 'id'?)",
            "output 'f': none of 3 values had at, which the option time names",
            "output 'f': none of 3 values had none, a column",
            "output 't': none of 3 values had di, a column",
        ]
        #expect(
            result.errors.hasSuffix(warnings.map { "warning: \($0)\n" }.joined()),
            "\(result.errors)")
        let json = try shell.perilune("process log.jsonl --summary json")
        let summary = try #require(json.errors.split(separator: "\n").last)
        let value = try JSONSerialization.jsonObject(with: Data(summary.utf8)) as? [String: Any]
        #expect(value?["warnings"] as? [String] == warnings)
    }

    @Test(arguments: [("data.id", 3), ("data.amount", 0)])
    func aLookupWithoutAKey(path: String, count: Int) throws {
        try shell.write("name,team\n1,b\n", "rows.csv")
        try shell.write(
            """
            local rows = require("lookup").open("rows.csv", { key = "name" })
            return { on = "*", execute = function(e, c) c:emit { row = rows[e.\(path)] } end }
            """, "find.lua")
        let result = try shell.perilune("process log.jsonl -s find.lua")
        let warning =
            "warning: find.lua: every key of the lookup rows.csv by name was nil (3 times); the member of the event that holds the key may be mistyped\n"
        #expect(result.errors.hasSuffix(warning) == (count == 3), "\(result.errors)")
        #expect(result.errors.contains("warning") == (count == 3), "\(result.errors)")
    }

    @Test(arguments: [1, 2]) func aLookupWithoutARowForAnyKey(workers: Int) throws {
        try shell.write("id,name\na,x\nb,y\n", "rows.csv")
        try shell.write(
            """
            local rows = require("lookup").open("rows.csv", { key = "name" })
            return { on = "*", execute = function(e, c) c:emit(rows[e.data.id] or "none") end }
            """, "find.lua")
        try shell.run(
            #"for i in a b a; do echo '{"id":"1","source":"s","type":"t","data":{"id":"'$i'"}}'; done > ids.jsonl"#
        )
        let result = try shell.perilune("process ids.jsonl -s find.lua --workers \(workers)")
        #expect(
            result.errors.hasSuffix(
                "warning: find.lua: the lookup rows.csv by name has no row for any of 3 keys that were looked up\n"
            ), "\(result.errors)")
        try shell.run("sed -i 's/b,y/b,a/' rows.csv")
        let right = try shell.perilune("process ids.jsonl -s find.lua --workers \(workers)")
        #expect(!right.errors.contains("warning"), "\(right.errors)")
    }

    @Test func fieldsOfAFileNameThatSomeValuesLack() throws {
        try shell.write(
            "return { on = '*', execute = function(e, c) c:emit({ id = e.id, kind = e.id == '1' and 'a' or nil }, 'f') end }",
            "sinks.lua")
        try shell.write(
            """
            return { scripts = "sinks.lua", outputs = {
              f = { sink = "files", file = "out/{kind}-{id}.jsonl" } } }
            """, "perilune.lua")
        let result = try shell.perilune("process log.jsonl")
        #expect(
            result.errors.hasSuffix(
                "warning: output 'f': 2 of 3 values had no kind, a field of the file name; '_' stands for it in the name\n"
            ), "\(result.errors)")
        #expect(try shell.run("cd out; ls").output == "_-0.jsonl\n_-2.jsonl\na-1.jsonl\n")
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
