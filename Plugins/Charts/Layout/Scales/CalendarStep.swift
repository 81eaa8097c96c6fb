import PeriluneCore

/// The distance between the ticks of a time axis, in seconds, days, months or years.
struct CalendarStep: Sendable, Hashable {
    var unit: Unit
    var count: Int64

    enum Unit: Sendable, Hashable {
        case second, minute, hour, day, week, month, year
    }

    /// From short to long.
    static let all: [CalendarStep] =
        [1, 2, 5, 10, 15, 30].map { CalendarStep(.second, $0) }
        + [1, 2, 5, 10, 15, 30].map { CalendarStep(.minute, $0) }
        + [1, 2, 3, 6, 12].map { CalendarStep(.hour, $0) } + [1, 2].map { CalendarStep(.day, $0) }
        + [1, 2].map { CalendarStep(.week, $0) } + [1, 2, 3, 6].map { CalendarStep(.month, $0) }
        + [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000].map { CalendarStep(.year, $0) }

    init(_ unit: Unit, _ count: Int64) {
        self.unit = unit
        self.count = count
    }

    /// About how long it is, in microseconds.
    var length: Int64 {
        let second = DateFunctions.second
        let one =
            switch unit {
            case .second: second
            case .minute: 60 * second
            case .hour: 3600 * second
            case .day: DateFunctions.day
            case .week: 7 * DateFunctions.day
            case .month: 30 * DateFunctions.day
            case .year: 365 * DateFunctions.day
            }
        return count * one
    }

    /// Whether its ticks are hours or less apart: clocks that change move them.
    var isTimeOfDay: Bool { [.second, .minute, .hour].contains(unit) }

    /// The last of its ticks at or before a time, all of them counted from the beginning of a calendar.
    func floor(_ time: Int64) -> Int64 {
        switch unit {
        case .second, .minute, .hour, .day: return Self.floor(time, length)
        case .week:
            // Weeks begin on Mondays: 1970 began on a Thursday.
            let monday = 4 * DateFunctions.day
            return Self.floor(time - monday, length) + monday
        case .month, .year:
            let civil = Timestamp.date(
                days: Int(Self.floor(time, DateFunctions.day) / DateFunctions.day))
            let months = Int64(civil.year) * 12 + Int64(civil.month) - 1
            return Self.first(ofMonth: Self.floor(months, self.months))
        }
    }

    /// The tick after one of its ticks.
    func next(_ tick: Int64) -> Int64 {
        switch unit {
        case .second, .minute, .hour, .day, .week: return tick + length
        case .month, .year:
            let civil = Timestamp.date(
                days: Int(Self.floor(tick, DateFunctions.day) / DateFunctions.day))
            return Self.first(ofMonth: Int64(civil.year) * 12 + Int64(civil.month) - 1 + months)
        }
    }

    private var months: Int64 { unit == .year ? count * 12 : count }

    /// The beginning of a month, counted from the year 0.
    private static func first(ofMonth months: Int64) -> Int64 {
        let year = floor(months, 12) / 12
        let days = Timestamp.days(year: Int(year), month: Int(months - year * 12) + 1, day: 1)
        return Int64(days) * DateFunctions.day
    }

    private static func floor(_ value: Int64, _ step: Int64) -> Int64 {
        let rest = value % step
        return value - (rest < 0 ? rest + step : rest)
    }
}
