import PeriluneCore

/// Functions of dates: proleptic Gregorian, in UTC.
enum DateFunctions {
    static let second: Int64 = 1_000_000
    static let day: Int64 = 86_400 * second

    /// The years that dates are of, 1 to 9999.
    private static let range =
        Int64(Timestamp.days(year: 1, month: 1, day: 1)) * day..<Int64(
            Timestamp.days(year: 10_000, month: 1, day: 1)) * day

    /// `nil` for a function of another kind.
    static func part(_ function: Function) -> ((Int64) -> Double)? {
        switch function {
        case .day: { Double(civil($0).day) }
        case .month: { Double(civil($0).month) }
        case .year: { Double(civil($0).year) }
        // 1970 began on a Thursday.
        case .dayNumber: { Double((days($0) + 4) % 7 + ((days($0) + 4) % 7 < 0 ? 8 : 1)) }
        case .hour: { Double(time($0) / (3600 * second)) }
        case .minute: { Double(time($0) / (60 * second) % 60) }
        case .second: { Double(time($0) / second % 60) }
        default: nil
        }
    }

    static func midnight(_ date: Int64) -> Int64 { Int64(days(date)) * day }

    /// Moves a date; `nil` if the amount is not whole, or the result is not a valid date.
    static func moved(_ date: Int64, by amount: Double, unit: Int64) -> Int64? {
        guard let amount = Int64(exactly: amount) else { return nil }
        let (distance, isTooFar) = amount.multipliedReportingOverflow(by: unit)
        let (result, overflow) = date.addingReportingOverflow(distance)
        return !isTooFar && !overflow && range.contains(result) ? result : nil
    }

    /// The date of year, month, day, hour, minute and second; `nil` if it does not exist.
    static func date(_ parts: [Int]) -> Int64? {
        guard parts.count == 6, (1...9999).contains(parts[0]), (1...12).contains(parts[1]),
            (1...Timestamp.length(ofMonth: parts[1], in: parts[0])).contains(parts[2]),
            (0..<24).contains(parts[3]), (0..<60).contains(parts[4]), (0..<60).contains(parts[5])
        else { return nil }
        let days = Timestamp.days(year: parts[0], month: parts[1], day: parts[2])
        let seconds = parts[3] * 3600 + parts[4] * 60 + parts[5]
        return Int64(days) * day + Int64(seconds) * second
    }

    /// Year, month, day, and of a time of day hour, minute and second.
    static func parts(_ date: Int64) -> [Int] {
        let (day, time) = (civil(date), Int(time(date) / second))
        let date = [day.year, day.month, day.day]
        return time == 0 ? date : date + [time / 3600, time / 60 % 60, time % 60]
    }

    /// Since 1970, downwards.
    private static func days(_ date: Int64) -> Int {
        Int(date / day) - (date % day < 0 ? 1 : 0)
    }

    private static func time(_ date: Int64) -> Int64 { date - midnight(date) }

    private static func civil(_ date: Int64) -> (year: Int, month: Int, day: Int) {
        Timestamp.date(days: days(date))
    }
}
