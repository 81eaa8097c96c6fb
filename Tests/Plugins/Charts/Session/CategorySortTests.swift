import PeriluneCore
import Testing

@testable import ChartsPlugin

/// The order of categories that the metadata asks for.
struct CategorySortTests {
    private static let rows: Value = [
        ["Shop": "Week 10", "N": 3], ["Shop": "Week 9", "N": 7], ["Shop": "Week 1", "N": 1],
        ["Shop": "Week 2", "N": 5],
    ]

    private func built(
        _ category: String, value: String = ""
    ) async throws -> (
        built: BuiltFigure, issues: [ChartIssue]
    ) {
        let read = metadata(
            dashboard: """
                <Chart Name="C" ChartType="Column" Query="Q"><Category Column="Shop" \(category)/>
                <Values><Value Expression="N" \(value)/></Values></Chart>
                """)
        let session = try SessionLab.session(
            read.dashboard,
            ClosureSource { try Table(rows: Self.rows, of: $0.name) })
        let (built, issues) = try await session.figure("C")
        return (built, read.issues + issues)
    }

    private static let orders: [(String, [String])] = [
        ("", ["10", "9", "1", "2"]), (#"Sort="Data" Descending="1""#, ["2", "1", "9", "10"]),
        (#"Sort="Name""#, ["1", "10", "2", "9"]), (#"Sort="natural""#, ["1", "2", "9", "10"]),
        (#"Sort="Natural" Descending="yes""#, ["10", "9", "2", "1"]),
        (#"Sort="Value""#, ["1", "10", "2", "9"]),
        (#"Sort="Value" Descending="1""#, ["9", "2", "10", "1"]),
        (#"Order="Week 2 | Week 7|Week 1""#, ["2", "1", "10", "9"]),
    ]

    @Test(arguments: orders)
    func categoriesAreInTheOrderThatTheMetadataNames(
        attributes: String, expected: [String]
    ) async throws {
        let (built, issues) = try await built(attributes)
        #expect(issues.isEmpty, "\(issues)")
        #expect(built.categories.map(\.text) == expected.map { "Week \($0)" })
    }

    @Test func theOthersOfTheLargestAreCombinedAsRowsAre() async throws {
        let (sum, issues) = try await built(#"Top="2" Other="Rest""#, value: #"Aggregate="Sum""#)
        #expect(issues.isEmpty, "\(issues)")
        #expect(sum.categories.map(\.text) == ["Week 9", "Week 2", "Rest (2)"])
        #expect(sum.cells == ["": [7, 5, 4]])
        let mean = try await built(#"Top="2""#, value: #"Aggregate="Mean""#).built
        #expect(mean.cells == ["": [7, 5, 2]])
    }

    @Test func othersWithoutACombinationAreAWarning() async throws {
        let (built, issues) = try await built(#"Top="2""#)
        #expect(built.cells == ["": [7, 5, 4]])
        #expect(issues.map(\.level) == [.warning])
    }

    @Test func aSingleRemainingCategoryIsShownItself() async throws {
        let (built, issues) = try await built(#"Top="3""#)
        #expect(issues.isEmpty, "\(issues)")
        #expect(built.categories.count == 4)
    }

    private static let mistakes: [(String, String)] = [
        (#"Sort="Size""#, ""), (#"Top="0""#, ""), (#"Other="Rest""#, ""), ("", #"Weight="N""#),
        ("", #"Aggregate="WeightedMean""#), ("", #"Aggregate="Average""#),
    ]

    @Test(arguments: mistakes)
    func errorsAreReportedAndTheChartIsDrawn(category: String, value: String) async throws {
        let (built, issues) = try await built(category, value: value)
        #expect(issues.map(\.code) == [.wrongValue])
        #expect(issues.allSatisfy { $0.hint != nil })
        #expect(built.message == nil)
    }
}
