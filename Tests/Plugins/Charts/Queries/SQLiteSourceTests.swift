import PeriluneCore
import PeriluneStore
import Testing

@testable import ChartsPlugin

struct SQLiteSourceTests {
    private let folder: QueryFolder
    private let source: SQLiteSource

    init() throws {
        folder = try QueryFolder()
        let path = try folder.database()
        try folder.write(
            """
            -- Sales of all years.

            -- name: All
            SELECT Region, Country, Year, Amount, Day FROM sales -- all of them
            -- name: Ordered
            -- referenceValue: 80
            -- upperThreshold: 120.5
            -- lowerThreshold: 40
            -- predictiveStartCategory: Europe
            SELECT Country, Amount FROM sales ORDER BY Amount DESC;

            -- name: Countries
            SELECT Country, SUM(Amount) AS Amount FROM sales
            WHERE (:Region IS NULL OR Region = :Region)
              AND (:Sales_Reason IS NULL OR Year IN (SELECT value FROM json_each(:Sales_Reason)))
            GROUP BY Country
            -- name: Positional
            SELECT ? AS a
            -- name: Slow
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n
            -- name: Write
            DELETE FROM sales
            -- name: Attach
            ATTACH 'other.sqlite' AS other
            -- name: Wrong
            SELECT nothing FROM sales
            """, "sales.sql")
        source = try SQLiteSource.beside(path)
    }

    private func table(_ name: String, _ arguments: [String: QueryArgument] = [:]) throws -> Table {
        try #require(try source.answer(QueryRequest(name, arguments)))
    }

    /// A database keeps dates as texts, and a text is greater than any number to it.
    @Test func aRangeOfDatesComparesDates() throws {
        let ends = try ["2010-12-01", "2011-12-31"].map {
            Double(try #require(DateText.microseconds($0)))
        }
        let found = try table("All", ["Days": .between(ends[0], ends[1], column: "Day")])
        #expect(found.texts("Day") == ["2011-01-02", "2010-12-31"])
        let none = try table("All", ["R": .between(0, 1e9, column: "Region")])
        #expect(none.count == 0)
    }

    @Test func readsTypedColumns() throws {
        let all = try table("All")
        #expect(all.count == 5)
        #expect(all["Year"]?.cells == .numbers([2010, 2011, 2010, 2012, 2012]))
        #expect(all["Region"]?.cells == .texts(["Europe", "Europe", "Asia", "R & D", nil]))
        #expect(all.texts("Day") == ["2010-05-10", "2011-01-02", "2010-12-31", "-", "2012-02-29"])
        guard case .dates? = all["Day"]?.cells else {
            Issue.record("Day is no column of dates")
            return
        }
        #expect(!all.isSorted)
    }

    @Test func keepsTheOrderThatAQueryGives() throws {
        let ordered = try table("Ordered")
        #expect(ordered.isSorted)
        #expect(ordered.texts("Amount") == ["160", "80", "40", "20", "10.5"])
        let some = try table(
            "Ordered", ["Amount": .among([.number(20), .number(160)], column: "Amount")])
        #expect(some.texts("Amount") == ["160", "20"])
    }

    @Test func readsReferenceAndThresholdsBesideTheRows() throws {
        let ordered = try table("Ordered")
        #expect(ordered.reference == 80)
        #expect(ordered.upperThreshold == 120.5)
        #expect(ordered.lowerThreshold == 40)
        #expect(ordered.predictiveStart == .text("Europe"))
    }

    @Test func readsViewsAndTables() throws {
        #expect(
            try table("ByRegion", ["Region": .equals(.text("Europe"))]).texts("Amount") == ["30.5"])
        #expect(try table("sales").count == 5)
        #expect(try source.answer(QueryRequest("nothing")) == nil)
        #expect(try source.answer(QueryRequest("sqlite_master")) == nil)
    }

    @Test func restrictsByADrill() throws {
        #expect(
            try table("All", ["Region": .equals(.text("Europe"))]).texts("Country") == [
                "Spain", "France",
            ])
        #expect(try table("All", ["Region": .equals(.null)]).texts("Country") == ["Nowhere"])
        #expect(try table("All", ["Year": .equals(.number(2011))]).texts("Country") == ["France"])
        let both: [String: QueryArgument] = [
            "Region": .equals(.text("Europe")), "Year": .equals(.number(2010)),
        ]
        #expect(try table("All", both).texts("Country") == ["Spain"])
    }

    @Test func restrictsByFilters() throws {
        let list = QueryArgument.among([.text("Asia"), .text("R & D")], column: "Region")
        #expect(try table("All", ["Regions": list]).texts("Country") == ["Japan", "O'Hara"])
        let orNull = QueryArgument.among([.null, .text("Asia")], column: "Region")
        #expect(try table("All", ["Regions": orNull]).texts("Country") == ["Japan", "Nowhere"])
        let none = QueryArgument.among([], column: "Region")
        #expect(try table("All", ["Regions": none]).count == 0)
        let range = QueryArgument.between(2010, 2011, column: "Year")
        #expect(try table("All", ["Years": range]).count == 3)
    }

    @Test func restrictsByADate() throws {
        let day = try #require(DateText.microseconds("2010-12-31"))
        #expect(try table("All", ["Day": .equals(.date(day))]).texts("Country") == ["Japan"])
        let days = QueryArgument.among([.date(day), .null], column: "Day")
        #expect(try table("All", ["Days": days]).texts("Country") == ["Japan", "O'Hara"])
    }

    @Test func bindsParametersOfTheQuery() throws {
        #expect(try table("Countries").count == 5)
        #expect(
            try table("Countries", ["Region": .equals(.text("Asia"))]).texts("Country") == ["Japan"]
        )
        let years = QueryArgument.among([.number(2011), .number(2012)], column: "Year")
        #expect(
            try table("Countries", ["Sales Reason": years]).texts("Country")
                == ["France", "Nowhere", "O'Hara"])
    }

    @Test(
        arguments: [
            "' OR 1=1 --", "\"; DROP TABLE sales; --", "O'Hara", "\u{0}", "%", ":Region", "?1",
        ])
    func neverInterpolatesAValue(_ text: String) throws {
        let expected = text == "O'Hara" ? 1 : 0
        #expect(try table("All", ["Country": .equals(.text(text))]).count == expected)
        #expect(
            try table("All", ["C": .among([.text(text)], column: "Country")]).count == expected)
        #expect(try table("Countries", ["Region": .equals(.text(text))]).count == 0)
        #expect(try table("sales").count == 5)
    }

    @Test(arguments: ["Region\" OR 1=1 --", "Regionn", "rowid", "Region) OR (1", ""])
    func neverInterpolatesAName(_ name: String) async {
        for argument in [.equals(.text("x")), .among([.text("x")], column: name)] as [QueryArgument]
        {
            let error = await thrown { _ = try table("All", [name: argument]) }
            #expect(error.code == "MAError_DataMissingColumn")
        }
    }

    @Test func quotesStrangeNames() throws {
        let folder = try QueryFolder()
        let path = try folder.database(
            #"CREATE TABLE "a ""b" ("x ""y" INTEGER); INSERT INTO "a ""b" VALUES (1), (2)"#)
        let source = try SQLiteSource(path: path)
        let answer = try source.answer(QueryRequest(#"a "b"#, [#"x "y"#: .equals(.number(2))]))
        #expect(answer?.count == 1)
    }

    @Test(
        arguments: [
            ("Positional", "query.parameter"), ("Wrong", "query.sql"),
            ("Write", "query.writes"), ("Attach", "query.sql"),
        ])
    func saysWhatIsWrongWithAQuery(_ name: String, _ code: String) async {
        #expect(await thrown { _ = try table(name) }.code == code)
    }

    @Test func isReadOnly() async throws {
        let error = await thrown { _ = try table("Write") }
        #expect(error.code != "nothing")
        #expect(try table("sales").count == 5)
    }

    @Test func stopsAQueryThatDoesNotEnd() async throws {
        var limits = QueryLimits()
        limits.time = .milliseconds(20)
        let source = try SQLiteSource.beside("\(folder.path)/sales.sqlite", limits: limits)
        let error = await thrown { _ = try source.answer(QueryRequest("Slow")) }
        #expect(error.code == "query.time")
        #expect(try source.answer(QueryRequest("All"))?.count == 5)
    }

    @Test func boundsRowsAndArguments() async throws {
        var limits = QueryLimits()
        limits.rows = 4
        limits.arguments = 2
        let source = try SQLiteSource.beside("\(folder.path)/sales.sqlite", limits: limits)
        #expect(await thrown { _ = try source.answer(QueryRequest("All")) }.code == "query.rows")
        let many = QueryArgument.among([.null, .null, .null], column: "Region")
        let error = await thrown { _ = try source.answer(QueryRequest("All", ["R": many])) }
        #expect(error.code == "query.arguments")
    }

    @Test func refusesBlobs() async throws {
        let folder = try QueryFolder()
        let source = try SQLiteSource(
            path: folder.database("CREATE TABLE t (a); INSERT INTO t VALUES (x'00')"))
        #expect(await thrown { _ = try source.answer(QueryRequest("t")) }.code == "query.blob")
    }

    @Test func refusesAFileThatIsNotADatabase() async throws {
        let folder = try QueryFolder(["a.sqlite": "this is a text and certainly no database at all"]
        )
        for name in ["a.sqlite", "missing.sqlite"] {
            let error = await thrown { _ = try SQLiteSource(path: "\(folder.path)/\(name)") }
            #expect(error.code == "query.database")
        }
    }

    @Test func aDatabaseMayComeAfterTheDashboard() async throws {
        let folder = try QueryFolder([
            "sales.xml": """
            <Dashboard><Chart Name="Sales" ChartType="Column" Query="All"><Category Column="Region"/>
            <Values><Value Expression="Amount"/></Values></Chart></Dashboard>
            """, "sales.sql": "-- name: All\nSELECT Region, Amount FROM sales",
        ])
        let session = try Session.open(DashboardFile("\(folder.path)/sales.xml")).session
        let error = await #expect(throws: PeriluneError.self) {
            try await session.table(QueryRequest("All"))
        }
        #expect(error?.code == "query.database")
        _ = try folder.database()
        #expect(try await session.table(QueryRequest("All"))?.count == 5)
    }
}
