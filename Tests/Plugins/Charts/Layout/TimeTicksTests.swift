import PeriluneCore
import PeriluneDrawing
import PeriluneLocale
import Testing

@testable import ChartsPlugin

/// Ticks at steps of the calendar, in several zones.
struct TimeTicksTests {
    private static func axis(_ zone: String) throws -> TimeAxis {
        let clock = try WallClock(zone)
        let locale = try LocaleFormats("en_US")
        return TimeAxis(localFromInstant: clock.local, instantFromLocal: clock.instant) {
            date, parts in
            let style: DateStyle =
                switch parts {
                case .year: .year
                case .month: .shortMonth
                case .monthAndYear: .monthAndYear
                case .day: .monthAndDay
                case .dayAndYear: .medium
                case .time: .time
                case .dayAndTime: .monthDayAndTime
                case .seconds: .timeWithSeconds
                }
            return locale.write(date: date, style).replacing("\u{202F}", with: " ")
        }
    }

    private static func ticks(
        _ from: String, _ to: String, _ zone: String, width: Double = 600
    ) throws -> TimeTicks {
        let ends = try [from, to].map {
            Double(try #require(Timestamp($0)).microseconds) / 1e6
        }
        let scale = LinearScale(between: ends[0]...ends[1], from: 0, to: width)
        let style = CategoryLabels.Style(
            font: Font(size: 10), color: .black, fit: TextFit(measure: FakeMeasure()))
        var axis = try axis(zone)
        axis.hasTimesOfDay = !from.contains("02-27T")
        return TimeTicks(scale, axis, bounds: 0...width, style: style)
    }

    private static let cases: [(String, String, String, [String])] = [
        (
            "2019-01-01T00:00:00Z", "2024-01-01T00:00:00Z", "UTC",
            ["2019", "2020", "2021", "2022", "2023", "2024"]
        ),
        (
            "2020-01-15T00:00:00Z", "2020-12-20T00:00:00Z", "UTC",
            ["Feb 2020", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        ),
        (
            "2020-02-27T00:00:00Z", "2020-03-02T00:00:00Z", "UTC",
            ["Feb 27, 2020", "Feb 28", "Feb 29", "Mar 1", "Mar 2"]
        ),
        (
            "2020-03-02T12:00:00Z", "2020-04-14T00:00:00Z", "UTC",
            ["Mar 9, 2020", "Mar 16", "Mar 23", "Mar 30", "Apr 6", "Apr 13"]
        ),
        (
            "2020-01-01T10:15:00Z", "2020-01-01T14:20:00Z", "UTC",
            [
                "Jan 1, 10:30 AM", "11:00 AM", "11:30 AM", "12:00 PM", "12:30 PM", "1:00 PM",
                "1:30 PM", "2:00 PM",
            ]
        ),
        // Clocks are set back in the night to the 25th, which has 25 hours, and forward on the 29th.
        (
            "2020-10-24T22:00:00Z", "2020-10-25T23:00:00Z", "Europe/Berlin",
            [
                "Oct 25", "3:00 AM", "6:00 AM", "9:00 AM", "12:00 PM", "3:00 PM", "6:00 PM",
                "9:00 PM", "Oct 26",
            ]
        ),
        (
            "2020-03-28T23:00:00Z", "2020-03-29T22:00:00Z", "Europe/Berlin",
            ["Mar 29", "6:00 AM", "12:00 PM", "6:00 PM", "Mar 30"]
        ),
        (
            "2020-10-25T00:00:00Z", "2020-10-25T03:00:00Z", "Europe/Berlin",
            ["Oct 25, 2:00 AM", "2:00 AM", "3:00 AM", "4:00 AM"]
        ),
        (
            "1600-01-01T00:00:00Z", "2000-01-01T00:00:00Z", "UTC",
            ["1600", "1650", "1700", "1750", "1800", "1850", "1900", "1950", "2000"]
        ),
    ]

    @Test(arguments: cases)
    func ticksStandAtStepsOfTheCalendar(
        from: String, to: String, zone: String, labels: [String]
    ) throws {
        let ticks = try Self.ticks(from, to, zone, width: 620)
        #expect(ticks.labels == labels)
        #expect(ticks.places.count == labels.count)
    }

    /// Whatever the times and the room: ticks go up, lie inside, and no label touches another.
    @Test(arguments: 0..<40)
    func labelsNeverTouch(_ seed: Int) throws {
        var random = Seeded(UInt64(seed))
        let zone = ["UTC", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"][seed % 4]
        let start = Double(random.int(-2_000_000_000...2_000_000_000))
        let length = [60.0, 5000, 90_000, 1e6, 3e7, 1e9, 2e10][random.int(0...6)]
        let width = Double(random.int(60...1500))
        let scale = LinearScale(between: start...(start + length), from: 20, to: 20 + width)
        let style = CategoryLabels.Style(
            font: Font(size: 10), color: .black, fit: TextFit(measure: FakeMeasure()))
        let ticks = try TimeTicks(
            scale, Self.axis(zone), bounds: 0...(width + 40), style: style)
        #expect(zip(ticks.places, ticks.places.dropFirst()).allSatisfy { $0 < $1 })
        #expect(ticks.places.allSatisfy { scale.domain.contains($0) })
        var end = -Double.infinity
        for (place, label) in zip(ticks.places, ticks.labels) {
            let half = style.fit.width(label, style.font) / 2
            let middle = min(max(scale.position(place), half), width + 40 - half)
            #expect(middle - half >= end)
            end = middle + half
        }
        #expect(width < 150 || !ticks.places.isEmpty)
    }
}
