import PeriluneCore
import Testing

@testable import ChartsPlugin

struct FigureTests {
    private func built(
        _ name: String, _ actions: [(ChartAction, String)] = []
    ) async throws
        -> BuiltFigure
    {
        let session = try SessionLab.session()
        for (action, item) in actions { try await session.perform(action, on: item) }
        let (built, issues) = try await session.figure(name)
        #expect(issues.isEmpty, "\(issues)")
        return built
    }

    private func numbers(_ cells: [Double]) -> [Double] { cells.map { $0.isNaN ? -1 : $0 } }

    @Test func theSampleDashboardHasNoIssues() async throws {
        let session = try SessionLab.session()
        let (built, issues) = await session.figures()
        #expect(issues.isEmpty, "\(issues)")
        #expect(built.allSatisfy { $0.message == nil })
        for view in session.views {
            #expect(try await session.draw(PictureRequest(view, format: .svg)) != nil)
        }
    }

    @Test func variablesChangeComputedValues() async throws {
        let cells = try await built("Sales", [(.variable("$rate", .number(2)), "")]).cells
        #expect(numbers(cells["2012"] ?? []) == [40, 10, -1])
    }

    @Test func whatIfValuesChangeAllRowsOfTheirCategoryAlone() async throws {
        let whatIf = ChartAction.whatIf(category: "East", column: "Amount", value: 7)
        let changed = try await built("Sales", [(whatIf, "Sales")])
        #expect(numbers(changed.cells["2011"] ?? []) == [7, -1, 30])
        #expect(numbers(changed.cells["2012"] ?? []) == [7, 5, -1])
        let reset = try await built("Sales", [(whatIf, "Sales"), (.refresh, "")])
        #expect(numbers(reset.cells["2011"] ?? []) == [10, -1, 30])
    }

    @Test func thePanelsOfItsVariablesAreBesideAChart() async throws {
        let panels = """
            <DAPanel Name="Rate"><VariableName Name="$rate"/></DAPanel>
            <DAPanel Name="Count"><VariableName Name="$count"/></DAPanel>
            """
        let session = try SessionLab.session(
            ChartsPluginTests.metadata(dashboard: SessionLab.metadata + panels).dashboard)
        let sales = try #require(session.dashboard.item(named: "Sales"))
        #expect(await session.panels(beside: sales).map(\.name) == ["Rate"])
    }

    @Test func whatIfControlsStartAtTheData() async throws {
        let session = try SessionLab.session()
        let sales = try #require(session.dashboard.item(named: "Sales"))
        #expect(await session.panels(beside: sales).count == 0)
        try await session.perform(.select(.category("West")), on: "Sales")
        func control() async -> Panel.Control? {
            for panel in await session.panels(beside: sales) {
                if case .panel(let panel) = panel.content { return panel.controls.first }
            }
            return nil
        }
        #expect(await control() == .init(title: "Amount", value: "30.00", kind: .slider(0.3)))
        try await session.perform(
            .whatIf(category: "West", column: "Amount", value: 80), on: "Sales")
        #expect(await control() == .init(title: "Amount", value: "80.00", kind: .slider(0.8)))
    }

    @Test func sortsByAValueOrASeriesWithNothingLast() async throws {
        let bySeries = try await built(
            "Sales", [(.sort(column: "2012", ascending: false), "Sales")])
        #expect(bySeries.categories.map(\.text) == ["East", "North", "West"])
        let byValue = try await built(
            "Sales", [(.sort(column: "Amount", ascending: true), "Sales")])
        #expect(byValue.categories.map(\.text) == ["North", "East", "West"])
        #expect(numbers(byValue.cells["2011"] ?? []) == [-1, 10, 30])
        let unknown = try await built("Sales", [(.sort(column: "x", ascending: true), "Sales")])
        #expect(unknown.categories.map(\.text) == ["East", "North", "West"])
    }

    @Test func selectionsAndHiddenSeriesAreByPlace() async throws {
        let plot = try await built(
            "Sales",
            [
                (.select(.category("West")), "Sales"), (.show(series: "2012", false), "Sales"),
                (.select(.item(category: "East", series: "2012")), "Sales"),
                (.select(.series("2011")), "Sales"), (.select(.category("gone")), "Sales"),
            ]
        ).plot
        #expect(plot?.selection.categories == [2])
        #expect(plot?.selection.series == [0])
        #expect(plot?.selection.items == [.init(category: 0, series: 1)])
        #expect(plot?.layers[0].series.map(\.isVisible) == [true, false])
    }

    @Test func zoomingLevelsHaveRowsOfTheirOwnAndNoVariables() async throws {
        let rate: (ChartAction, String) = (.variable("$rate", .number(9)), "")
        let coarse = try await built("Zoom", [rate])
        #expect(coarse.cells == ["": [40, 25]])
        #expect(coarse.figure.breadcrumbs == ["Years"])
        let fine = try await built("Zoom", [rate, (.level(1), "Zoom")])
        #expect(fine.categories.map(\.text) == ["1", "2"])
        #expect(fine.cells == ["": [20, 45]])
    }

    private func tiles(_ built: BuiltFigure) -> [String] {
        guard case .treemap(let map) = built.figure.content else { return [] }
        return map.roots.map { root in
            "\(root.label) \(root.size): "
                + root.children.map { "\($0.label) \($0.size)" }.joined(separator: ", ")
        }
    }

    @Test func tilesAreGroupedByTheirRows() async throws {
        #expect(
            tiles(try await built("Areas")) == [
                "West 30.0: Peru 30.0", "East 30.0: Chile 15.0, Cuba 4.0", "North 5.0: ",
            ])
    }

    /// The filter takes rows from both levels, and tiles stay with their owners.
    @Test func filteredTilesAreGroupedByTheirRows() async throws {
        let filter: (ChartAction, String) = (.filter("Years", .among(["2012"])), "")
        #expect(
            tiles(try await built("Areas", [filter])) == ["East 20.0: Chile 9.0", "North 5.0: "])
        let drilled = try await built(
            "Areas", [(.drill(category: "East", series: nil), "Areas")])
        #expect(tiles(drilled) == ["Chile 15.0: ", "Cuba 4.0: "])
        #expect(drilled.figure.breadcrumbs == ["East"])
    }

    @Test func layersShareTheCategoriesOfAll() async throws {
        let plot = try #require(
            try await built("Over", [(.show(series: "Amount", false), "Over")]).plot)
        #expect(plot.categories.map(\.text) == ["East", "North", "West"])
        #expect(plot.layers.map(\.kind) == [.column, .line])
        #expect(plot.layers[0].series == [.init("Amount", isVisible: false)])
        #expect(plot.layers[1].series.map(\.label) == ["2011", "2012"])
        #expect(numbers(plot.layers[1].values[0].cells[0]) == [4, -1, 30])
    }

    @Test func categoriesOfALaterLayerStandBetweenThoseOfTheFirst() async throws {
        let dashboard = metadata(
            dashboard: """
                <OverlayGroup Name="O"><Category Column="Year"/>
                <Layer Name="A" ChartType="Column" ChartSequence="1" Query="A"><Values>
                  <Value Expression="N" ValueSequence="1"/></Values></Layer>
                <Layer Name="B" ChartType="Line" ChartSequence="2" Query="B"><Values>
                  <Value Expression="N" ValueSequence="1"/></Values></Layer></OverlayGroup>
                """
        ).dashboard
        let source = ClosureSource { request in
            let years: [Double] = request.name == "A" ? [2011, 2013] : [2010, 2011, 2012, 2014]
            var table = Table(
                columns: [Column("Year", .numbers(years)), Column("N", .numbers(years))],
                count: years.count)
            if request.name == "B" { table.reference = 5 }
            return table
        }
        let session = try SessionLab.session(dashboard, source)
        let plot = try #require(try await session.figure("O").built.plot)
        #expect(plot.categories.map(\.text) == ["2010", "2011", "2012", "2013", "2014"])
        #expect(plot.reference == 5)
    }

    @Test func richTablesHaveSmallChartsAndColours() async throws {
        let rich = try await built("Rich", [(.select(.category("Returns")), "Rich")])
        guard case .grid(let grid) = rich.figure.content else {
            Issue.record("no grid")
            return
        }
        #expect(grid.rowCount == 2)
        #expect(grid.columns.map(\.isHeader) == [true, false, false])
        #expect(grid.selection.categories == [1])
        guard case .charts(let charts) = grid.columns[1].content,
            case .variance(let values, let texts, let colors) = grid.columns[2].content
        else {
            Issue.record("no charts, no variance")
            return
        }
        #expect(charts.map { $0.layers[0].values[0].cells } == [[[1, 2, 3]], [[4, 6]]])
        #expect(charts[1].categories.map(\.text) == ["1", "2"])
        #expect(values == [2, -2])
        #expect(texts == ["2", "-2"])
        #expect(colors == ["green", "red"])
    }

    @Test func richTablesAreSortedByAColumn() async throws {
        let rich = try await built("Rich", [(.sort(column: "Now", ascending: true), "Rich")])
        #expect(rich.categories.map(\.text) == ["Returns", "Revenue"])
    }

    @Test func aTableOfAChartShowsWhatIsVisible() async throws {
        let table = try await built("Table", [(.show(series: "2012", false), "Table")])
        guard case .grid(let grid) = table.figure.content else {
            Issue.record("no grid")
            return
        }
        #expect(grid.columns.map(\.title) == ["", "2011"])
        guard case .text(let texts, _, _) = grid.columns[1].content else { return }
        #expect(texts == ["10", "-", "30"])
    }

    @Test func diagramsShowWhatWasSetAndTheirLevers() async throws {
        let at = try await built("Profit")
        guard case .diagram(let before) = at.figure.content else { return }
        #expect(before.mode == .snapshot)
        #expect(before.nodes.allSatisfy { $0.lever == nil })
        let set = try await built(
            "Profit",
            [(.node("Price", value: "+50%"), "Profit"), (.node("Price", value: "+3"), "Profit")])
        guard case .diagram(let after) = set.figure.content else { return }
        #expect(after.mode == .goalSeek)
        #expect(after.nodes.map(\.value) == ["90", "18", "5"])
        #expect(after.nodes.map(\.lever) == [nil, 0.9, 0.5])
        #expect(after.nodes.map(\.isPinned) == [false, true, false])
    }
}
