import PeriluneCore
import Testing

@testable import ChartsPlugin

/// Functions of several categories in the values of charts.
struct WindowTests {
    /// Two series, with two rows for one category.
    private static let rows: Value = [
        ["Month": 1, "Shop": "A", "Sales": 10, "Cost": 5],
        ["Month": 1, "Shop": "B", "Sales": 4, "Cost": 1],
        ["Month": 2, "Shop": "A", "Sales": 12, "Cost": 7],
        ["Month": 2, "Shop": "A", "Sales": 8, "Cost": 3],
        ["Month": 2, "Shop": "B", "Sales": 8, "Cost": 2],
        ["Month": 3, "Shop": "A", "Sales": 30, "Cost": 10],
        ["Month": 3, "Shop": "B", "Sales": 4, "Cost": 3],
    ]

    private func cells(
        _ expression: String, rows: Value = rows, extra: String = "", attributes: String = "",
        issues level: ChartIssue.Level? = nil
    ) async throws -> [[Double]] {
        let (built, issues) = try await KindsLab.built(
            "Line", category: "Month", series: "<Series Column=\"Shop\"/>",
            values: "<Value Expression=\"\(expression)\" Aggregate=\"Sum\" \(attributes)/>",
            extra: extra, rows: rows)
        #expect(issues.map(\.level) == (level.map { [$0] } ?? []), "\(issues)")
        guard case .plot(let plot) = built.figure.content else { return [] }
        return plot.layers.first?.values.first?.cells ?? []
    }

    @Test(
        arguments: [
            ("RunningTotal(Sales)", [[10, 30, 60], [4, 12, 16]]),
            ("Rank(Sales)", [[3, 2, 1], [2, 1, 2]]),
            ("Lag(Sales)", [[.nan, 10, 20], [.nan, 4, 8]]),
            ("Lag(Sales, 2)", [[.nan, .nan, 10], [.nan, .nan, 4]]),
            ("MovingAverage(Sales, 2)", [[.nan, 15, 25], [.nan, 6, 6]]),
            ("Growth(Sales)", [[.nan, 1, 0.5], [.nan, 1, -0.5]]),
            ("Share(Sales) * 100", [[100.0 / 6, 200.0 / 6, 50], [25, 50, 25]]),
            ("Sales - Lag(Sales)", [[.nan, 10, 10], [.nan, 4, -4]]),
            ("RunningTotal(Sales - Cost)", [[5, 15, 35], [3, 9, 10]]),
            ("RunningTotal(Growth(Sales))", [[.nan, 1, 1.5], [.nan, 1, 0.5]]),
            ("if(Rank(Sales) == 1, Sales, 0)", [[0, 0, 30], [0, 8, 0]]),
        ] as [(String, [[Double]])])
    func aFunctionUsesTheNumbersOfItsSeries(_ expression: String, _ wanted: [[Double]]) async throws
    {
        let cells = try await cells(expression)
        #expect(cells.map { $0.map(\.shown) } == wanted.map { $0.map(\.shown) })
    }

    @Test func categoriesAreCountedAsTheChartOrdersThem() async throws {
        let cells = try await cells("RunningTotal(Sales)", extra: "Sort=\"Name\" Descending=\"1\"")
        #expect(cells == [[30, 50, 60], [4, 12, 16]])
    }

    @Test func missingNumbersAddNothing() async throws {
        let rows: Value = [
            ["Month": 1, "Shop": "A", "Sales": 0], ["Month": 2, "Shop": "A", "Sales": .null],
            ["Month": 3, "Shop": "A", "Sales": 5],
        ]
        let totals = try await cells("RunningTotal(Sales)", rows: rows)
        #expect(totals[0].map(\.shown) == ["0", "-", "5"])
        for expression in ["Growth(Sales)", "MovingAverage(Sales, 2)"] {
            let cells = try await cells(expression, rows: rows, issues: .warning)
            #expect(cells[0].map(\.shown) == ["-", "-", "-"])
        }
    }

    @Test func aShareIsAPercentage() async throws {
        let (built, _) = try await KindsLab.built(
            "Column", category: "Month",
            values: "<Value Expression=\"Share(Sales)\" Aggregate=\"Sum\" Format=\"Percentage\"/>",
            rows: [["Month": 1, "Sales": 1], ["Month": 2, "Sales": 3]])
        #expect(FigureTable(built.figure.content).value["rows"]?[1]?[1] == "75%")
    }

    @Test(
        arguments: [
            ("MovingAverage(Sales, 0)", "constant number of categories"),
            ("MovingAverage(Sales, Cost)", "constant number of categories"),
            ("MovingAverage(Sales)", "takes 2 arguments"), ("Lag(Slaes)", "no column Slaes"),
            ("RunningTotal(1)", "names no column"),
        ])
    func invalidCallsAreReported(_ expression: String, _ text: String) async throws {
        let (built, _) = try await KindsLab.built(
            "Column", category: "Month",
            values: "<Value Expression=\"\(expression)\" Aggregate=\"Sum\"/>", rows: Self.rows)
        #expect(built.message?.contains(text) == true, "\(built.message ?? "")")
    }

    @Test func rowsOutsideAChartHaveNoWindowFunctions() throws {
        #expect(throws: PeriluneError.self) {
            _ = try Expression("Lag(a)").evaluate(
                over: Table(columns: [Column("a", .numbers([1, 2]))], count: 2))
        }
    }

    @Test(arguments: [
        "(a + b) * c - Lag([Cost of Revenue], 2)", "if(a <= 2, 'it''s', String($x))", "Neg((-1.5))",
    ])
    func anExpressionIsWrittenWithTheSameMeaning(_ text: String) throws {
        let written = try Expression(text).tree.written
        #expect(try Expression(written).tree.written == written)
        #expect(try Expression(written).names == Expression(text).names)
    }
}

extension Double {
    fileprivate var shown: String { isNaN ? "-" : ValueText.number((self * 1e9).rounded() / 1e9) }
}
