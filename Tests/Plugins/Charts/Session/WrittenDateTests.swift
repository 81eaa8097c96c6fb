import PeriluneCore
import Testing

@testable import ChartsPlugin

/// Dates and numbers that are texts, in formats of categories and in ranges of filters.
struct WrittenDateTests {
    private func session(
        _ texts: [String], kind: String = "Column", format: String = ""
    ) throws -> Session {
        let table = Table(
            columns: [
                Column("At", .texts(texts)),
                Column("N", .numbers(texts.indices.map { Double($0 + 1) })),
            ], count: texts.count)
        let dashboard = metadata(
            dashboard: """
                <Filters><Filter Name="Range" SourceQuery="Q" FilterType="range" Column="At"/></Filters>
                <Chart Name="C" ChartType="\(kind)" Query="Q"><Category Column="At" \(format)/>
                <Values><Value Expression="N"/></Values>
                <Filters><FilterName Name="Range"/></Filters></Chart>
                """
        ).dashboard
        return try SessionLab.session(
            dashboard,
            ClosureSource { try table.restricted(to: $0.arguments, query: $0.name) })
    }

    private func labels(_ session: Session) async throws -> [String] {
        let built = try await session.figure("C").built
        guard case .plot(let plot) = built.figure.content else { return [] }
        return plot.categories.map(\.text)
    }

    @Test(arguments: ["Column", "Bar"])
    func aFormatOfDatesIsForMonthsThatAreTexts(_ kind: String) async throws {
        let session = try session(["2024-01", "2024-02"], kind: kind, format: "Format=\"Month\"")
        #expect(try await labels(session) == ["January", "February"])
        #expect(try await session.figure("C").issues.allSatisfy { $0.level == .note })
    }

    @Test func monthsWithoutAFormatAreAsTheyWere() async throws {
        #expect(try await labels(session(["2024-01", "2024-02"])) == ["2024-01", "2024-02"])
    }

    @Test func aRangeOfDatesFindsDatesThatAreTexts() async throws {
        let session = try session(["1/15/2024", "2/15/2024", "3/15/2024"])
        let range = [1_706_745_600_000_000.0, 1_709_251_200_000_000]
        try await session.perform(.filter("Range", .between(range[0], range[1])), on: "")
        #expect(try await labels(session) == ["Feb 15, 2024"])
    }

    @Test func aRangeOfNumbersFindsNumbersThatAreTexts() async throws {
        let session = try session(["$1,200.50", "$18", "$25"])
        try await session.perform(.filter("Range", .between(20, 2000)), on: "")
        #expect(try await labels(session) == ["$1,200.50", "$25"])
    }

    @Test func thePageHasTheRangeOfDatesThatAreTexts() async throws {
        let controls = try await session(["1/15/2024", "3/15/2024"]).controls()
        let filters = try #require(controls.first { $0.0 == "filters" }?.1.array)
        #expect(filters[0]["isDate"] == true)
        #expect(filters[0]["minimum"] == .number(1_705_276_800_000_000))
        #expect(filters[0]["maximum"] == .number(1_710_460_800_000_000))
    }
}
