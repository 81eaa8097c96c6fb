/// A moment in the log, in milliseconds after the start of 2026 (UTC).
struct Timestamp {
    var milliseconds = 0

    /// Writes RFC 3339 text, the form that CloudEvents asks for.
    func write(to line: inout Line) {
        let (days, inDay) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        let (year, month, day) = Self.date(daysAfterStart: days)
        line.decimal(year, digits: 4)
        line += "-"
        line.decimal(month, digits: 2)
        line += "-"
        line.decimal(day, digits: 2)
        line += "T"
        line.decimal(inDay / 3_600_000, digits: 2)
        line += ":"
        line.decimal(inDay / 60_000 % 60, digits: 2)
        line += ":"
        line.decimal(inDay / 1000 % 60, digits: 2)
        line += "."
        line.decimal(inDay % 1000, digits: 3)
        line += "Z"
    }

    private static func date(daysAfterStart days: Int) -> (year: Int, month: Int, day: Int) {
        var year = 2026
        var rest = days
        while rest >= (isLeap(year) ? 366 : 365) {
            rest -= isLeap(year) ? 366 : 365
            year += 1
        }
        let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var month = 0
        while rest >= lengths[month] {
            rest -= lengths[month]
            month += 1
        }
        return (year, month + 1, rest + 1)
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}
