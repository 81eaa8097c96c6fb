import Foundation
import PeriluneCore
import PeriluneTestKit
import Testing

struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.000001Z", 1),
        ("1969-12-31T23:59:59.999999Z", -1), ("2000-02-29T12:00:00Z", 951_825_600_000_000),
        ("2026-11-21T11:30:00.25+01:00", 1_795_257_000_250_000),
        ("2026-11-21t05:30:00.25-05:00", 1_795_257_000_250_000),
        ("2026-11-21T10:30:00.2500009z", 1_795_257_000_250_000),
        ("2016-12-31T23:59:60Z", 1_483_228_800_000_000),
    ])
    func reads(_ text: String, _ microseconds: Int) {
        #expect(Timestamp(text)?.microseconds == Int64(microseconds))
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T10:30:00", "2026-11-21 10:30:00Z", "2026-11-21T10:30Z",
        "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
        "2026-01-32T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
        "2026-04-31T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:61Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+0100",
        "2026-01-01T00:00:00+01:0", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+01:60",
        "2026-01-01T00:00:00Zx", "-026-01-01T00:00:00Z", "+2026-01-01T00:00:00Z",
        "2026-01-01T00:00:00.5", "2026-01-01T00:00:00+", "2026-01-01T00:00:00+01:00x",
        "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "２026-01-01T00:00:00Z",
    ])
    func refuses(_ text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (250_000, "1970-01-01T00:00:00.250Z"),
        (1, "1970-01-01T00:00:00.000001Z"), (-1, "1969-12-31T23:59:59.999999Z"),
        (-62_167_219_200_000_000, "0000-01-01T00:00:00Z"),
        (-62_167_219_200_000_001, "-0001-12-31T23:59:59.999999Z"),
    ])
    func writes(_ microseconds: Int, _ text: String) {
        #expect(Timestamp(microseconds: Int64(microseconds)).description == text)
    }

    @Test func extremesHaveADescription() {
        #expect(Timestamp(microseconds: .max).description == "294247-01-10T04:00:54.775807Z")
        #expect(Timestamp(microseconds: .min).description.hasSuffix("19:59:05.224192Z"))
    }

    @Test func readsWhatItWrites() {
        var random = SeededGenerator(seed: 31)
        for _ in 0..<20_000 {
            let stamp = Timestamp(
                microseconds: .random(
                    in: -62_167_219_200_000_000...253_402_300_799_999_999, using: &random))
            #expect(Timestamp(stamp.description) == stamp)
        }
    }

    /// Foundation counts in the Gregorian calendar only since 1582.
    @Test func agreesWithFoundation() throws {
        var random = SeededGenerator(seed: 32)
        let style = Date.ISO8601FormatStyle()
        for _ in 0..<5000 {
            let seconds = Int64.random(in: -12_000_000_000...253_402_300_799, using: &random)
            let text = style.format(Date(timeIntervalSince1970: Double(seconds)))
            #expect(Timestamp(text)?.microseconds == seconds * 1_000_000)
            #expect(Timestamp(microseconds: seconds * 1_000_000).description == text)
        }
    }

    @Test func everyDayOfFourHundredYearsFollowsTheOneBefore() throws {
        var expected = try #require(Timestamp("1999-12-31T00:00:00Z")).microseconds
        for year in 2000..<2400 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for (month, days) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
                .enumerated()
            {
                for day in 1...days {
                    expected += 86_400_000_000
                    let text = "\(year)-\(two(month + 1))-\(two(day))T00:00:00Z"
                    #expect(Timestamp(text)?.microseconds == expected)
                }
                #expect(Timestamp("\(year)-\(two(month + 1))-\(two(days + 1))T00:00:00Z") == nil)
            }
        }
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
