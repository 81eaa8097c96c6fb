import PeriluneCore
import Testing

@testable import ChartsPlugin

struct NumberColumnParserTests {
    private static let numbers: [(String, Double)] = [
        ("12", 12), ("-3.5", -3.5), ("+7", 7), ("007", 7), ("1e3", 1000), ("1.5E-2", 0.015),
        (" 4 ", 4), (".5", 0.5), ("1,234", 1234), ("1,234,567.89", 1_234_567.89),
        ("12,34,567", 1_234_567), ("1 234 567", 1_234_567), ("1\u{A0}234", 1234),
        ("1\u{202F}234,5", 1234.5), ("1'234.5", 1234.5), ("1.234,5", 1234.5), ("1,5", 1.5),
        ("0,123", 0.123), ("1.234.567", 1_234_567), ("$12", 12), ("$1,234.50", 1234.5),
        ("-$5", -5), ("$-5", -5), ("12 €", 12), ("USD 12", 12), ("12.5 EUR", 12.5),
        ("(5)", -5), ("($1,234)", -1234), ("12%", 0.12), ("-0.5 %", -0.005), ("\u{2212}3", -3),
    ]

    @Test(arguments: numbers)
    func readsNumbersAsTheyAreWritten(_ text: String, _ value: Double) {
        let intake = NumberColumnParser([text])
        #expect(intake.numbers == [value])
        #expect(intake.failureCount == 0)
    }

    @Test(arguments: [
        "abc", "1,23,4", "12,34", "1.2.3", "1-2", "2020-01-01", "$", "%", "12abc", "1,2345.6,7",
        "--5", "(5", "0x10", "inf", "12 34", "5 USDX", "1e999",
    ])
    func readsNoOtherTexts(_ text: String) {
        // With a plain number, so that commas do not stand for decimals.
        let intake = NumberColumnParser(["1.5", text])
        #expect(intake.failures.map(\.text) == [text])
        #expect(intake.numbers[1].isNaN)
    }

    @Test func addressesAreNotNumbersWithDots() {
        let addresses = NumberColumnParser(["192.168.100.200", "192.168.101.100", "10.0.0.1"])
        #expect(addresses.failureCount == 3)
        #expect(!addresses.areNumbers)
        let amounts = NumberColumnParser(["1.234.255.100", "1.234.567.890"])
        #expect(amounts.numbers == [1_234_255_100, 1_234_567_890])
    }

    @Test(arguments: ["", "-", "NA", "n/a", "NULL", "null", "NaN", "#N/A", "None", " "])
    func readsNamesOfNull(_ text: String) {
        let intake = NumberColumnParser([text, "1"])
        #expect(intake.failureCount == 0)
        #expect(intake.numbers[0].isNaN)
        #expect(intake.conversions.first { $0.kind == .null }?.count == 1)
    }

    @Test func aFilterDoesNotChangeHowANumberIsRead() {
        let whole = ["1,234", "1,5", "2,5"]
        #expect(NumberColumnParser(["1,234"]).numbers == [1234])
        #expect(NumberColumnParser(["1,234"], whole: whole).numbers == [1.234])
    }

    @Test func aLongTextIsNeitherANumberNorNull() {
        let long = String(repeating: " ", count: 101)
        let numbers = NumberColumnParser(["1", long + "1", long])
        #expect(numbers.failures.map(\.row) == [2, 3])
    }

    @Test func conversionsAreCounted() {
        let intake = NumberColumnParser(["$1", "$2", "(3)", "4%", "5", "1,000", "x", nil, "NA"])
        #expect(
            intake.conversions.map { "\($0.kind) \($0.count)" } == [
                "null 1", "quoted 1", "separators 1", "currency 2", "percent 1", "parentheses 1",
            ])
        #expect(intake.failures.map(\.row) == [7])
        #expect(intake.areNumbers)
        #expect(!NumberColumnParser(["x", "y", "1"]).areNumbers)
    }
}
