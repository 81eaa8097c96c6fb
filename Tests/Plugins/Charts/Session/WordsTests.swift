import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Words beside charts: filters, what-if panels, titles and legends of sizes.
struct WordsTests {
    private func session() throws -> Session {
        let dashboard = metadata(
            dashboard: """
                <Filters><Filter Name="Days" Sequence="1" SourceQuery="Q" FilterType="range"
                Column="Day"/></Filters>
                <Chart Name="C" ChartType="Column" Query="Q">
                <Category Column="Day" Format="LongDate"/><Values><Value Expression="V"/></Values>
                <Filters><FilterName Name="Days"/></Filters><WhatIfColumns>
                <Column Name="V" VariableType="float" Min="0" Max="9"/></WhatIfColumns></Chart>
                <DrillDownGroup Name="D" Title="Ways">
                <Chart Name="C1" ChartSequence="1" ChartType="Column" Query="Q">
                <Category Column="Day"/><Values><Value Expression="V"/></Values></Chart>
                </DrillDownGroup>
                """
        ).dashboard
        let rows: Value = [["Day": "2024-03-01", "V": 1], ["Day": "2024-03-02", "V": 2]]
        return try SessionLab.session(
            dashboard, ClosureSource { try Table(rows: rows, of: $0.name) })
    }

    @Test func rangesOfDatesAreWrittenAsDates() async throws {
        let session = try session()
        try await session.perform(
            .filter("Days", .between(1_709_251_200_000_000, 1_709_337_600_000_000)), on: "")
        let drawn = try #require(try await session.draw(PictureRequest("lab/C", format: .svg)))
        let svg = String(decoding: drawn.picture.bytes, as: UTF8.self)
        #expect(svg.contains("Days: 2024-03-01 – 2024-03-02"))
    }

    @Test func theWhatIfPanelNamesTheCategoryAsItsAxisDoes() async throws {
        let session = try session()
        try await session.perform(.select(.category("2024-03-02")), on: "C")
        let item = try #require(session.dashboard.item(named: "C"))
        #expect(await session.panels(beside: item).map(\.title) == ["What if: March 2, 2024"])
    }

    @Test func aMarkOfANamedChartIsHighlighted() async throws {
        let session = try session()
        let target: Value = ["type": "highlight", "chart": "C", "category": "2024-03-02"]
        let request = PictureRequest("lab", format: .svg, annotations: [target])
        let drawn = try #require(try await session.draw(request))
        let plain = try #require(try await session.draw(PictureRequest("lab", format: .svg)))
        #expect(drawn.picture.bytes.count > plain.picture.bytes.count)
    }

    @Test func aChartWithoutATitleHasThatOfItsGroup() async throws {
        #expect(try await session().figure("D").built.figure.title == "Ways")
    }

    @Test func sizesOfBubblesAreShort() {
        let drawn = Drawn(figure(plot(.bubble, [[3, 5]], sizes: [[2e13, 1e12]])))
        let texts = drawn.texts.map(\.string)
        #expect(texts.contains("20\u{a0}T") && !texts.contains { $0.hasPrefix("20000") })
    }

    @Test func theZeroOfAnAxisOfTinyNumbersIsShort() {
        let scale = LinearScale(
            covering: 0...3.8e-7, includesZero: true, from: 0, to: 1, parts: 4)
        #expect(scale.labels(.plain).first == "0")
    }

    @Test func aTextWithoutAFontIsAWarning() async throws {
        let dashboard = metadata(
            dashboard: """
                <Chart Name="C" Title="\u{10FFFD}" ChartType="Column" Query="Q"><Category Column="N"/>
                <Values><Value Expression="V"/></Values></Chart>
                """
        ).dashboard
        let session = try SessionLab.session(
            dashboard, ClosureSource { try Table(rows: [["N": "a", "V": 1]], of: $0.name) })
        let drawn = try #require(try await session.draw(PictureRequest("C", format: .svg)))
        #expect(drawn.issues.map(\.level) == [.warning])
        #expect(drawn.issues.first?.message.contains("no font has all characters: boxes") == true)
    }
}
