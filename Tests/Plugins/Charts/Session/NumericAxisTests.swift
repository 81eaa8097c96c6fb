import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Charts whose categories are numbers with places of their own.
struct NumericAxisTests {
    private static let rows: Value = [
        ["Income": 278, "Life": 50, "People": 3], ["Income": 10681, "Life": 60, "People": 4],
        ["Income": "12,779", "Life": 70, "People": 5], ["Income": 21655, "Life": 80, "People": 6],
        ["Income": 278, "Life": 55, "People": 9],
    ]

    private func built(
        _ kind: String, category: String = "", value: String = "", rows: Value = rows
    ) async throws -> (
        built: BuiltFigure, issues: [ChartIssue]
    ) {
        let dashboard = metadata(
            dashboard: """
                <Chart Name="C" ChartType="\(kind)" Query="Q"><Category Column="Income" \(category)/>
                <Values><Value Expression="Life" ValueSequence="1" \(value)/>
                <Value Expression="People" ValueSequence="2"/></Values></Chart>
                """
        ).dashboard
        return try await SessionLab.session(
            dashboard, ClosureSource { try Table(rows: rows, of: $0.name) }
        ).figure("C")
    }

    /// The middles of marks from left to right.
    private func places(_ built: BuiltFigure) -> [Double] {
        Drawn(built.figure).identified.compactMap { mark in
            if case .circle(let center, _) = mark.shape { center.x } else { nil }
        }.sorted()
    }

    private func lines(
        _ kind: String, _ incomes: [Double], category: String = ""
    ) async throws -> (notes: [String], warnings: [String]) {
        let rows = incomes.map { income -> Value in
            ["Income": .number(income), "Life": 1, "People": 1]
        }
        let (built, issues) = try await built(kind, category: category, rows: .array(rows))
        return (built.figure.notes, issues.filter { $0.level == .warning }.map(\.message))
    }

    @Test(arguments: ["Line", "Area"])
    func aLineThroughNumbersWhoseStepsDifferIsDoubtful(_ kind: String) async throws {
        let found = try await lines(kind, [1990, 1995, 1996])
        #expect(
            found.warnings == [
                "chart C: the numbers of column Income are drawn at equal distances, but their steps differ"
            ])
        #expect(found.notes == ["Income: drawn at equal distances, although the steps differ"])
    }

    @Test(
        arguments: [
            ("Line", [1990, 1995, 2000], ""), ("Line", [2, 1], ""), ("Line", [0.1, 0.2, 0.3], ""),
            ("Column", [1990, 1995, 1996], ""), ("Line", [1990, 1995, 1996], #"Scale="Category""#),
            ("Line", [1990, 1995, 1996], #"Sort="Value""#),
        ] as [(String, [Double], String)])
    func equalStepsAndDeclaredScalesAreNotDoubtful(
        _ kind: String, _ incomes: [Double], _ category: String
    ) async throws {
        let found = try await lines(kind, incomes, category: category)
        #expect(found.warnings == [] && found.notes == [])
    }

    @Test(
        arguments: [
            ([20_240_301, 20_240_302, 20_240_303], true), ([20_240_301, 20_241_302], false),
            ([20_240_301], false), ([20_240_301.5, 20_240_302.5], false),
        ] as [([Double], Bool)])
    func numbersThatMayBeDatesAreDoubtful(_ incomes: [Double], _ isDoubtful: Bool) async throws {
        let warnings = try await lines("Column", incomes).warnings
        let warning = "chart C: the numbers of column Income may be dates, such as 20240301"
        #expect(warnings == (isDoubtful ? [warning] : []))
    }

    @Test func pointsWithoutANumberAreCounted() async throws {
        let rows: Value = [
            ["Income": 1, "Life": 50, "People": 3], ["Income": 2, "Life": .null, "People": 4],
            ["Income": 3, "Life": 70, "People": .null], ["Income": 4, "Life": 80, "People": .null],
        ]
        let notes = try await built("Bubble", rows: rows).built.figure.notes
        #expect(notes == ["1 point has no number for Life", "2 points have no number for People"])
    }

    @Test(arguments: ["Bubble", "Scatter"])
    func pointsAreAtTheirNumbersAndNoneIsLost(_ kind: String) async throws {
        let (built, issues) = try await built(kind)
        #expect(issues.allSatisfy { $0.level == .note })
        let places = places(built)
        try #require(places.count == 5)
        #expect(places[0] == places[1], "two have the same income")
        let unit = (places[4] - places[0]) / (21655 - 278)
        #expect(abs(places[2] - places[0] - unit * (10681 - 278)) < 0.01)
        #expect(abs(places[3] - places[0] - unit * (12779 - 278)) < 0.01)
    }

    @Test func numbersOfFiveDigitsAreAmountsAndSmallerOnesMayBeYears() async throws {
        let incomes = Drawn(try await built("Scatter").built.figure).texts.map(\.string)
        #expect(incomes.contains("20.0K"), "\(incomes)")
        let rows: Value = [
            ["Income": 2010, "Life": 1, "People": 1], ["Income": 2020, "Life": 2, "People": 1],
        ]
        let years = Drawn(try await built("Scatter", rows: rows).built.figure).texts.map(\.string)
        #expect(years.contains("2010"), "\(years)")
    }

    @Test func ratiosAreEqualDistancesOnALogarithmicAxis() async throws {
        let rows: Value = [
            ["Income": 10, "Life": 1, "People": 1], ["Income": 100, "Life": 10, "People": 1],
            ["Income": 10000, "Life": 1000, "People": 1],
        ]
        let (built, issues) = try await built(
            "Scatter", category: #"Scale="Log""#, value: #"Scale="Log""#, rows: rows)
        #expect(issues.isEmpty, "\(issues)")
        let places = places(built)
        try #require(places.count == 3)
        #expect(abs((places[2] - places[0]) - 3 * (places[1] - places[0])) < 0.01)
        let texts = Drawn(built.figure).texts.map(\.string)
        #expect(["1", "10", "100", "1000"].allSatisfy(texts.contains))
    }

    @Test func aSymmetricAxisIsLogarithmicOnBothSidesOfZero() async throws {
        let rows: Value = [
            ["Income": -1000, "Life": -1000, "People": 1],
            ["Income": -10, "Life": -10, "People": 1],
            ["Income": 0, "Life": 0, "People": 1], ["Income": 10, "Life": 10, "People": 1],
            ["Income": 1000, "Life": 1000, "People": 1],
        ]
        let (built, issues) = try await built(
            "Scatter", category: #"Scale="SymmetricLog""#, value: #"Scale="SymmetricLog""#,
            rows: rows)
        #expect(issues.isEmpty, "\(issues)")
        let places = places(built)
        try #require(places.count == 5)
        #expect(abs((places[2] - places[0]) - (places[4] - places[2])) < 0.01)
        #expect(abs((places[2] - places[1]) - (places[3] - places[2])) < 0.01)
        // Two of the four decades lie beyond 10.
        #expect(places[4] - places[3] > 1.5 * (places[3] - places[2]))
        let texts = Drawn(built.figure).texts.map(\.string)
        #expect(["-1000", "0", "1000"].allSatisfy(texts.contains), "\(texts)")
    }

    @Test(arguments: ["Column", "Bar", "Line", "Area"])
    func columnsMayHaveASymmetricAxis(_ kind: String) async throws {
        let rows: Value = [
            ["Income": 1, "Life": 5, "People": 1], ["Income": 2, "Life": 0, "People": 1],
            ["Income": 3, "Life": -5_000_000, "People": 1],
        ]
        let (built, issues) = try await built(kind, value: #"Scale="SymmetricLog""#, rows: rows)
        #expect(built.message == nil && !issues.contains { $0.level == .error }, "\(issues)")
        let texts = Drawn(built.figure).texts.map(\.string)
        #expect(texts.contains("0"), "\(texts)")
    }

    @Test func partsOfAWholeMayNotHaveASymmetricAxis() async throws {
        let (built, _) = try await built("Pie", value: #"Scale="SymmetricLog""#)
        #expect(built.message != nil)
    }

    @Test func aNumberWithoutALogarithmIsAnError() async throws {
        let rows: Value = [
            ["Income": 1, "Life": 5, "People": 1], ["Income": 2, "Life": 0, "People": 1],
        ]
        let (built, issues) = try await built("Line", value: #"Scale="Log""#, rows: rows)
        #expect(built.message?.contains("'Life' has 0") == true)
        #expect(issues.map(\.level) == [.error])
    }

    @Test func columnsHaveNoLogarithmicAxis() async throws {
        let (built, issues) = try await built("Column", value: #"Scale="Log""#)
        #expect(built.message != nil)
        #expect(issues.first { $0.level == .error }?.hint?.contains("Scale=") == true)
    }

    @Test func aScaleThatDoesNotFitIsAWarning() async throws {
        let (_, issues) = try await built("Line", category: #"Scale="Time" Sort="Data""#)
        #expect(issues.contains { $0.hint?.contains("requires dates") == true })
    }

    @Test(arguments: [
        (3.0, 80.0, [2.0, 5, 10, 20, 50, 100]),
        (0.001, 1000, [0.001, 0.01, 0.1, 1, 10, 100, 1000]),
        (5, 5, [1, 2, 5, 10]), (1, 1e12, [1, 1e2, 1e4, 1e6, 1e8, 1e10, 1e12]),
    ])
    func logarithmicTicksAreRound(_ low: Double, _ high: Double, _ ticks: [Double]) {
        let scale = LinearScale(logarithmic: low...high, from: 0, to: 100, parts: 6)
        #expect(scale.ticks.count == ticks.count)
        #expect(zip(scale.ticks, ticks).allSatisfy { abs($0 / $1 - 1) < 1e-9 }, "\(scale.ticks)")
        #expect(scale.domain.contains(low) && scale.domain.contains(high))
    }
}
