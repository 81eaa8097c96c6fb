import CodecsPlugin
import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// The modules `csv` and `kv`.
struct TextModulesTests {
    private func records(_ expression: String) async throws -> (line: String, error: PeriluneError?)
    {
        let script = Script(
            name: "rule.lua",
            source: """
                local csv, kv, json = require "csv", require "kv", require "json"
                return { on = "test.*", execute = function(event, commander)
                    commander:emit(\(expression))
                end }
                """)
        let host = try await Host {
            Codecs()
            script
        }
        let event = Event(
            json: Array(
                #"{"specversion":"1.0","id":"1","source":"s","type":"test.event","data":{}}"#.utf8))
        let results = try await host.process(all: [event])
        let line = String(decoding: results.output, as: UTF8.self)
        return (String(line.dropLast()), results.records.first?.error)
    }

    @Test(arguments: [
        (#"csv.parse('a,"b ""c"", d",,e')"#, #"["a","b \"c\", d","","e"]"#),
        (#"csv.parse('')"#, #"[""]"#), (#"csv.parse('a,')"#, #"["a",""]"#),
        (#"csv.parse("a;'b;c'", { delimiter = ";", quote = "'" })"#, #"["a","b;c"]"#),
        (#"csv.parse('"a\nb",c')"#, #"["a\nb","c"]"#),
        (
            #"csv.format({ "a", 'b "c"', "d,e", 1, 1.5, true, json.null })"#,
            #""a,\"b \"\"c\"\"\",\"d,e\",1,1.5,true,""#
        ),
        (#"csv.format(csv.parse('a,"b,c"'), { delimiter = "\t" })"#, #""a\tb,c""#),
        (
            #"kv.parse('level=info msg="user \\"x\\" in" flag n=1 n=2')"#,
            #"{"flag":true,"level":"info","msg":"user \"x\" in","n":"2"}"#
        ),
        (#"kv.parse("a=1&b=x y&c", "&")"#, #"{"a":"1","b":"x y","c":true}"#),
        (
            #"kv.parse(" a : 1 ; b : 'x' ; c: \"d;e\" ;", ";", ":")"#,
            #"{"a":"1","b":"'x'","c":"d;e"}"#
        ),
        (#"kv.parse("")"#, "{}"), (#"kv.parse("a=")"#, #"{"a":""}"#),
    ])
    func readsAndWritesLines(_ expression: String, _ result: String) async throws {
        let (line, error) = try await records(expression)
        #expect(error == nil)
        #expect(line == result)
    }

    @Test(arguments: [
        (#"csv.parse('a,"b')"#, "csv.row", "csv.parse: the quoted value is not closed, at byte 3"),
        (
            #"csv.format({ {} })"#, "csv.row",
            "csv.format: a value is a table, which no row can have"
        ),
        (#"csv.format({ a = 1 })"#, "csv.row", "csv.format: the values must be a list"),
        (
            #"csv.parse("a", { delimiter = ";;" })"#, "script.argument",
            "csv.parse: 'delimiter' must be one ASCII character"
        ),
        (
            #"csv.parse("a", { separator = ";" })"#, "script.argument",
            "csv.parse: there is no option 'separator'"
        ),
        (
            #"csv.parse("a", { quote = "," })"#, "script.argument",
            "csv.parse: 'quote' must differ from 'delimiter'"
        ),
        (
            #"kv.parse('=a')"#, "kv.line",
            "kv.parse: the line is not logfmt: it has a value without a name, at byte 1"
        ),
        (
            #"kv.parse('a="b')"#, "kv.line",
            "kv.parse: the line is not logfmt: it has an unclosed quote, at byte 3"
        ),
        (
            #"kv.parse("a", "")"#, "script.argument",
            "kv.parse: 'separator' must be one ASCII character"
        ),
    ])
    func errorsNameTheCause(_ expression: String, _ code: String, _ message: String) async throws {
        let (_, error) = try await records(expression)
        #expect(error?.code.rawValue == code)
        #expect(error?.message == message)
    }
}
