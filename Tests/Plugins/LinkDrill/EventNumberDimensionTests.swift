import LinkDrillPlugin
import Perilune
import PeriluneCore
import PeriluneLua
import Testing

struct EventNumberDimensionTests {
    private func takers(_ conditions: String..., of url: String) async throws -> [String] {
        var names: [String] = []
        for condition in conditions {
            let host = try await LinkHost("return { \(condition), execute = function() end }")
            if try await host.open(url).by == "rule1.lua" { names.append(condition) }
        }
        return names
    }

    @Test(arguments: [
        ("mstr://?evt=4001", ["evt = 4001", "evt = { 2048001, 4001 }"]),
        ("Main.aspx?x=1&evt=2048001&evt=4001", ["evt = { 2048001, 4001 }"]),
        ("mstr://?evt=10000000", ["evt = \"custom\"", "evt = { \"custom\", 10000001 }"]),
        ("mstr://?evt=10000001", ["evt = \"custom\"", "evt = { \"custom\", 10000001 }"]),
        ("mstr://?evt=9999999", []),
        ("mstr://?evt=x", []),
        ("https://www.example.com/", []),
    ])
    func findsTheDelegatesOfANumber(url: String, expected: [String]) async throws {
        let found = try await takers(
            "evt = 4001", "evt = { 2048001, 4001 }", "evt = \"custom\"",
            "evt = { \"custom\", 10000001 }", of: url)
        #expect(found == expected)
    }

    @Test(arguments: [
        ("mstr://?evt=3999", []), ("mstr://?evt=4000", ["evt = \"4000..4099\""]),
        (
            "mstr://?evt=4099",
            ["evt = \"4000..4099\"", "evt = { 7, \"4050..4200\", \"4099..5000\" }"]
        ),
        ("mstr://?evt=4200", ["evt = { 7, \"4050..4200\", \"4099..5000\" }"]),
        ("mstr://?evt=5001", []),
        ("mstr://?evt=9999999", ["evt = { \"9999999..10000001\", \"custom\" }"]),
        ("mstr://?evt=10000001", ["evt = { \"9999999..10000001\", \"custom\" }"]),
        ("mstr://?evt=99999999999999999999", ["evt = { \"9999999..10000001\", \"custom\" }"]),
    ])
    func findsTheDelegatesOfARange(url: String, expected: [String]) async throws {
        let found = try await takers(
            "evt = \"4000..4099\"", "evt = { 7, \"4050..4200\", \"4099..5000\" }",
            "evt = { \"9999999..10000001\", \"custom\" }", of: url)
        #expect(found == expected)
    }

    @Test func namesTheRangesOfADelegateThatIsNotAsked() async throws {
        let host = try await LinkHost(
            "return { evt = { \"4050..4099\", 7, \"4000..4060\" }, execute = function() end }")
        let explanation = try await host.host.explain(.link("mstr://?evt=3995"))
        guard case .notInterested(let mismatch)? = explanation.steps.first?.answer else {
            Issue.record("the delegate was asked")
            return
        }
        #expect(mismatch.reason == "evt is 3995, not 7 or 4000..4099")
    }

    @Test func asksOnlyTheDelegatesOfTheNumberAmongMany() async throws {
        let host = try await Host {
            LinkDrill()
            for number in 4001...4100 {
                Script(
                    name: "\(number).lua",
                    source: "return { evt = \(number), execute = function() end }")
            }
        }
        let explanation = try await host.explain(.link("mstr://?evt=4050"))
        var steps: [String] = []
        for step in explanation.steps {
            switch step.answer {
            case .notInterested(let mismatch):
                if step.delegate == "4001.lua" { steps.append(mismatch.reason) }
            default: steps.append(step.delegate)
            }
        }
        #expect(explanation.results.records.first?.by == "4050.lua")
        #expect(steps == ["evt is 4050, not 4001", "4050.lua"])
    }

    @Test func aCustomEventThatOneRuleListsIsOfferedToThoseOfAllCustomEvents() async throws {
        let rule = { (condition: String) in
            "return { evt = \(condition), execute = function(_, c) c:emit(1) return c:pass() end }"
        }
        let host = try await LinkHost(
            rule("10000001"), rule("\"custom\""), rule("{ 10000001, \"custom\" }"))
        let results = try await host.host.process(all: [.link("mstr://?evt=10000001", id: "e")])
        #expect(String(decoding: results.output, as: UTF8.self) == "1\n1\n1\n")
    }

    @Test(arguments: [
        (
            "evt = \"4001\"",
            "evt must be an integer, a range or \"custom\", got \"4001\""
        ),
        ("evt = {}", "evt must be an integer, a range or \"custom\", got {}"),
        ("evt = -1", "evt must be an integer, a range or \"custom\", got -1"),
        ("evt = 1.5", "evt must be an integer, a range or \"custom\", got 1.5"),
        ("evt = \"1.5\"", "\"1.5\" is not a range of event numbers"),
        ("evt = \"1..\"", "\"1..\" is not a range of event numbers"),
        ("evt = \"1...5\"", "\"1...5\" is not a range of event numbers"),
        ("evt = \"-1..5\"", "\"-1..5\" is not a range of event numbers"),
        (
            "evt = \"1..99999999999999999999\"",
            "\"1..99999999999999999999\" is not a range of event numbers"
        ),
        ("evt = { 1, \"9..7\" }", "the range \"9..7\" of event numbers is empty"),
    ])
    func refusesValuesThatAreNotNumbers(condition: String, message: String) async throws {
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await LinkHost("return { \(condition), execute = function() end }")
        }
        #expect(error?.message == message)
        #expect(error?.hint != nil)
    }
}
