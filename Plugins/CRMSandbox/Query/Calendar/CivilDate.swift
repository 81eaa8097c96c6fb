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
    ///
    /// Years are counted from March, so that the leap day is their last.
    init(number: Int) {
        let shifted = number + 719_468
        let era = shifted.flooredQuotient(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
        month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var number: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.flooredQuotient(400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

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
