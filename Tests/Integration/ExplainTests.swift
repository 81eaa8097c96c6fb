import Foundation
import Testing

struct ExplainTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private let scripts = "-s Scripts/route_by_rules.lua -s Scripts/every_third_link.lua"

    @Test func saysWhoWasNotAskedAndWhy() throws {
        let result = try shell.perilune("explain 'mstr://?evt=3995' --view sales \(scripts)")
        #expect(result.output.contains("route_by_rules.lua    not asked: evt: evt is 3995"))
        #expect(result.output.contains("every_third_link.lua  took it: as usual"))
        #expect(result.status == 0)
    }

    @Test func writesOneObjectForAMachine() throws {
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
            #expect(result.output.contains("no script or delegate was asked"))
            #expect(result.status == 0)
        }
    }

    @Test func refusesAnEventThatIsNone() throws {
        try shell.write(#"{"id":"1","source":"s"}"#, "none.json")
        let result = try shell.perilune("explain --event none.json")
        #expect((result.output + result.errors).contains("the event has no type"))
        #expect([2, 65].contains(result.status))
    }

    @Test func carriesNothingOutUnlessItIsTold() throws {
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

    @Test func saysThatTheEventsFileIsMissing() throws {
        let result = try shell.perilune("explain --event none.json")
        #expect(result.errors.contains("none.json"))
        #expect(result.status == 66)
    }
}
