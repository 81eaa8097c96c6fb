import Testing

@testable import ChartsPlugin

/// Drills and filters, and where both speak of one column.
struct QueryArgumentsTests {
    private let picked = QueryArgument.among([.number(2011), .number(2012)], column: "Year")
    private let none = QueryArgument.among([], column: "Year")

    @Test func aDrillWithinAFilterReplacesTheFilter() {
        let drill = QueryArgument.equals(.number(2011))
        #expect(drill.and(picked, column: "Year") == drill)
        #expect(picked.and(drill, column: "Year") == drill)
        #expect(drill.and(.between(2000, 2011, column: "Year"), column: "Year") == drill)
        #expect(
            QueryArgument.equals(.text("2011")).and(picked, column: "Year")
                == .equals(.text("2011")))
    }

    @Test func aDrillOutsideAFilterMatchesNothing() {
        let drill = QueryArgument.equals(.number(2010))
        #expect(drill.and(picked, column: "Year") == none)
        #expect(drill.and(.between(2011, 2012, column: "Year"), column: "Year") == none)
        #expect(drill.and(.equals(.number(2011)), column: "Year") == none)
        #expect(
            QueryArgument.equals(.null).and(.between(0, 1, column: "Year"), column: "Year") == none)
    }

    @Test func picksAndRangesIntersect() {
        let range = QueryArgument.between(2012, 2020, column: "Year")
        #expect(picked.and(range, column: "Year") == .among([.number(2012)], column: "Year"))
        #expect(
            range.and(.between(2000, 2015, column: "Year"), column: "Year")
                == .between(2012, 2015, column: "Year"))
        #expect(range.and(.between(2000, 2001, column: "Year"), column: "Year") == none)
    }

    @Test func aFilterIsAppliedToItsOwnColumn() {
        var arguments: [String: QueryArgument] = ["Region": .equals(.text("East"))]
        let filter = QueryArgument.among([.text("x")], column: "Market")
        arguments.restrict("Region", of: "Market", to: filter)
        #expect(arguments == ["Region": .equals(.text("East")), "Market": filter])
    }

    @Test func selectedValuesHaveTheTypeOfTheColumn() {
        #expect(Column("a", .numbers([1])).cell(ofKey: "2011") == .number(2011))
        #expect(Column("a", .numbers([1])).cell(ofKey: "") == .null)
        #expect(Column("a", .texts(["x"])).cell(ofKey: "2011") == .text("2011"))
        #expect(Column("a", .texts(["x"])).cell(ofKey: "") == .text(""))
        #expect(Column("a", .texts(["x", nil])).cell(ofKey: "") == .null)
        #expect(Column("a", .dates([0])).cell(ofKey: "1970-01-02") == .date(86_400_000_000))
    }

    @Test func aLevelGetsTheSelectionsOfEarlierLevels() async throws {
        let session = try SessionLab.session()
        try await session.perform(.drill(category: "East", series: nil), on: "Way")
        #expect(try await session.figure("Way").built.cells == ["": [9, 4]])
        try await session.perform(.drillUp(to: 0), on: "Way")
        try await session.perform(.drill(category: "East", series: "2011"), on: "Way")
        let built = try await session.figure("Way").built
        #expect(built.cells == ["": [6, 4]])
        #expect(built.figure.breadcrumbs == ["East, 2011"])
    }

    @Test func aDrillAndAFilterOnOneColumnBothApply() async throws {
        let session = try SessionLab.session()
        try await session.perform(.filter("Region", .among(["East", "West"])))
        try await session.perform(.drill(category: "East", series: nil), on: "Way")
        #expect(try await session.figure("Way").built.categories.map(\.text) == ["Chile", "Cuba"])
        try await session.perform(.filter("Region", .among(["West"])))
        let (built, issues) = try await session.figure("Way")
        #expect(built.message == "no data")
        #expect(issues.map(\.code) == [.emptyTable])
    }

    @Test func filtersRestrictTheChartsThatNameThem() async throws {
        let session = try SessionLab.session()
        try await session.perform(.filter("Years", .among(["2012"])))
        #expect(try await session.figure("Sales").built.cells == ["2012": [20, 5]])
        #expect(try await session.figure("Table").built.categories.count == 3)
        try await session.perform(.filter("Amounts", .between(10, 30)))
        #expect(try await session.figure("Sales").built.cells == ["2012": [20]])
        try await session.perform(.filter("Years", nil))
        #expect(try await session.figure("Sales").built.categories.map(\.text) == ["East", "West"])
    }

    /// In a database a year is no text, and a text no year.
    @Test func numbersCanBeSelectedInADatabase() async throws {
        let folder = try QueryFolder()
        let source = try SQLiteSource(
            path: try folder.database(),
            queries: NamedQueries(
                sql: """
                    -- name: Sales
                    SELECT Region, Year + 0 AS Year, sum(Amount) AS Amount FROM sales GROUP BY Region, Year;
                    """, file: "sales.sql"))
        let session = try SessionLab.session(SessionLab.dashboard, source)
        try await session.perform(.filter("Years", .among(["2010"])))
        #expect(
            try await session.figure("Sales").built.categories.map(\.text) == ["Asia", "Europe"])
    }

    @Test func aPickListOfAMissingColumnIsReported() async throws {
        let dashboard = metadata(
            dashboard: """
                <Filters><Filter Name="F" Sequence="1" SourceQuery="Sales" FilterType="picklist" Column="Yaer"/></Filters>
                \(chart("A", "<Filters><FilterName Name=\"F\"/></Filters>")) \(chart("B"))
                """
        ).dashboard
        let session = try SessionLab.session(dashboard)
        try await session.perform(.filter("F", .among(["2011"])))
        let (built, issues) = await session.figures()
        #expect(issues.filter { $0.level == .error }.allSatisfy { $0.code == .missingColumn })
        #expect(issues.first?.hint?.contains("Year") == true)
        #expect(built[0].message != nil)
        #expect(built[1].cells == ["": [30, 30, 5]])
    }
}
