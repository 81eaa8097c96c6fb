import PeriluneCore

/// A day of the calendar, and its number since 1970-01-01.
struct CivilDate: Hashable {
    var year: Int
    var month: Int
    var day: Int

    init(_ year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day of this number.
    init(number: Int) { (year, month, day) = Timestamp.date(days: number) }

    var number: Int { Timestamp.days(year: year, month: month, day: day) }

    /// The first of this month.
    var monthStart: CivilDate { CivilDate(year, month, 1) }
    /// The first of January.
    var yearStart: CivilDate { CivilDate(year, 1, 1) }

    /// The date so many months later; the 31st becomes the last day of a shorter month.
    func adding(months: Int) -> CivilDate {
        let index = year * 12 + month - 1 + months
        let first = CivilDate(index.flooredQuotient(12), index.flooredRemainder(12) + 1, 1)
        let next =
            first.month == 12
            ? CivilDate(first.year + 1, 1, 1)
            : CivilDate(first.year, first.month + 1, 1)
        return CivilDate(first.year, first.month, min(day, next.number - first.number))
    }

    /// 0 for Sunday.
    static func weekday(ofNumber number: Int) -> Int { (number + 4).flooredRemainder(7) }
}
