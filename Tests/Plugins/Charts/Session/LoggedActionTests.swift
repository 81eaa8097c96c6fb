import Perilune
import PeriluneCore
import PeriluneJSON
import Testing

@testable import ChartsPlugin

/// Events that say what was done elsewhere.
@Suite(.timeLimit(.minutes(5))) struct LoggedActionTests {
    private func event(_ data: Value, type: String = "chart.selection.category") -> Event {
        Event(id: "1", source: "/tablet", type: type, data: data)
    }

    @Test func anEventActsOnTheSharedSession() async throws {
        let lab = try await PagesLab()
        let visitor = try await lab.visitor()
        _ = try await lab.process(
            event(["dashboard": "lab", "chart": "Sales", "category": "East"]))
        #expect(try await visitor.selected() == ["Sales"])
    }

    @Test func anEventWithTheIdOfAVisitorActsOnTheirSession() async throws {
        let lab = try await PagesLab()
        let (one, other) = (try await lab.visitor(), try await lab.visitor())
        let secret = one.cookie.split(separator: "=").last.map(String.init)
        let id = lab.charts.pages.visitors.visit(secret, of: lab.session)?.id ?? ""
        _ = try await lab.process(
            event([
                "dashboard": "lab", "chart": "Sales", "category": "East", "visitor": .string(id),
            ]))
        #expect(try await one.selected() == ["Sales"])
        #expect(try await other.selected() == [])
        #expect(try await one.act(#"{"kind": "undo"}"#)["canRedo"] == true)
    }

    @Test func anUnknownVisitorIsAnErrorOfTheEvent() async throws {
        let lab = try await PagesLab()
        let record = try await lab.process(
            event(["dashboard": "lab", "chart": "Sales", "category": "East", "visitor": "x"])
        ).records.first
        #expect(record?.error?.code == "charts.visitor")
        #expect(await lab.session.state == SessionState())
    }

    @Test func aScriptCanReadItsEffect() async throws {
        let script = """
            local charts = require "charts"
            return { didSelectCategory = function(chart, data, commander)
              commander:emit(charts.state("lab"))
            end }
            """
        let lab = try await PagesLab([("rule.lua", script)])
        let emitted = try await lab.process(
            event(["dashboard": "lab", "chart": "Sales", "category": "East"])
        ).emissions.map { try Value(json: $0.json) }
        #expect(emitted.first?["items"]?["Sales"]?["categories"] == ["East"])
    }

    @Test func anEventWithoutADashboardChangesNothing() async throws {
        let lab = try await PagesLab()
        _ = try await lab.process(event(["chart": "Sales", "category": "East"]))
        #expect(await lab.session.state == SessionState())
    }

    @Test func anUnknownChartIsAnErrorOfTheEvent() async throws {
        let lab = try await PagesLab()
        let record = try await lab.process(
            event(["dashboard": "lab", "chart": "Nowhere", "category": "East"])
        ).records.first
        #expect(record?.error?.code == "charts.unknown")
    }

    @Test func anUnknownCategoryIsAnErrorOfTheEvent() async throws {
        let lab = try await PagesLab()
        let visitor = try await lab.visitor()
        let secret = visitor.cookie.split(separator: "=").last.map(String.init)
        let id = lab.charts.pages.visitors.visit(secret, of: lab.session)?.id ?? ""
        for member: Value in [[:], ["visitor": .string(id)]] {
            var data = member.object ?? [:]
            for (name, text) in [("dashboard", "lab"), ("chart", "Sales"), ("category", "Nowhere")]
            {
                data[name] = .string(text)
            }
            let record = try await lab.process(event(.object(data))).records.first
            #expect(record?.error?.code == "charts.unknown")
        }
        #expect(await lab.session.state == SessionState())
        #expect(try await visitor.selected() == [])
    }
}
