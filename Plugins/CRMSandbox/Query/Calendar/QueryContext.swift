import CRMPlugin
import PeriluneCore

/// The user, time and settings of a query, which define "me", "today" and "this fiscal year".
struct QueryContext: Sendable {
    /// The caller.
    var userID: GUID
    /// The time of the question.
    var now: Timestamp
    /// The caller's distance from UTC in seconds.
    var utcOffset = 0
    /// The caller's language.
    var language: Int32 = 1033
    /// The day a week begins with; 0 is Sunday.
    var firstDayOfWeek = 0
    /// The organization's fiscal year.
    var fiscal = FiscalCalendar()

    /// Seconds since 1970, UTC.
    var second: Int { Int(now.microseconds.flooredQuotient(1_000_000)) }
    /// The caller's day.
    var today: Int { day(ofSecond: second) }

    /// The caller's day that a second is in.
    func day(ofSecond second: Int) -> Int { (second + utcOffset).flooredQuotient(86400) }
    /// The second that a day of the caller begins with.
    func start(ofDay day: Int) -> Int { day * 86400 - utcOffset }
    /// The first day of the week that a day is in.
    func weekStart(ofDay day: Int) -> Int {
        day - (CivilDate.weekday(ofNumber: day) - firstDayOfWeek).flooredRemainder(7)
    }

    /// Reads a date of a condition; without an offset it is the caller's time.
    func second(of text: String) -> Int? {
        var text = text.filter { $0 != " " || text.utf8.count > 10 }
        if let space = text.firstIndex(of: " ") {
            text.replaceSubrange(space...space, with: "T")
        }
        guard text.utf8.count >= 10 else { return nil }
        if text.utf8.count == 10 { text += "T00:00:00" }
        let tail = text.utf8.dropFirst(10)
        if let end = tail.last, end | 0x20 == 0x7A {
            return Timestamp(text).map(Self.second)
        }
        if tail.contains(UInt8(ascii: "+")) || tail.contains(UInt8(ascii: "-")) {
            return Timestamp(text).map(Self.second)
        }
        return Timestamp(text + "Z").map { Self.second($0) - utcOffset }
    }

    static func second(_ time: Timestamp) -> Int {
        Int(time.microseconds.flooredQuotient(1_000_000))
    }
}
