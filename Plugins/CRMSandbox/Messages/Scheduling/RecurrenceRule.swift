import CRMPlugin
import PeriluneCore

/// The dates of a series: its days, time, start and end.
///
/// Days are in UTC.
struct RecurrenceRule {
    let pattern: RecurrencePattern
    /// The day that it begins with, at the earliest.
    let first: Int
    /// The second of the day.
    let startSecond: Int
    /// In seconds.
    let duration: Int
    let end: End

    /// The end of the series.
    enum End: Equatable {
        case never
        case after(Int)
        case on(Int)
    }

    /// An occurrence of the series.
    struct Occurrence: Equatable {
        let day: Int
        let start: Timestamp
        let end: Timestamp
    }

    /// Days at most: what the calendar of CRM reaches.
    static let lastDay = CivilDate(9999, 12, 31).number

    /// The first occurrences after a day and not after another.
    func occurrences(
        after previous: Int = .min, through horizon: Int = lastDay, limit: Int
    ) -> [Occurrence] {
        var last = min(horizon, Self.lastDay)
        if case .on(let day) = end { last = min(last, day) }
        var left = Int.max
        if case .after(let count) = end { left = count }
        var found: [Occurrence] = []
        var index = 0
        while found.count < limit, left > 0 {
            let start = pattern.start(ofPeriod: index, from: first)
            guard start <= last else { break }
            for day in pattern.days(inPeriod: start) where day >= first && day <= last && left > 0 {
                left -= 1
                if day > previous, found.count < limit { found.append(occurrence(on: day)) }
            }
            index += 1
        }
        return found
    }

    private func occurrence(on day: Int) -> Occurrence {
        let second = day * 86400 + startSecond
        return Occurrence(
            day: day, start: Timestamp(microseconds: Int64(second) * 1_000_000),
            end: Timestamp(microseconds: Int64(second + duration) * 1_000_000))
    }
}

extension Timestamp {
    /// The day of UTC, counted from 1970.
    var day: Int { Int(microseconds.flooredQuotient(86_400_000_000)) }
    /// The second of the day.
    var secondOfDay: Int { Int(microseconds.flooredRemainder(86_400_000_000) / 1_000_000) }
}
