import PeriluneCore
import Testing

@testable import ChartsPlugin

/// What visitors do, over real sockets.
@Suite(.timeLimit(.minutes(5))) struct PageActionTests {
    static let select =
        #"{"kind": "selection.category", "chart": "Sales", "data": {"category": "East"}, "since": 1}"#
    static let refusing = """
        return { willSelectCategory = function(chart, data) return false, data.category .. " is closed" end }
        """
    static let following = """
        local charts = require "charts"
        return { didSelectCategory = function(chart) charts.select("Table", { category = "West" }) end }
        """

    @Test func anActionReturnsOnlyTheChangedPanels() async throws {
        let visitor = try await PagesLab().visitor()
        let answer = try await visitor.act(Self.select)
        #expect(answer["outcome"]?.string == "done")
        #expect(answer.changed == ["Sales"])
    }

    @Test func aFilterChangesTheChartsThatNameIt() async throws {
        let visitor = try await PagesLab().visitor()
        let answer = try await visitor.act(
            #"{"kind": "filter", "data": {"filter": "Years", "values": ["2011"]}, "since": 1}"#)
        #expect(answer.changed.contains("Sales") && answer.changed.contains("Areas"))
        #expect(!answer.changed.contains("Table") && !answer.changed.contains("Rich"))
    }

    @Test func aVariableChangesTheChartsThatUseIt() async throws {
        let visitor = try await PagesLab().visitor()
        let answer = try await visitor.act(
            #"{"kind": "variable", "data": {"variable": "$rate", "value": 2}, "since": 1}"#)
        #expect(answer.changed.contains("Sales") && answer.changed.contains("Zoom"))
        #expect(!answer.changed.contains("Way"))
    }

    @Test func withoutAVersionAllFiguresAreAnswered() async throws {
        let visitor = try await PagesLab().visitor()
        let answer = try await visitor.act(
            Self.select.replacing(#""since": 1"#, with: #""since": 99"#))
        #expect(answer.changed.count == SessionLab.dashboard.items.count)
    }

    @Test func aRejectionHasItsReasonAndChangesNothing() async throws {
        let visitor = try await PagesLab([("rule.lua", Self.refusing)]).visitor()
        let answer = try await visitor.act(Self.select)
        #expect(answer["outcome"]?.string == "rejected")
        #expect(answer["reason"]?.string == "East is closed")
        #expect(answer.changed == [])
        #expect(try await visitor.selected() == [])
    }

    @Test func visitorsDoNotSeeEachOthersActions() async throws {
        let lab = try await PagesLab()
        let (one, other) = (try await lab.visitor(), try await lab.visitor())
        try await one.act(Self.select)
        #expect(try await one.selected() == ["Sales"])
        #expect(try await other.selected() == [])
        #expect(try await lab.visitor().selected() == [])
    }

    @Test func aScriptActsOnTheSessionOfTheVisitorWhoseEventItGets() async throws {
        let lab = try await PagesLab([("rule.lua", Self.following)])
        let (one, other) = (try await lab.visitor(), try await lab.visitor())
        let answer = try await one.act(Self.select)
        #expect(answer.changed == ["Sales", "Table"])
        #expect(try await one.selected() == ["Sales", "Table"])
        #expect(try await other.selected() == [])
    }

    @Test func theSharedSessionIsSeenUntilTheFirstAction() async throws {
        let lab = try await PagesLab()
        let (one, other) = (try await lab.visitor(), try await lab.visitor())
        try await one.act(Self.select)
        try await lab.session.perform(.select(.category("West")), on: "Table")
        #expect(try await one.selected() == ["Sales"])
        #expect(try await other.selected() == ["Table"])
    }

    @Test func aRefreshOfTheSharedSessionReachesThoseWhoHaveTheirOwn() async throws {
        let lab = try await PagesLab()
        let visitor = try await lab.visitor()
        let version = try #require(try await visitor.act(Self.select)["version"]?.integer)
        try await lab.session.perform(.refresh)
        #expect(try await visitor.get("changes?after=\(version)").text.contains("data: "))
        let figures = try await visitor.figures(since: version)
        #expect(figures.changed.count == SessionLab.dashboard.items.count)
        #expect(try await visitor.selected() == ["Sales"])
    }

    @Test func undoAndRedoGoBackAndForth() async throws {
        let visitor = try await PagesLab().visitor()
        var answer = try await visitor.act(Self.select)
        #expect(answer["canUndo"] == true && answer["canRedo"] == false)
        answer = try await visitor.act(#"{"kind": "undo"}"#)
        #expect(answer["canUndo"] == false && answer["canRedo"] == true)
        #expect(try await visitor.selected() == [])
        try await visitor.act(#"{"kind": "redo"}"#)
        #expect(try await visitor.selected() == ["Sales"])
    }

    @Test func anActionAfterUndoLeavesNothingToRedo() async throws {
        let visitor = try await PagesLab().visitor()
        try await visitor.act(Self.select)
        try await visitor.act(#"{"kind": "undo"}"#)
        let answer = try await visitor.act(
            #"{"kind": "sort", "chart": "Sales", "data": {"column": "Amount"}}"#)
        #expect(answer["canRedo"] == false)
    }

    @Test func aSavedStateShowsAnotherVisitorTheSame() async throws {
        let lab = try await PagesLab()
        let (one, other) = (try await lab.visitor(), try await lab.visitor())
        let state = try #require(try await one.act(Self.select)["state"])
        try await other.act(#"{"kind": "restore", "data": \#(state.json)}"#)
        #expect(try await other.selected() == ["Sales"])
    }

    @Test func aRectangleSelectsWhatLiesInIt() async throws {
        let visitor = try await PagesLab().visitor()
        let data = #"{"x": 0, "y": 0, "width": 400, "height": 300, "w": 400, "h": 300}"#
        let answer = try await visitor.act(
            #"{"kind": "rectangle", "chart": "Sales", "data": \#(data)}"#)
        let found = answer["state"]?["items"]?["Sales"]?["categories"]
        #expect(found == ["East", "North", "West"])
    }

    @Test func aDoubleTapDrills() async throws {
        let visitor = try await PagesLab().visitor()
        let answer = try await visitor.act(
            #"{"kind": "tap.category", "chart": "Way", "data": {"category": "East"}, "since": 1}"#)
        #expect(answer.changed == ["Way"])
        #expect(answer["figures"]?[0]?["depth"]?.integer == 1)
    }

    @Test func aSelectedCategoryHasItsWhatIfColumns() async throws {
        let visitor = try await PagesLab().visitor()
        #expect(try await visitor.act(Self.select)["figures"]?[0]?["whatIf"]?["category"] == "East")
        let answer = try await visitor.act(
            #"{"kind": "whatif", "chart": "Sales", "data": {"category": "East", "column": "Amount", "value": 7}}"#
        )
        let column = answer["figures"]?[0]?["whatIf"]?["columns"]?[0]
        #expect(column?["value"]?.double == 7 && column?["maximum"]?.double == 100)
        #expect(column?["was"]?.double == 10)
    }

    @Test func aChangedVariableHasItsPreviousValue() async throws {
        let visitor = try await PagesLab().visitor()
        let set = #"{"kind": "variable", "data": {"variable": "$rate", "value": 2}}"#
        #expect(try await visitor.figures()["variables"]?[0]?["was"] == nil)
        #expect(try await visitor.act(set)["variables"]?[0]?["was"]?.double == 1)
    }

    @Test func aSelectedNodeHasItsValue() async throws {
        let visitor = try await PagesLab().visitor()
        let answer = try await visitor.act(
            #"{"kind": "selection.node", "chart": "Profit", "data": {"node": "Price"}, "since": 1}"#
        )
        #expect(answer["figures"]?[0]?["node"]?["name"] == "Price")
    }

    @Test func oneSeriesIsShownAloneAndTheOthersAgain() async throws {
        let visitor = try await PagesLab().visitor()
        let isolate = #"{"kind": "isolate", "chart": "Sales", "data": {"series": "2011"}}"#
        var answer = try await visitor.act(isolate)
        #expect(answer["state"]?["items"]?["Sales"]?["hidden"] == ["2012"])
        answer = try await visitor.act(isolate)
        #expect(answer["state"]?["items"]?["Sales"] == nil)
        // Each was one step.
        try await visitor.act(#"{"kind": "undo"}"#)
        #expect(try await visitor.act(#"{"kind": "undo"}"#)["canUndo"] == false)
    }

    @Test func aGoalIsSoughtByChangingAnInput() async throws {
        let visitor = try await PagesLab().visitor()
        var answer = try await visitor.act(
            #"{"kind": "selection.node", "chart": "Profit", "data": {"node": "Profit"}, "since": 1}"#
        )
        let levers = answer["figures"]?[0]?["node"]?["levers"]?.array?.compactMap { $0["key"] }
        #expect(levers == ["Price", "Count"])
        answer = try await visitor.act(
            #"{"kind": "seek", "chart": "Profit", "data": {"goal": "Profit", "target": -100, "lever": "Price"}}"#
        )
        let nodes = answer["state"]?["items"]?["Profit"]?["nodes"]
        #expect(nodes == [["node": "Price", "value": "=-20"]])
    }

    @Test(arguments: ["selection.category", "tap.category", "drill"])
    func aCategoryThatIsNotThereIsAnError(kind: String) async throws {
        let visitor = try await PagesLab().visitor()
        let answer = try await visitor.act(
            #"{"kind": "\#(kind)", "chart": "Way", "data": {"category": "Nowhere"}}"#)
        #expect(answer["error"]?["code"] == "charts.unknown")
    }

    @Test func aStateDoesNotGrowWithoutLimit() async throws {
        let visitor = try await PagesLab().visitor()
        // Filters may have values that no row has.
        let select = { (number: Int) in
            let name = "\(number)" + String(repeating: "x", count: 600_000)
            return
                #"{"kind": "filter", "data": {"filter": "\#(number % 2 == 0 ? "Years" : "Region")", "values": ["\#(name)"]}, "since": 1}"#
        }
        var code: String?
        for number in 0..<20 where code == nil {
            code = try await visitor.act(select(number))["error"]?["code"]?.string
        }
        #expect(code == "charts.state")
        #expect(try await visitor.act(#"{"kind": "reset"}"#)["outcome"]?.string == "done")
    }

    @Test func aStateThatOtherEventsChangeIsLimitedToo() async throws {
        let visit = Visit(id: "a", shared: try SessionLab.session())
        let name = String(repeating: "x", count: 600_000)
        for filter in ["Years", "Region"] {
            try await visit.apply(.filter(filter, .among([name])), on: "")
        }
        await #expect { try await visit.apply(.filter("Years", nil), on: "") } throws: {
            ($0 as? PeriluneError)?.code == "charts.state"
        }
        try await visit.apply(.reset, on: "")
    }

    @Test func theSortingOfATableIsPartOfTheState() throws {
        let column = String(repeating: "x", count: 1000)
        let state = try SessionLab.state([(.sort(column: column, ascending: true), "Sales")])
        #expect(state.size > 1000)
    }

    @Test(arguments: [
        (
            #"{"kind": "seek", "chart": "Profit", "data": {"goal": "Price", "target": 1, "lever": "Count"}}"#,
            "chart.diagram.lever"
        ), (#"{"kind": "isolate", "chart": "Nowhere", "data": {"series": "a"}}"#, "charts.unknown"),
        (#"{"kind": "isolate", "chart": "Sales", "data": {"series": "1999"}}"#, "charts.unknown"),
        (#"{"kind": "nothing"}"#, "charts.action"),
        (#"{"chart": "Sales"}"#, "charts.request"),
        (#"{"kind": "reset", "chart": "Nowhere"}"#, "charts.unknown"),
        (#"{"kind": "restore", "data": {"dashboard": "other"}}"#, "charts.state"),
        (
            #"{"kind": "rectangle", "chart": "Sales", "data": {"x": 0, "y": 0, "width": 1, "height": 1, "w": 9e9, "h": 9}}"#,
            "charts.request"
        ),
        ("[", "json.syntax"),
    ])
    func anImpossibleActionIsAnError(_ body: String, _ code: String) async throws {
        let visitor = try await PagesLab().visitor()
        #expect(try await visitor.act(body)["error"]?["code"]?.string == code)
    }
}
