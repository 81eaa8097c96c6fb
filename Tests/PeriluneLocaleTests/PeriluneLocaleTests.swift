import PeriluneCore
import PeriluneLocale
import Testing

struct PeriluneLocaleTests {
    private static let noBreak = "\u{A0}"
    private static let narrow = "\u{202F}"

    private func write(
        _ value: Double, _ locale: String, _ kind: NumberStyle.Kind,
        _ precision: NumberStyle.Precision = .automatic, power: Int = 0
    ) throws -> String {
        try LocaleFormats(locale).write(value, NumberStyle(kind, precision, power: power))
    }

    @Test(
        arguments: [
            ("en_US", "$1,234,567.89"), ("de_DE", "1.234.567,89\(noBreak)€"),
            ("fr_FR", "1\(narrow)234\(narrow)567,89\(noBreak)€"), ("ja_JP", "￥1,234,568"),
            ("ar_EG", "\u{200F}١٬٢٣٤٬٥٦٧٫٨٩\(noBreak)ج.م.\u{200F}"), ("hi_IN", "₹12,34,567.89"),
        ])
    func writesMoneyAsTheLocaleDoes(_ locale: String, _ expected: String) throws {
        #expect(try write(1_234_567.885, locale, .currency(nil)) == expected)
    }

    @Test(
        arguments: [
            ("en_US", "USD", "$10.20"), ("de_DE", "EUR", "10,20\(noBreak)€"),
            ("de_DE", "USD", "10,20\(noBreak)$"), ("en_US", "JPY", "¥10"),
            ("de_DE", "no code", "10,2"),
        ])
    func writesMoneyOfOtherCountries(_ locale: String, _ code: String, _ expected: String) throws {
        #expect(try write(10.2, locale, .currency(code)) == expected)
    }

    @Test(
        arguments: [
            ("en_US", "-1,234,567.9"), ("de_DE", "-1.234.567,9"),
            ("fr_FR", "-1\(narrow)234\(narrow)567,9"), ("ja_JP", "-1,234,567.9"),
            ("ar_EG", "\u{61C}-١٬٢٣٤٬٥٦٧٫٩"), ("hi_IN", "-12,34,567.9"),
        ])
    func groupsAsTheLocaleDoes(_ locale: String, _ expected: String) throws {
        #expect(try write(-1_234_567.85, locale, .grouped, .exactly(1)) == expected)
    }

    @Test(arguments: [("de", "EUR"), ("en-GB", "GBP"), ("ja", "JPY"), ("pt_BR", "BRL")])
    func hasTheCurrencyOfTheCountry(_ locale: String, _ expected: String) throws {
        #expect(try LocaleFormats(locale).currency == expected)
    }

    @Test func aYearIsNotGrouped() throws {
        #expect(try write(2008, "en_US", .general) == "2008")
        #expect(try write(20080, "en_US", .general) == "20,080")
        #expect(try write(0.1 + 0.2, "de_DE", .general) == "0,3")
    }

    @Test(
        arguments: [
            (2.5, 0, "3"), (-2.5, 0, "-3"), (1.005, 2, "1.01"), (-0.4, 0, "0"), (-0.0, 1, "0.0"),
            (0.5, 0, "1"), (.nan, 0, "-"), (.infinity, 2, "-"),
        ])
    func roundsHalfAwayFromZeroAndHasNoMinusZero(
        _ value: Double, _ decimals: Int, _ expected: String
    ) throws {
        #expect(try write(value, "en_US", .grouped, .exactly(decimals)) == expected)
    }

    @Test func aFractionIsScaledExactly() throws {
        #expect(try write(0.145, "en_US", .percent, .upTo(0), power: 2) == "15%")
        #expect(try write(0.097, "en_US", .percent, .upTo(1), power: 2) == "9.7%")
        #expect(try write(10, "de_DE", .percent, .upTo(1)) == "10\(Self.noBreak)%")
        #expect(try write(12_345, "en_US", .grouped, .exactly(1), power: -3) == "12.3")
    }

    @Test(
        arguments: [
            ("en_US", 3, "K"), ("en_US", 9, "B"), ("de_DE", 6, "\(noBreak)Mio."),
            ("de_DE", 3, "k"), ("ja_JP", 6, "M"), ("fr_FR", 3, "\(noBreak)k"), ("en_US", 2, ""),
        ])
    func abbreviatesPowersOfTen(_ locale: String, _ power: Int, _ expected: String) throws {
        #expect(try LocaleFormats(locale).unit(ofPower: power) == expected)
    }

    @Test func theUnitFollowsTheLastDigit() throws {
        let formats = try LocaleFormats("de_DE")
        let style = NumberStyle(.currency(nil), .exactly(1), power: -6)
        let writer = formats.numbers(style, unit: formats.unit(ofPower: 6))
        #expect(writer?.write(1_250_000) == "1,3\(Self.noBreak)Mio.\(Self.noBreak)€")
    }

    @Test(
        arguments: [
            ("en_US", DateStyle.month, "September"), ("en_US", .shortMonth, "Sep"),
            ("en_US", .weekDay, "Wednesday"), ("en_US", .shortWeekDay, "Wed"),
            ("en_US", .short, "9/1/10"), ("en_US", .long, "September 1, 2010"),
            ("en_US", .medium, "Sep 1, 2010"),
            ("en_US", .mediumWithTime, "Sep 1, 2010, 1:45\(narrow)PM"),
            ("de_DE", .month, "September"), ("de_DE", .weekDay, "Mittwoch"),
            ("de_DE", .long, "1. September 2010"), ("fr_FR", .shortWeekDay, "mer."),
            ("ja_JP", .long, "2010年9月1日"), ("ar_EG", .month, "سبتمبر"), ("hi_IN", .weekDay, "बुधवार"),
            ("pl_PL", .month, "wrzesień"),
        ])
    func writesDatesAsTheLocaleDoes(
        _ locale: String, _ style: DateStyle, _ expected: String
    ) throws {
        let date = Timestamp("2010-09-01T13:45:10Z")?.microseconds ?? 0
        #expect(try LocaleFormats(locale).write(date: date, style) == expected)
    }

    @Test(arguments: ["xx_YY", "", "de DE", "../../etc", "e", "😀"])
    func anUnknownLocaleIsAnError(_ identifier: String) {
        #expect(throws: PeriluneError.self) { try LocaleFormats(identifier) }
    }

    @Test func oneInstanceServesManyThreads() async throws {
        let formats = try LocaleFormats("en_US")
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<200).allSatisfy { number in
                        let decimals = (task + number) % 5
                        let text = formats.write(
                            1.5, NumberStyle(.grouped, .exactly(decimals)))
                        let day = formats.write(
                            date: Int64(number) * 86_400_000_000, .shortWeekDay)
                        return text
                            == (decimals == 0
                                ? "2" : "1.5" + String(repeating: "0", count: decimals - 1))
                            && day == ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][number % 7]
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
