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

    @Test(arguments: [
        ("evt = \"4001\"", "rule1.lua: evt must be an integer or \"custom\", got \"4001\""),
        ("evt = {}", "rule1.lua: evt must be an integer or \"custom\", got {}"),
        ("evt = -1", "rule1.lua: evt must be an integer or \"custom\", got -1"),
        ("evt = 1.5", "rule1.lua: evt must be an integer or \"custom\", got 1.5"),
    ])
    func refusesWhatIsNoNumber(condition: String, message: String) async throws {
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await LinkHost("return { \(condition), execute = function() end }")
        }
        #expect(error?.message == message)
        #expect(error?.hint != nil)
    }
}
