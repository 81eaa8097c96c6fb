import PeriluneCore
import Testing

@testable import ChartsPlugin

/// Charts over columns whose numbers are texts.
struct IntakeTests {
    private func built(
        _ texts: [String?], _ expression: String = "v", aggregate: String = "Sum"
    ) async throws -> (
        built: BuiltFigure, issues: [ChartIssue]
    ) {
        let table = Table(
            columns: [
                Column("c", .texts(texts.indices.map { "row \($0 + 1)" })),
                Column("v", .texts(texts)),
            ], count: texts.count)
        let dashboard = metadata(
            dashboard: """
                <Chart Name="C" ChartType="Column" Query="Q"><Category Column="c"/>
                <Values><Value Expression="\(expression)" Aggregate="\(aggregate)"/></Values></Chart>
                """
        ).dashboard
        let session = try SessionLab.session(dashboard, ClosureSource { _ in table })
        return try await session.figure("C")
    }

    private func cells(_ built: BuiltFigure) -> [Double?] {
        built.cells[""]?.map { $0.isNaN ? nil : $0 } ?? []
    }

    @Test func textsThatAreNumbersAreDrawnWithNotes() async throws {
        let (built, issues) = try await built(["1,234", "$12", "NA", "(5)"])
        #expect(cells(built) == [1234, 12, nil, -5])
        #expect(issues.allSatisfy { $0.level == .note })
        #expect(
            issues.map(\.message) == [
                "column v of query Q: null by its name: 'NA' is null",
                "column v of query Q: number with separators: '1,234' is 1234",
                "column v of query Q: number with a currency: '$12' is 12",
                "column v of query Q: negative number in parentheses: '(5)' is -5",
            ])
    }

    @Test func whatIsNoNumberIsNamedWithItsRow() async throws {
        let (built, issues) = try await built(["1", "x7", "2"])
        #expect(cells(built) == [1, nil, 2])
        let warnings = issues.filter { $0.level == .warning }.map(\.message)
        #expect(warnings == ["column v of query Q, row 2: 'x7' is not a number"])
    }

    @Test func expressionsUseTheConvertedNumbers() async throws {
        #expect(cells(try await built(["1,000", "2"], "v * 2").built) == [2000, 4])
        #expect(cells(try await built(["1,000", "2"], "v + 1").built) == [1001, 3])
        #expect(cells(try await built(["1,000", "2"], "Len(v)").built) == [5, 1])
    }

    @Test func severalCurrenciesAreAWarning() async throws {
        let (_, issues) = try await built(["$1", "€2"])
        #expect(issues.contains { $0.level == .warning && $0.message.contains("$, €") })
    }

    @Test func textsThatAreNotNumbersAreAnErrorThatNamesTheFirst() async throws {
        let (built, issues) = try await built([nil, "x", "y"])
        #expect(built.message == "'v' must compute numbers")
        #expect(issues.map(\.hint) == ["the column is text: row 2 has 'x'"])
    }

    @Test func theHintNamesTheFirstTextThatIsNoNumber() async throws {
        let (_, issues) = try await built(["1", "a", "b"])
        #expect(issues.map(\.hint) == ["the column is text: row 2 has 'a'"])
    }

    @Test(arguments: ["Count", "Distinct"])
    func namesOfNullAmongNumbersAreNotCounted(aggregate: String) async throws {
        let (built, issues) = try await built(["1", "NA", "-", "2"], aggregate: aggregate)
        #expect(cells(built) == [1, 0, 0, 1])
        #expect(
            issues.map(\.message) == [
                "column v of query Q: null by its name, 2 times: 'NA' is null"
            ])
    }

    @Test(arguments: ["Count", "Distinct"])
    func namesOfNullAmongOtherTextsAreCounted(aggregate: String) async throws {
        let (built, _) = try await built(["x", "NA", nil], aggregate: aggregate)
        #expect(cells(built) == [1, 1, 0])
    }
}
