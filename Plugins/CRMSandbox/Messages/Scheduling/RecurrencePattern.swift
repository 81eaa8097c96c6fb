import PeriluneCore

/// The days of a series: a repeated period of some days, weeks, months or years, and the days in it.
enum RecurrencePattern: Equatable {
    case daily(every: Int)
    case weekdays
    /// `days` as bits, Sunday first; a week begins with `weekStart`, 0 for Sunday.
    case weekly(every: Int, days: Int, weekStart: Int)
    case monthly(every: Int, Place)
    case yearly(every: Int, month: Int, Place)

    /// A day within a month.
    enum Place: Equatable {
        /// A day of the month; the last one in shorter months.
        case day(Int)
        /// The first to fourth of these weekdays, or with 5 the last.
        case nth(Int, days: Int)
    }

    /// The start of the nth period, counted from the one with the first day.
    func start(ofPeriod index: Int, from first: Int) -> Int {
        let date = CivilDate(number: first)
        switch self {
        case .daily(let every): return first + index * every
        case .weekdays: return first + index
        case .weekly(let every, _, let weekStart):
            let weekday = CivilDate.weekday(ofNumber: first)
            return first - (weekday - weekStart).flooredRemainder(7) + index * every * 7
        case .monthly(let every, _):
            return date.monthStart.adding(months: index * every).number
        case .yearly(let every, let month, _):
            return CivilDate(date.year + index * every, month, 1).number
        }
    }

    /// The days of the period that begins with a day, in order.
    func days(inPeriod start: Int) -> [Int] {
        switch self {
        case .daily: return [start]
        case .weekdays: return Self.has(0b011_1110, start) ? [start] : []
        case .weekly(_, let days, _): return (start..<start + 7).filter { Self.has(days, $0) }
        case .monthly(_, let place), .yearly(_, _, let place):
            return Self.day(place, inMonth: start).map { [$0] } ?? []
        }
    }

    private static func day(_ place: Place, inMonth start: Int) -> Int? {
        let end = CivilDate(number: start).adding(months: 1).number
        switch place {
        case .day(let day): return min(start + day - 1, end - 1)
        case .nth(let instance, let days):
            let found = (start..<end).filter { has(days, $0) }
            if instance == 5 { return found.last }
            return found.indices.contains(instance - 1) ? found[instance - 1] : nil
        }
    }

    /// Whether the bits name the weekday of a day.
    private static func has(_ days: Int, _ day: Int) -> Bool {
        days >> CivilDate.weekday(ofNumber: day) & 1 == 1
    }
}
