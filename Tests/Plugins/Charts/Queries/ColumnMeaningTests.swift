import PeriluneCore
import PeriluneLocale
import Testing

@testable import ChartsPlugin

/// Values of `--where`, read as the column is.
struct ColumnMeaningTests {
    private static let day = DateText.microseconds("2024-03-25") ?? 0
    private static let columns: [String: Column] = [
        "numbers": Column("v", .numbers([1234, 5.5, .nan])),
        "dates": Column("v", .dates([day, nil])),
        "texts": Column("v", .texts(["East", "West", "12a", nil])),
        "US": Column("v", .texts(["3/25/2024", "4/1/2024", nil])),
        "amounts": Column("v", .texts(["1,234.50", "$5", "2,000.00", "5"])),
    ]

    @Test(
        arguments: [
            ("numbers", "1234", [.number(1234)]), ("numbers", "1,234", [.number(1234)]),
            ("numbers", "$5.50", [.number(5.5)]), ("numbers", "NA", [.null]),
            ("numbers", "", [.null]),
            ("dates", "2024-03-25", [.date(day)]), ("dates", "3/25/2024", [.date(day)]),
            ("dates", "Mar 25, 2024", [.date(day)]), ("dates", "", [.null]),
            ("texts", "East", [.text("East")]), ("texts", "12", [.text("12")]),
            ("US", "3/25/2024", [.text("3/25/2024")]), ("US", "2024-03-25", [.text("3/25/2024")]),
            ("US", "4/1/2024", [.text("4/1/2024")]), ("US", "2024-04-01", [.text("4/1/2024")]),
            ("US", "2024-01-04", [.text("2024-01-04")]),
            ("amounts", "1234.5", [.text("1,234.50")]), ("amounts", "2000", [.text("2,000.00")]),
            ("amounts", "5.0", [.text("$5"), .text("5")]), ("amounts", "7", [.text("7")]),
        ] as [(String, String, [Cell])])
    func findsValuesInOtherSpellings(column: String, text: String, cells: [Cell]) throws {
        #expect(try Self.columns[column]?.cells(meaning: text) == cells)
    }

    @Test(arguments: [
        ("numbers", "abc", "is not a number"), ("dates", "soon", "is not a date"),
        ("dates", "3/4/2024", "may be either of two dates"), ("US", "soon", "is not a date"),
        ("amounts", "many", "is not a number"),
    ])
    func refusesValuesThatTheColumnCannotHave(column: String, text: String, what: String) {
        let error = #expect(throws: PeriluneError.self) {
            try Self.columns[column]?.cells(meaning: text)
        }
        #expect(error?.message == "'\(text)' \(what)")
    }

    @Test func theLocaleDecidesTheOrderOfDayAndMonth() throws {
        let german = try LocaleFormats("de_DE").conventions
        let cells = try Self.columns["dates"]?.cells(meaning: "25.3.2024", german)
        #expect(cells == [.date(Self.day)])
        let american = try LocaleFormats("en_US").conventions
        let march = try Self.columns["dates"]?.cells(meaning: "3/4/2024", american)
        #expect(march == [.date(try #require(DateText.microseconds("2024-03-04")))])
    }
}
