import PeriluneCore
import Testing

@testable import ChartsPlugin

struct SessionStateTests {
    private func error(_ action: ChartAction, _ item: String = "") -> String {
        do {
            _ = try SessionLab.state([(action, item)])
            return "none"
        } catch {
            guard let error = error as? PeriluneError else { return "\(error)" }
            return "\(error.code.rawValue): \(error.message)"
                + (error.hint.map { " (\($0))" } ?? "")
        }
    }

    @Test func selectionsAddUpUntilTheyAreCleared() throws {
        let item = ChartAction.Item(category: "West", series: "2011")
        let state = try SessionLab.state([
            (.select(.category("East")), "Sales"), (.select(.category("West")), "Sales"),
            (.select(.series("2011")), "Sales"), (.deselect(.category("West")), "Sales"),
            (.select(.item(category: "West", series: "2011")), "Sales"),
        ])
        #expect(state["Sales"].categories == ["East"])
        #expect(state["Sales"].series == ["2011"])
        #expect(state["Sales"].selected == [item])
        #expect(state["Table"] == ItemState())
    }

    @Test func aRectangleReplacesWhatWasSelected() throws {
        let item = ChartAction.Item(category: "West", series: "2011")
        let state = try SessionLab.state([
            (.select(.series("2012")), "Sales"),
            (.select(.items(categories: ["East"], items: [item])), "Sales"),
        ])
        #expect(state["Sales"].series.isEmpty)
        #expect(state["Sales"].categories == ["East"])
        #expect(state["Sales"].selected == [item])
    }

    @Test func clearingEverythingRestoresTheInitialState() throws {
        let state = try SessionLab.state([
            (.select(.category("East")), "Sales"), (.deselect(.category("East")), "Sales"),
            (.select(.node("Price")), "Profit"), (.deselect(.node("Count")), "Profit"),
        ])
        #expect(state.items.keys.sorted() == ["Profit"])
        #expect(state["Profit"].selectedNode == "Price")
    }

    @Test func drillsGoDownToTheLastLevelAndUpAgain() throws {
        let down = ChartAction.drill(category: "East", series: "2011")
        var state = try SessionLab.state([
            (.select(.category("East")), "Way"), (.range(lower: 0.2, upper: 0.6), "Way"),
            (down, "Way"),
        ])
        #expect(state["Way"].drills == [.init(category: "East", series: "2011")])
        #expect(state["Way"].categories.isEmpty, "a level begins without a selection")
        #expect(state["Way"].lower == 0 && state["Way"].upper == 1)
        let deepest = state
        try state.apply(down, to: "Way", in: SessionLab.dashboard)
        #expect(state == deepest)
        try state.apply(.drillUp(to: 5), to: "Way", in: SessionLab.dashboard)
        #expect(state == deepest)
        try state.apply(.drillUp(to: 0), to: "Way", in: SessionLab.dashboard)
        #expect(state == SessionState())
    }

    @Test func anInvalidLevelChangesNothing() throws {
        #expect(try SessionLab.state([(.level(2), "Zoom")]) == SessionState())
        #expect(try SessionLab.state([(.level(-1), "Zoom")]) == SessionState())
        #expect(try SessionLab.state([(.level(1), "Sales")]) == SessionState())
        #expect(try SessionLab.state([(.level(1), "Zoom")])["Zoom"].level == 1)
    }

    @Test func aTapIsResolvedToADrill() throws {
        let way = try #require(SessionLab.dashboard.item(named: "Way"))
        let sales = try #require(SessionLab.dashboard.item(named: "Sales"))
        let selected = try SessionLab.state([
            (.select(.category("West")), "Way"), (.select(.category("East")), "Way"),
        ])["Way"]
        #expect(
            selected.drill(onTap: .series("2011"), in: way)
                == .drill(category: "East", series: "2011"))
        #expect(
            ItemState().drill(onTap: .category("East"), in: way)
                == .drill(category: "East", series: nil))
        #expect(ItemState().drill(onTap: .category("East"), in: sales) == nil)
    }

    @Test func variablesAcceptValuesOfTheirType() throws {
        func set(_ name: String, _ value: ChartAction.VariableValue) throws -> Cell? {
            let state = try SessionLab.state([(.variable(name, value), "")])
            return SessionLab.dashboard.variable(named: name)?.cell(state.variables[name])
        }
        #expect(try set("$rate", .number(1.5)) == .number(1.5))
        #expect(try set("$count", .number(3)) == .number(3))
        #expect(try set("$on", .text("YES")) == .number(1))
        #expect(try set("$on", .number(0)) == .number(0))
        #expect(try set("$where", .text("West")) == .text("W"))
        #expect(try set("$where", .number(1)) == .text("W"))
        #expect(try set("$day", .text("2011-01-02")) == .date(1_293_926_400_000_000))
    }

    @Test(arguments: [
        (
            ChartAction.variable("$count", .number(1.5)),
            "$count must be an integer, got 1.5"
        ),
        (.variable("$on", .number(2)), "$on must be 0 or 1, got 2"),
        (.variable("$where", .text("North")), "$where must be one of E, W, got 'North'"),
        (
            .variable("$where", .number(7)),
            "$where must be a choice, or its position from 0, got 7"
        ),
        (.variable("$rate", .text("much")), "$rate must be a number, got 'much'"),
        (.variable("$day", .number(5)), "$day must be a date such as 2010-09-01, got 5"),
    ])
    func refusesInvalidValuesOfAVariable(action: ChartAction, message: String) {
        #expect(error(action) == "charts.variable: \(message)")
    }

    @Test(arguments: [
        (ChartAction.select(.category("East")), "Slaes", "there is no chart 'Slaes'", "Sales"),
        (.variable("$rat", .number(1)), "", "there is no variable '$rat'", "$rate"),
        (.filter("Year", nil), "", "there is no filter 'Year'", "Years"),
        (.node("Prise", value: "1"), "Profit", "there is no node 'Prise'", "Price"),
        (.select(.node("Cont")), "Profit", "there is no node 'Cont'", "Count"),
    ])
    func anUnknownNameGetsASuggestion(
        action: ChartAction, item: String, message: String, meant: String
    ) {
        let text = error(action, item)
        #expect(text.hasPrefix("charts.unknown: \(message)"))
        #expect(text.contains("'\(meant)'"), "\(text)")
    }

    @Test(arguments: [
        (ChartAction.drill(category: "East", series: nil), "Sales", "charts.drill"),
        (.whatIf(category: "East", column: "Amont", value: 1), "Sales", "charts.whatif"),
        (.whatIf(category: "East", column: "Amount", value: 1), "Zoom", "charts.whatif"),
        (.range(lower: 0.5, upper: 0.5), "Sales", "charts.range"),
        (.range(lower: -1, upper: 0.5), "Sales", "charts.range"),
        (.range(lower: .nan, upper: 0.5), "Sales", "charts.range"),
        (.node("Price", value: "much"), "Profit", "charts.node"),
        (.node("Price", value: "1"), "Sales", "charts.unknown"),
    ])
    func refusesActionsThatAChartDoesNotSupport(action: ChartAction, item: String, code: String) {
        #expect(error(action, item).hasPrefix(code + ":"), "\(error(action, item))")
    }

    @Test func anErrorLeavesTheStateAsItWas() throws {
        var state = try SessionLab.state([(.select(.category("East")), "Sales")])
        let before = state
        #expect(throws: PeriluneError.self) {
            try state.apply(.range(lower: 2, upper: 1), to: "Sales", in: SessionLab.dashboard)
        }
        #expect(state == before)
    }

    @Test func refreshingForgetsWhatIfValuesAndNothingElse() throws {
        let whatIf = ChartAction.whatIf(category: "East", column: "Amount", value: 1)
        let state = try SessionLab.state([
            (whatIf, "Sales"), (.select(.category("East")), "Sales"), (.refresh, ""),
        ])
        #expect(state["Sales"].whatIf.isEmpty)
        #expect(state["Sales"].categories == ["East"])
        #expect(try SessionLab.state([(whatIf, "Sales"), (.refresh, "Sales")]) == SessionState())
    }

    @Test func resettingClearsAChartOrAll() throws {
        let actions: [(ChartAction, String)] = [
            (.select(.category("East")), "Sales"), (.node("Price", value: "+10%"), "Profit"),
            (.filter("Years", .among(["2011"])), ""),
            (.sort(column: "2011", ascending: false), "Sales"),
        ]
        let one = try SessionLab.state(actions + [(.reset, "Sales")])
        #expect(one.items.keys.sorted() == ["Profit"])
        #expect(one.filters.count == 1)
        #expect(try SessionLab.state(actions + [(.reset, "")]) == SessionState())
    }
}
