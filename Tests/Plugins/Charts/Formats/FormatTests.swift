import Foundation
import PeriluneCore
import PeriluneLocale
import Testing

@testable import ChartsPlugin

struct FormatTests {
    private static let noBreak = "\u{A0}"

    private func writer(
        _ format: String, _ locale: String = "en_US", code: String? = nil
    ) throws -> ValueWriter {
        try ValueWriter(ValueFormat(format, currencyCode: code), LocaleFormats(locale))
    }

    @Test func labelsHaveAtMost1000CharactersOfTheData() throws {
        let formats = try FigureFormats()
        func label(_ text: String) -> String {
            formats.labels([.text(text)], format: "", currency: nil).texts[0]
        }
        let whole = String(repeating: "é", count: 1000)
        #expect(label(whole) == whole)
        #expect(label(whole + "xy") == whole + "…")
        // One character with many marks.
        #expect(label("e" + String(repeating: "\u{301}", count: 100_000)).utf8.count < 2100)
    }

    @Test(
        arguments: [
            ("Currency", 10.2, "en_US", nil, "$10.20"),
            ("Currency", 10.2, "de_DE", nil, "10,20\(noBreak)€"),
            ("Currency", 10.2, "de_DE", "USD", "10,20\(noBreak)$"),
            ("Percent", 10, "en_US", nil, "10%"), ("Percentage", 0.15, "en_US", nil, "15%"),
            ("Percentage", 0.097, "en_US", nil, "9.7%"),
            ("WeekDay", 1, "en_US", nil, "Sunday"), ("ShortWeekDay", 2, "en_US", nil, "Mon"),
            ("Month", 1, "en_US", nil, "January"), ("ShortMonth", 12, "fr_FR", nil, "déc."),
            ("Rounded0", 2.5, "en_US", nil, "3"), ("Rounded2", 1.005, "de_DE", nil, "1,01"),
            ("Rounded9", 1, "en_US", nil, "1.000000000"), ("Rounded", -0.4, "en_US", nil, "0"),
            ("", 2008, "en_US", nil, "2008"), (" Currency ", 1e6, "hi_IN", nil, "₹10,00,000.00"),
        ] as [(String, Double, String, String?, String)])
    func writesNumbersAsTheGuideSays(
        _ format: String, _ value: Double, _ locale: String, _ code: String?, _ expected: String
    ) throws {
        let (text, fits) = try writer(format, locale, code: code).write(.number(value))
        #expect(text == expected)
        #expect(fits)
    }

    @Test(
        arguments: [
            ("Month", "January"), ("ShortMonth", "Jan"), ("WeekDay", "Friday"),
            ("ShortWeekDay", "Fri"), ("ShortDate", "1/15/10"), ("LongDate", "January 15, 2010"),
            ("", "Jan 15, 2010"),
        ])
    func writesDatesAsTheGuideSays(_ format: String, _ expected: String) throws {
        let (text, fits) = try writer(format).write(date("2010-01-15"))
        #expect(text == expected)
        #expect(fits)
    }

    /// The table of formats in the guide to charts.
    @Test(
        arguments: [
            ("", Cell.number(1234.5), "1234.5"), ("Rounded2", .number(1234.567), "1,234.57"),
            ("Currency", .number(1234.5), "$1,234.50"), ("Percent", .number(21), "21%"),
            ("Percentage", .number(0.21), "21%"), ("ShortMonth", date("2024-03-15"), "Mar"),
            ("WeekDay", date("2024-03-15"), "Friday"), ("ShortDate", date("2024-03-15"), "3/15/24"),
            ("LongDate", date("2024-03-15"), "March 15, 2024"),
        ])
    func theGuideShowsEachFormat(_ format: String, _ cell: Cell, _ shown: String) throws {
        #expect(try writer(format).write(cell).text == shown)
        let guide = try String(
            contentsOf: URL(filePath: #filePath)
                .appending(path: "../../../../../Documentation/Charts.md").standardized,
            encoding: .utf8)
        let rows = guide.split(separator: "\n").filter { $0.hasSuffix("| \(shown) |") }
        #expect(rows.contains { format.isEmpty ? $0.contains("none") : $0.contains("`\(format)`") })
    }

    @Test func aDateHasItsTimeIfItHasOne() throws {
        let text = try writer("").write(date("2010-01-15T13:45:00")).text
        #expect(text == "Jan 15, 2010, 1:45\u{202F}PM")
    }

    @Test(
        arguments: [
            ("ShortDate", Cell.number(2008), "2008"), ("Month", 13, "13"), ("WeekDay", 1.5, "1.5"),
            ("Currency", "n/a", "n/a"), ("Rounded0", date("2010-01-15"), "Jan 15, 2010"),
        ])
    func aValueOfAnotherTypeIsWrittenUnformattedWithAWarning(
        _ format: String, _ cell: Cell, _ expected: String
    ) throws {
        let cells: Column.Cells =
            switch cell {
            case .number(let value): .numbers([.nan, value, value])
            case .text(let text): .texts([nil, text, text])
            case .date(let date): .dates([nil, date, date])
            case .null: .numbers([])
            }
        let result = try writer(format).write(cells)
        #expect(result.texts == ["-", expected, expected])
        #expect(result.mismatch?.row == 2)
        #expect(result.mismatch?.message == "'\(expected)' cannot be written as \(format)")
    }

    @Test(
        arguments: [
            ("Currency", 2_500_000, 1, 6, "$2.5M"), ("Currency", 20_000, 0, 3, "$20K"),
            ("Currency", 1200, 0, 0, "$1,200"), ("Percentage", 0.05, 2, 0, "5%"),
            ("Percentage", 0.125, 3, 0, "12.5%"), ("Percent", 12.5, 1, 0, "12.5%"),
            ("Rounded2", 12, 0, 0, "12"), ("", 0.30000000000000004, 1, 0, "0.3"),
            ("Rounded0", -0.0, 0, 0, "0"), ("", 2008, 0, 0, "2008"), ("Month", 2, 0, 0, "February"),
        ])
    func anAxisHasItsOwnDecimalsAndUnit(
        _ format: String, _ value: Double, _ decimals: Int, _ power: Int, _ expected: String
    ) throws {
        let unit = NumberFormat.AxisUnit(decimals: decimals, power: power)
        #expect(try writer(format).numberFormat.axis(value, unit) == expected)
    }

    @Test func anAxisUsesTheLocale() throws {
        let unit = NumberFormat.AxisUnit(decimals: 1, power: 6)
        let format = try writer("Currency", "de_DE").numberFormat
        #expect(format.axis(2_500_000, unit) == "2,5\(Self.noBreak)Mio.\(Self.noBreak)€")
        #expect(format.full(2_500_000) == "2.500.000,00\(Self.noBreak)€")
        #expect(format.full(.nan) == "-")
    }

    @Test(
        arguments: [
            ("currency", "names are case-sensitive: Currency"), ("Rounded10", nil),
            ("Roundedx", nil), ("Dollars", nil),
        ] as [(String, String?)])
    func anUnknownFormatIsAnError(_ name: String, _ hint: String?) {
        let error = #expect(throws: PeriluneError.self) { try ValueFormat(name) }
        #expect(error?.code == .format)
        if let hint { #expect(error?.hint == hint) }
    }

    @Test func aCurrencyHasACodeOfThreeCapitals() throws {
        #expect(throws: PeriluneError.self) { try ValueFormat("Currency", currencyCode: "eur") }
        #expect(throws: PeriluneError.self) { try ValueFormat("Currency", currencyCode: "E/R") }
        #expect(try ValueFormat("Currency", currencyCode: " EUR ").kind == .currency("EUR"))
        #expect(try ValueFormat("Currency", currencyCode: "").kind == .currency(nil))
    }

    @Test func roundedWithoutADigitIsAcceptedWithAWarning() throws {
        #expect(try ValueFormat("Rounded").warning == "Rounded without a digit; write Rounded0")
        #expect(try ValueFormat("Rounded0").warning == nil)
    }

    @Test(
        arguments: [
            ("Percentage", 0.0003, "0.03%"), ("Percentage", 0.00123, "0.12%"),
            ("Percentage", 0.097, "9.7%"), ("Percentage", 0, "0%"), ("Percent", 0.03, "0.03%"),
            ("Currency", 0.004, "$0.004"), ("Currency", 0.05, "$0.05"),
            ("Currency", 0.014, "$0.014"),
            ("Currency", -0.004, "-$0.004"), ("Currency", 0.25, "$0.25"), ("Rounded0", 0.3, "0"),
            ("", 1.0 / 3, "0.333333"), ("", 200.0 / 3, "66.6667"),
            ("", 1_234_567.891, "1,234,567.89"),
            ("", 4.77, "4.77"), ("", 1e-9, "0.000000001"), ("", 2.5e-20, "0.000000000000000000025"),
        ])
    func aLabelHasTheDigitsThatItsNumberNeeds(
        _ format: String, _ value: Double, _ expected: String
    ) throws {
        #expect(try writer(format).numberFormat.full(value) == expected)
    }

    @Test func numbersInOneColumnAreGroupedAlike() throws {
        let formats = try FigureFormats()
        func text(_ value: Double, _ cells: [Double]) -> String {
            formats.numbers(format: "", currency: nil, beside: cells).full(value)
        }
        #expect(text(9999, [9999, 10_000]) == "9,999")
        #expect(text(9999, [9999, 50]) == "9999")
        let axis = formats.numbers(format: "", currency: nil).axis
        #expect(axis(2e15, .init(decimals: 0, power: 12)) == "2,000T")
    }
}
