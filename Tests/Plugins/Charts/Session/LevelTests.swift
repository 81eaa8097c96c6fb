import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// The way down, and what a reader is told about it.
struct LevelTests {
    private static let values =
        #"<Values><Value Expression="N" ValueSequence="1" DisplayName="N"/></Values>"#

    private static let dashboard = metadata(
        dashboard: """
            <DrillDownGroup Name="Way" Title="Way">
              <Chart Name="Top" ChartType="Column" ChartSequence="1" Query="Months">
                <Category Column="Month" Format="Month"/><Series Column="Year" Format="Rounded0"/>
                \(values)</Chart>
              <Chart Name="Zoom" ChartType="Column" ChartSequence="2"><Category/>\(values)
                <ZoomingLevels>
                  <ZoomingLevel Query="Weeks" CategoryColumn="Week" Title="Weeks"/>
                  <ZoomingLevel Query="Days" CategoryColumn="Day" Title="Days"/>
                </ZoomingLevels></Chart>
            </DrillDownGroup>
            """
    ).dashboard

    private static let rows: [String: Value] = [
        "Months": [
            ["Month": 3, "Year": 2011, "N": 5], ["Month": 4, "Year": 2011, "N": 6],
            ["Month": 3, "Year": 2012, "N": 7],
        ],
        "Weeks": [
            ["Month": 3, "Year": 2011, "Week": 1, "N": 2],
            ["Month": 3, "Year": 2011, "Week": 2, "N": 3],
            ["Month": 4, "Year": 2011, "Week": 1, "N": 6],
        ],
        "Days": [
            ["Month": 3, "Year": 2011, "Day": 8, "N": 1],
            ["Month": 4, "Year": 2011, "Day": 9, "N": 6],
        ],
    ]

    private func session() throws -> Session {
        try SessionLab.session(
            Self.dashboard,
            ClosureSource { request in
                guard let rows = Self.rows[request.name] else { return nil }
                return try Table(rows: rows, of: request.name)
                    .restricted(to: request.arguments, query: request.name)
            })
    }

    @Test func breadcrumbsUseTheFormatsOfTheirCharts() async throws {
        let session = try session()
        try await session.perform(.drill(category: "3", series: "2011"), on: "Way")
        let built = try await session.figure("Way").built
        #expect(built.figure.breadcrumbs == ["March, 2011", "Weeks"])
    }

    @Test func aZoomingChartAfterADrillStartsAtItsCoarsestLevel() async throws {
        let session = try session()
        try await session.perform(.drill(category: "3", series: nil), on: "Way")
        let (built, issues) = try await session.figure("Way")
        #expect(issues.isEmpty, "\(issues)")
        #expect(built.cells == ["": [2, 3]])
        try await session.perform(.level(1), on: "Way")
        let finer = try await session.figure("Way").built
        #expect(finer.cells == ["": [1]])
        #expect(finer.figure.breadcrumbs == ["March", "Days"])
        // The levels stand above the picture, to be chosen from.
        let drawn = try #require(try await session.draw(PictureRequest("Way", format: .svg)))
        #expect(String(decoding: drawn.picture.bytes, as: UTF8.self).contains("data-level=\"1\""))
        try await session.perform(.level(9), on: "Way")
        #expect(await session.state["Way"].level == 1)
        let again = try self.session()
        try await again.restore(await session.save())
        #expect(await again.state["Way"] == session.state["Way"])
        try await session.perform(.drillUp(to: 0), on: "Way")
        #expect(await session.state["Way"].level == 0)
    }

    @Test func yearsAreNotFormattedAsAmounts() async throws {
        let plot = try #require(try await session().figure("Way").built.plot)
        #expect(plot.layers[0].series.map(\.label) == ["2011", "2012"])
        #expect(plot.categories.map(\.text) == ["March", "April"])
        let formats = try FigureFormats()
        let years: [Cell] = [.number(2011), .number(12_345)]
        #expect(
            formats.labels(years, format: "Rounded0", currency: nil).texts == ["2011", "12345"])
        #expect(formats.labels(years, format: "", currency: nil).texts == ["2011", "12345"])
        let amounts = formats.numbers(format: "Rounded0", currency: nil)
        #expect(amounts.full(2011) == "2,011")
        let german = try FigureFormats("de_DE")
        #expect(german.labels([.number(2.5)], format: "", currency: nil).texts == ["2,5"])
    }

    @Test func pointsWithTheSameNameShareOneLabel() async throws {
        let dashboard = metadata(
            dashboard: """
                <Chart Name="Pay" ChartType="Scatter" Query="Q"><Category Column="Team"/>
                \(Self.values)</Chart>
                """
        ).dashboard
        let source = ClosureSource { _ in
            Table(
                columns: [
                    Column("Team", .texts(["Law", "Tax", "Law", nil])),
                    Column("N", .numbers([1, 2, 3, 4])),
                ], count: 4)
        }
        let built = try await SessionLab.session(dashboard, source).figure("Pay").built
        let plot = try #require(built.plot)
        #expect(plot.positions == [0, 1, 0, 2])
        #expect(plot.positionNames?.map(\.text) == ["Law", "Tax", "-"])
        let drawn = Drawn(built.figure)
        #expect(drawn.texts.filter { $0.string == "Law" }.count == 1)
        let places = drawn.identified.compactMap { mark in
            mark.identity.map { ($0.category, mark.shape.points.map(\.x).reduce(0, +)) }
        }
        #expect(places.count == 4)
        let x = Dictionary(uniqueKeysWithValues: places)
        #expect(x[0] == x[2] && x[0] != x[1])
    }
}
