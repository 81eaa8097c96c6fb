import PeriluneCore

/// When the fiscal year of an organization begins, and how it is divided.
public struct FiscalCalendar: Sendable, Hashable {
    /// The first month of a fiscal year.
    public var startMonth: Int
    /// The first day of a fiscal year in that month.
    public var startDay: Int
    /// The periods of the fiscal year.
    public var period: Period
    /// Whether a fiscal year has the name of the year it ends in, not of the one it begins in.
    public var isNamedByEnd: Bool

    /// The parts of a fiscal year; the raw value is how many there are.
    public enum Period: Int, Sendable, CaseIterable {
        case annually = 1
        case semiannually = 2
        case quarterly = 4
        case monthly = 12
        /// 13 periods of four weeks; the last one takes what is left.
        case fourWeeks = 13
    }

    /// The year of the calendar in quarters, unless said otherwise.
    public init(
        startMonth: Int = 1, startDay: Int = 1, period: Period = .quarterly,
        isNamedByEnd: Bool = false
    ) {
        self.startMonth = min(max(startMonth, 1), 12)
        self.startDay = min(max(startDay, 1), 28)
        self.period = period
        self.isNamedByEnd = isNamedByEnd
    }

    var periods: Int { period.rawValue }

    /// The number of a year's first day; `year` is its name.
    func start(ofYear year: Int) -> Int {
        let begins = isNamedByEnd && !isCalendarYear ? year - 1 : year
        return CivilDate(begins, startMonth, startDay).number
    }

    private var isCalendarYear: Bool { startMonth == 1 && startDay == 1 }

    /// The name of the fiscal year that a day is in.
    func year(ofDay day: Int) -> Int {
        let civil = CivilDate(number: day).year
        for year in [civil + 1, civil] where start(ofYear: year) <= day { return year }
        return civil - 1
    }

    /// The first day of a period; periods run on into the years before and after.
    func start(ofPeriod index: PeriodIndex) -> Int {
        let first = start(ofYear: index.year(of: periods))
        let number = index.value.flooredRemainder(periods)
        if period == .fourWeeks { return first + 28 * number }
        return CivilDate(number: first).adding(months: 12 / periods * number).number
    }

    /// The period that a day is in.
    func period(ofDay day: Int) -> PeriodIndex {
        let year = year(ofDay: day)
        var index = PeriodIndex(year: year, number: periods, of: periods)
        while index.number(of: periods) > 1, start(ofPeriod: index) > day { index.value -= 1 }
        return index
    }

    /// A period counted through all years, so that one can be added.
    struct PeriodIndex: Hashable {
        var value: Int

        init(value: Int) { self.value = value }

        init(year: Int, number: Int, of periods: Int) { value = year * periods + number - 1 }

        func year(of periods: Int) -> Int { value.flooredQuotient(periods) }
        /// From 1.
        func number(of periods: Int) -> Int { value.flooredRemainder(periods) + 1 }
    }
}
