import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Small multiples: one plot for each value of a column, with the same axes.
struct FacetTests {
    private static let rows: Value = [
        ["Shop": "A", "Year": 2011, "Product": "Bikes", "Sales": 10],
        ["Shop": "A", "Year": 2012, "Product": "Bikes", "Sales": 20],
        ["Shop": "A", "Year": 2012, "Product": "Cars", "Sales": 5],
        ["Shop": "B", "Year": 2012, "Product": "Cars", "Sales": 80],
    ]

    private func built(
        _ kind: String = "Column", actions: [ChartAction] = []
    ) async throws -> (built: BuiltFigure, issues: [ChartIssue]) {
        try await KindsLab.built(
            kind, category: "Year",
            series: #"<Series Column="Product"/><Facet Column="Shop"/>"#,
            values: #"<Value Expression="Sales"/>"#, rows: Self.rows, actions: actions)
    }

    private func panels(_ built: BuiltFigure) -> [Multiples.Panel] {
        guard case .multiples(let multiples) = built.figure.content else { return [] }
        return multiples.panels
    }

    @Test func eachPlotHasItsOwnRowsAndAllCategories() async throws {
        let (built, issues) = try await built()
        #expect(issues.isEmpty, "\(issues)")
        let panels = panels(built)
        #expect(panels.map(\.title) == ["A", "B"])
        let cells = panels.map { panel in
            panel.plot.layers[0].values[0].cells.map { $0.map { $0.isNaN ? -1 : $0 } }
        }
        #expect(cells == [[[10, 20], [-1, 5]], [[-1, -1], [-1, 80]]])
        #expect(built.series.map(\.text) == ["Bikes", "Cars"])
        #expect(panels[1].plot.layers[0].series.map(\.label) == ["Bikes", "Cars"])
    }

    @Test func allPlotsHaveTheSameAxis() async throws {
        let drawn = Drawn(try await built().built.figure)
        let rects = drawn.identified.compactMap(\.shape.rect)
        try #require(rects.count == 4)
        // 80, 20, 10 and 5 in proportion, whichever plot they are in.
        for (rect, value) in zip(rects, [10.0, 20, 5, 80]) {
            #expect(abs(rect.height - rects[3].height * value / 80) <= 1)
        }
    }

    @Test(arguments: ["", "SymmetricLog"])
    func axesOfLinesHaveTheSameTicksThoughNumbersOfOnePlotAreFarFromZero(
        _ scale: String
    ) async throws {
        let rows: Value = [
            ["Shop": "A", "Year": 1, "N": 23], ["Shop": "A", "Year": 2, "N": 76],
            ["Shop": "B", "Year": 1, "N": 70], ["Shop": "B", "Year": 2, "N": 81],
        ]
        let attribute = scale.isEmpty ? "" : "Scale=\"\(scale)\""
        let (built, _) = try await KindsLab.built(
            "Line", category: "Year", series: #"<Facet Column="Shop"/>"#,
            values: #"<Value Expression="N" \#(attribute)/>"#, rows: rows)
        let axes = Drawn(built.figure).groups.filter { $0.role == .axis }
            .map { Drawn($0).texts.map(\.string) }.filter { !$0.isEmpty && $0 != ["1", "2"] }
        #expect(axes.count == 2 && Set(axes).count == 1, "\(axes)")
    }

    @Test func aSelectionHoldsInAllPlots() async throws {
        let (built, _) = try await built(actions: [.select(.category("2012"))])
        for panel in panels(built) { #expect(panel.plot.selection.categories == [1]) }
        let drawn = Drawn(built.figure)
        #expect(drawn.identified.map(\.identity?.isSelected) == [false, true, true, true])
    }

    @Test func hidingASeriesHidesItInAllPlots() async throws {
        let (built, _) = try await built(actions: [.show(series: "Cars", false)])
        for panel in panels(built) {
            #expect(panel.plot.layers[0].series.map(\.isVisible) == [true, false])
        }
    }

    @Test func boxesKeepTheirOutliers() async throws {
        let rows: Value = .array(
            [1, 2, 3, 4, 5, 90].map { ["Shop": "A", "Year": 1, "N": .number($0)] }
                + [1, 2].map { ["Shop": "B", "Year": 1, "N": .number($0)] })
        let (built, _) = try await KindsLab.built(
            "BoxPlot", category: "Year", series: #"<Facet Column="Shop"/>"#,
            values: #"<Value Expression="N"/>"#, rows: rows)
        #expect(panels(built).map { $0.plot.layers[0].outliers } == [[[[90]]], [[[]]]])
    }

    @Test func aPieHasNoFacets() async throws {
        let read = metadata(
            dashboard: """
                <Chart Name="C" ChartType="Pie" Query="Q"><Category Column="Year"/>
                <Facet Column="Shop"/><Values><Value Expression="Sales"/></Values></Chart>
                """)
        #expect(read.issues.map(\.message) == ["<Facet> of a Pie has no effect"])
    }

    @Test func theTableNamesThePlot() async throws {
        let table = FigureTable(try await built().built.figure.content)
        #expect(table.columns == ["", "Category", "Bikes", "Cars"])
        #expect(
            table.rows.map { $0.map(\.text) } == [
                ["A", "2011", "10", ""], ["A", "2012", "20", "5"], ["B", "2011", "", ""],
                ["B", "2012", "", "80"],
            ])
    }
}
