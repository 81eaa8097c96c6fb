import ChartsPlugin
import Foundation
import Perilune
import PeriluneCore
import Testing

/// The example of the guide, as it stands there, and what else a program does with a dashboard.
struct EmbeddingTests {
    struct Airport: ChartQueryDelegate {
        func executeQuery(_ name: String, arguments: [String: Value]) async throws -> Value? {
            guard name == "Cups" else { return nil }
            return [["Shop": "Airport", "Drink": "Espresso", "Cups": 900, "Price": 3.6]]
        }
    }

    private let folder: QueryFolder

    init() throws {
        folder = try QueryFolder([
            "careful.lua": """
            local careful = {}
            function careful:willChangeDrillDownLevel(chart, data) return data.category ~= "Europe" end
            return careful
            """,
            "coffee.xml": """
            <Dashboard>
              <Filters><Filter Name="Drinks" FilterType="picklist" SourceQuery="Cups" Column="Drink"/></Filters>
              <Chart Name="Cups" ChartType="Column" Query="Cups">
                <Category Column="Shop"/><Series Column="Drink"/>
                <Values><Value Expression="Cups" ValueSequence="1"/></Values>
              </Chart>
              <Chart Name="Income" ChartType="Column" Query="Cups">
                <Category Column="Shop"/><Series Column="Drink"/>
                <Values><Value Expression="Cups * Price" ValueSequence="1"/></Values>
              </Chart>
              <DrillDownGroup Name="Way">
                <Chart Name="Shops" ChartType="Bar" ChartSequence="1" Query="Cups">
                  <Category Column="Shop"/><Values><Value Expression="Cups" ValueSequence="1"/></Values>
                </Chart>
                <Chart Name="Drinks" ChartType="Bar" ChartSequence="2" Query="Cups">
                  <Category Column="Drink"/><Values><Value Expression="Cups" ValueSequence="1"/></Values>
                </Chart>
              </DrillDownGroup>
              <Chart Name="Broken" ChartType="Column" Query="Nothing">
                <Category Column="Shop"/><Values><Value Expression="Cups" ValueSequence="1"/></Values>
              </Chart>
            </Dashboard>
            """,
        ])
    }

    private func file(_ name: String) -> String { "\(folder.path)/\(name)" }
    private func DashboardFile(_ name: String, queries: any ChartQueryDelegate) -> DashboardFile {
        ChartsPlugin.DashboardFile(file(name), queries: queries)
    }
    private func Script(_ name: String) throws -> Script { try Perilune.Script(file(name)) }
    private func URL(filePath: String) -> URL { Foundation.URL(filePath: file(filePath)) }

    @Test func theGuideCompilesAndDraws() async throws {
        let opened = try Session.open(DashboardFile("coffee.xml", queries: Airport()))
        let session = opened.session
        try await session.perform(.select(.category("Airport")), on: "Cups")
        try await session.perform(.sort(column: "Espresso", ascending: false), on: "Income")
        let request = PictureRequest("coffee/Cups", format: .svg, width: 800, height: 500)
        if let drawn = try await session.draw(request) {
            for issue in opened.issues + drawn.issues { print(issue) }
            try Data(drawn.picture.bytes).write(to: URL(filePath: "cups.svg"))
        }
        let picture = try String(contentsOf: URL(filePath: "cups.svg"), encoding: .utf8)
        #expect(picture.contains("Airport"))

        let target = try await session.target(x: 40, y: 40, width: 700, height: 400, in: request)
        if let target {
            try await session.perform(.select(target), on: "Cups")
        }
        let host = try await Host {
            Charts(sessions: [session])
            try Script("careful.lua")
        }
        let isDone = try await session.perform(.drill(category: "Europe", series: nil), on: "Way")
        #expect(!isDone)
        #expect(try await session.perform(.drill(category: "Airport", series: nil), on: "Way"))
        _ = host
    }

    /// The session's host is the one that is there.
    @Test func noScriptIsAskedAfterTheHostIsReleased() async throws {
        let session = try Session.open(DashboardFile("coffee.xml", queries: Airport())).session
        func count() async throws {
            let host = try await Host {
                Charts(sessions: [session])
                try Script("careful.lua")
            }
            #expect(try await !session.perform(.drill(category: "Europe", series: nil), on: "Way"))
            _ = host
        }
        try await count()
        #expect(try await session.perform(.drill(category: "Europe", series: nil), on: "Way"))
    }

    @Test func everyActionCanBeSaved() async throws {
        let session = try Session.open(DashboardFile("coffee.xml", queries: Airport())).session
        try await session.perform(.filter("Drinks", .among(["Espresso"])))
        try await session.perform(.range(lower: 0.25, upper: 0.75), on: "Cups")
        try await session.perform(.show(series: "Espresso", false), on: "Income")
        let kept = await session.save()
        let other = try Session.open(DashboardFile("coffee.xml", queries: Airport())).session
        try await other.restore(kept)
        #expect(await other.save() == kept)
        let error = try await #require(throws: PeriluneError.self) {
            try await session.perform(.select(.category("Airport")), on: "Cusp")
        }
        #expect(error.code == "charts.unknown")
        #expect(error.hint == "did you mean 'Cups'?")
        #expect(await session.save() == kept)
    }

    /// A picture tells of what it shows, and of nothing else.
    @Test func aPictureReturnsItsIssues() async throws {
        let session = try Session.open(DashboardFile("coffee.xml", queries: Airport())).session
        #expect(
            session.views == [
                "coffee", "coffee/Cups", "coffee/Income", "coffee/Way", "coffee/Broken",
            ])
        let whole = try #require(try await session.draw(PictureRequest("coffee", format: .svg)))
        #expect(whole.issues.map(\.error.code) == ["chart.metadata.undefined"])
        #expect(whole.issues.map(\.level) == [.error])
        let one = try #require(try await session.draw(PictureRequest("Cups", format: .svg)))
        #expect(one.issues.isEmpty)
        #expect(try await session.draw(PictureRequest("coffee/Nothing")) == nil)
    }
}
