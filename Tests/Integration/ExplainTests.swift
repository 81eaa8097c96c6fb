import Foundation
import Testing

struct ExplainTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private let scripts = "-s Scripts/route_by_rules.lua -s Scripts/every_third_link.lua"

    @Test func aLogOfAnotherFormatIsNamed() throws {
        try shell.write("a,b,c\n1,2,3\n4,5,6\n", "t.csv")
        let line = try shell.perilune("explain --log t.csv --line 2")
        #expect(line.output.contains("  hint: this looks like CSV with a header: add --as csv\n"))
        let id = try shell.perilune("explain --log t.csv --id x")
        #expect(id.errors.contains("hint: this looks like CSV with a header: add --as csv\n"))
    }

    @Test func namesScriptsThatWereNotCalledAndWhy() throws {
        let result = try shell.perilune("explain 'mstr://?evt=3995' --view sales \(scripts)")
        #expect(result.output.contains("route_by_rules.lua    not called: evt is 3995"))
        #expect(result.output.contains("every_third_link.lua  default"))
        #expect(result.status == 0)
    }

    @Test func writesOneJSONObject() throws {
        let result = try shell.perilune("explain 'mstr://?evt=3995' --json \(scripts)")
        let object = try #require(try result.objects().first)
        let steps = try #require(object["steps"] as? [[String: Any]])
        #expect(
            steps.map { $0["delegate"] as? String }
                == ["route_by_rules.lua", "every_third_link.lua"])
        #expect(steps.map { $0["answer"] as? String } == ["not-interested", "default"])
        #expect((object["records"] as? [Any])?.count == 1)
        #expect(object["microseconds"] is Int)
    }

    @Test func readsAnEventFromAFileOrStandardInput() throws {
        try shell.run("head -n 1 Scripts/links.jsonl > one.json")
        for command in [
            "perilune explain --event one.json", "perilune explain --event - < one.json",
        ] {
            let result = try shell.run(command)
            #expect(result.output.hasPrefix("tap-01\n"))
            #expect(result.output.contains("no script or delegate was called"))
            #expect(result.status == 0)
        }
    }

    @Test(arguments: [
        ("--log bad.jsonl --line 2", "bad.jsonl:2:8: "), ("--event bad.json", "bad.json:1:8: "),
    ])
    func namesTheFileOfAnEventThatIsInvalid(choice: String, place: String) throws {
        try shell.write("\n{\"id\": x}\n", "bad.jsonl")
        try shell.write("{\"id\": x}\n", "bad.json")
        let result = try shell.perilune("explain \(choice)")
        #expect(result.output.contains("  \(place)"))
        #expect(result.status == 2)
    }

    @Test(arguments: [
        ("", "long.log:2: the line exceeds the maximum length of an event"),
        ("--as json --line 1", "long.log:1:"),
    ])
    func saysWhyALineIsNotAnEvent(options: String, message: String) throws {
        let long = String(repeating: "x", count: 5 << 20)
        try shell.write("[\n\"\(long)\"\n", "long.log")
        let line = options.isEmpty ? "--line 2" : ""
        let result = try shell.perilune("explain --log long.log \(line) \(options)")
        #expect(result.errors.hasPrefix(message), "\(result.errors)")
        #expect(result.status != 0)
    }

    @Test func refusesAnEventWithoutAType() throws {
        try shell.write(#"{"id":"1","source":"s"}"#, "none.json")
        let result = try shell.perilune("explain --event none.json")
        #expect((result.output + result.errors).contains("the event has no type"))
        #expect([2, 65].contains(result.status))
    }

    @Test func performsNoEffectsUnlessAskedTo() throws {
        try shell.write(#"{"specversion":"1.0","id":"1","source":"s","type":"t"}"#, "event")
        try shell.write(
            """
            local crm = require "crm"
            return { on = "*", execute = function() crm.delete("lead", "\(UUID())") end }
            """, "rule.lua")
        // Nobody listens there: a live call fails, a described one does not.
        let environment = ["CRM_URL": "http://127.0.0.1:9"]
        let dry = try shell.run(
            "perilune explain --event event -s rule.lua", environment: environment)
        #expect(dry.status == 0)
        #expect(dry.output.contains("crm.delete entity=lead"))
        #expect(dry.output.components(separatedBy: "waits for an answer").count <= 2)
    }

    /// What a person sees, but for what each run measures anew.
    @Test func printsTheDecisionWithReadsAndCallsOfEachScript() throws {
        try shell.write(
            """
            return {
              on = "crm.*",
              shouldHandle = function(event)
                return event.data.amount > 100
              end,
              execute = function() end,
            }
            """, "large.lua")
        try shell.write(
            """
            local log = require "log"
            return {
              on = "crm.lead.*",
              execute = function(event, commander)
                for _, item in ipairs({ 1, 2 }) do
                  commander:emit({ item = item, name = event.data.naem })
                end
                log.debug("told", { link = event.data.link })
              end,
            }
            """, "emits.lua")
        try shell.write("return { execute = function() end }", "last.lua")
        try shell.write(
            """
            {"specversion":"1.0","id":"e1","source":"s","type":"crm.lead.update",
             "data":{"amount":20,"name":"Ann","link":"mstr://?evt=1&pwd=secret"}}
            """, "event.json")
        let result = try shell.run(
            """
            perilune explain --event event.json -s Scripts/every_third_link.lua -s large.lua \
                -s emits.lua -s last.lua --lines | grep -v µs
            """)
        #expect(
            result.output == """
                e1
                  handled by emits.lua
                  emitted {"item":1}
                  emitted {"item":2}
                why
                  every_third_link.lua  not called: type is crm.lead.update, not link.*
                  large.lua             declined: shouldHandle returned false
                    read    data.amount = 20
                    ran     line 4 of large.lua
                            large.lua
                                2    on = "crm.*",
                                3    shouldHandle = function(event)
                           >    4      return event.data.amount > 100
                                5    end,
                                6    execute = function() end,
                  emits.lua             handled
                    read    data.naem (missing), data.link = "mstr://?evt=1&pwd=***"
                    called  log.debug("told", {"link":"mstr://?evt=1&pwd=***"})
                    ran     lines 5-9 of emits.lua
                            emits.lua
                                3    on = "crm.lead.*",
                                4    execute = function(event, commander)
                        3× >    5      for _, item in ipairs({ 1, 2 }) do
                        2× >    6        commander:emit({ item = item, name = event.data.naem })
                           >    7      end
                           >    8      log.debug("told", { link = event.data.link })
                           >    9    end,
                               10  }
                  last.lua              not called: emits.lua already decided

                """)
        #expect(result.status == 0)
    }

    @Test func jsonListsFieldsLinesAndCalls() throws {
        try shell.write(
            """
            local log = require "log"
            return { execute = function(event)
              log.info(event.data.url)
              return event.data.none
            end }
            """, "rule.lua")
        let result = try shell.perilune("explain 'mstr://?evt=1&pwd=secret' --json -s rule.lua")
        let object = try #require(try result.objects().first)
        let step = try #require((object["steps"] as? [[String: Any]])?.first)
        let reads = try #require(step["reads"] as? [[String: Any]])
        #expect(reads.map { $0["path"] as? String } == ["data.url", "data.none"])
        #expect(reads[0]["value"] as? String == "mstr://?evt=1&pwd=***")
        #expect(reads[1]["missing"] as? Bool == true)
        let call = try #require((step["calls"] as? [[String: Any]])?.first)
        #expect(call["name"] as? String == "log.info")
        #expect(call["arguments"] as? [String] == ["mstr://?evt=1&pwd=***"])
        let lines = try #require((step["lines"] as? [[String: Any]])?.first)
        #expect(lines["file"] as? String == "rule.lua")
        #expect(lines["counts"] as? [String: Int] == ["3": 1, "4": 1])
        #expect(!result.output.contains("secret"))
    }

    @Test func findsAnEventOfALog() throws {
        try shell.run("gzip -k Scripts/links.jsonl && zstd -q Scripts/links.jsonl || true")
        for log in ["Scripts/links.jsonl", "Scripts/links.jsonl.gz"] {
            let result = try shell.perilune("explain --log \(log) --id tap-04 \(scripts)")
            #expect(result.output.hasPrefix("tap-04\n"))
            let line = try shell.perilune("explain --log \(log) --line 4 \(scripts)")
            #expect(line.output.hasPrefix("tap-04\n"))
        }
        let link = try shell.perilune(
            "explain --log Scripts/links.txt --as link --line 1 \(scripts)")
        #expect(link.output.contains("every_third_link.lua  default"))
    }

    @Test func aFileOfSeveralEventsIsALog() throws {
        let result = try shell.perilune("explain --event Scripts/links.jsonl")
        #expect(result.errors.contains("Scripts/links.jsonl: the file has several events"))
        #expect(result.errors.contains("--log Scripts/links.jsonl with --line N or --id ID"))
        #expect(result.status == 65)
    }

    @Test func suggestsAnIdOrALine() throws {
        let near = try shell.perilune("explain --log Scripts/links.jsonl --id tap_04")
        #expect(near.errors.contains("has no event 'tap_04'"))
        #expect(near.errors.contains("did you mean 'tap-04'?"))
        #expect(near.status == 66)
        let line = try shell.perilune("explain --log Scripts/links.jsonl --id 7")
        #expect(line.errors.contains("to choose an event by its line, write --line 7"))
        let none = try shell.perilune("explain --log Scripts/links.jsonl --line 700")
        #expect(none.errors.contains("the last event is at line 20"))
    }

    @Test func replaysEarlierEventsOnRequest() throws {
        let command =
            "explain --log Scripts/links.jsonl --id tap-09 -s Scripts/every_third_link.lua"
        let alone = try shell.perilune(command)
        #expect(alone.output.contains("default by every_third_link.lua"))
        let records = try shell.run(
            "perilune process Scripts/links.jsonl --dry-run -s Scripts/every_third_link.lua --records - 2>/dev/null"
        ).objects()
        let wanted = try #require(records.first { $0["event"] as? String == "tap-09" })
        let replayed = try shell.perilune("\(command) --replay --json")
        let object = try #require(try replayed.objects().first)
        let record = try #require((object["records"] as? [[String: Any]])?.first)
        #expect(record["outcome"] as? String == wanted["outcome"] as? String)
    }

    @Test func comparesWithARecord() throws {
        try shell.write(
            "return { evt = 4001, execute = function(_, c) return c:reject(\"retired\") end }",
            "retired.lua")
        try shell.run(
            "perilune process Scripts/links.jsonl -s retired.lua --records r.jsonl -o /dev/null")
        let command = "explain --log Scripts/links.jsonl --id tap-04 --record r.jsonl"
        let same = try shell.perilune("\(command) -s retired.lua")
        #expect(same.output.hasPrefix("then\n  rejected by retired.lua: retired\n"))
        #expect(same.lines.contains("now"))
        #expect(same.output.hasSuffix("then and now\n  the decision is the same\n"))
        let other = try shell.perilune("\(command) -s Scripts/every_third_link.lua")
        #expect(other.output.contains("differs in outcome (rejected, now default)"))
        let json = try shell.perilune("\(command) -s retired.lua --json")
        let object = try #require(try json.objects().first)
        #expect((object["recorded"] as? [String: Any])?["outcome"] as? String == "rejected")
        #expect(try shell.perilune("explain --record r.jsonl 'mstr://?evt=1'").status == 64)
    }

    @Test func doesNotChangeState() throws {
        let state = "--state s.db -s Scripts/every_third_link.lua"
        for _ in 0..<3 { _ = try shell.perilune("explain 'mstr://?evt=3995' \(state)") }
        let result = try shell.perilune("open 'mstr://?evt=3995' --json \(state)")
        #expect(try result.objects().first?["outcome"] as? String == "default")
    }

    @Test(arguments: [
        "explain 'mstr://?evt=1' --event event.json", "explain --id 3",
        "explain --log Scripts/links.jsonl", "explain 'mstr://?evt=1' --replay",
    ])
    func refusesChoicesThatDoNotFit(arguments: String) throws {
        #expect(try shell.perilune(arguments).status == 64)
    }

    @Test func saysThatTheEventsFileIsMissing() throws {
        let result = try shell.perilune("explain --event none.json")
        #expect(result.errors.contains("none.json"))
        #expect(result.status == 66)
    }

    @Test func aFileInsteadOfALinkGetsAHint() throws {
        let result = try shell.perilune("explain Scripts/links.jsonl -s Scripts/emit_transform.lua")
        #expect(result.status == 64)
        #expect(result.errors.contains("--log Scripts/links.jsonl --id ID"))
    }
}
