import CRMPlugin

/// The seconds that an operator of dates means: from the first to before the second.
struct DateWindow: Hashable {
    var from: Int?
    var until: Int?

    init(_ from: Int?, _ until: Int?) {
        self.from = from
        self.until = until
    }
}

extension QueryContext {
    /// Days of the caller, the second one not included.
    private func days(_ from: Int?, _ until: Int?) -> DateWindow {
        DateWindow(from.map(start(ofDay:)), until.map(start(ofDay:)))
    }

    /// The dates of an operator without values; `nil` for other operators.
    func window(_ comparison: ConditionOperator) -> DateWindow? {
        let today = today
        let date = CivilDate(number: today)
        let week = weekStart(ofDay: today)
        func months(_ from: Int) -> DateWindow {
            days(
                date.monthStart.adding(months: from).number,
                date.monthStart.adding(months: from + 1).number)
        }
        func years(_ from: Int) -> DateWindow {
            days(
                CivilDate(date.year + from, 1, 1).number,
                CivilDate(date.year + from + 1, 1, 1).number)
        }
        switch comparison {
        case .yesterday: return days(today - 1, today)
        case .today: return days(today, today + 1)
        case .tomorrow: return days(today + 1, today + 2)
        case .last7Days: return days(today - 7, today + 1)
        case .next7Days: return DateWindow(second, start(ofDay: today + 8))
        case .lastWeek: return days(week - 7, week)
        case .thisWeek: return days(week, week + 7)
        case .nextWeek: return days(week + 7, week + 14)
        case .lastMonth: return months(-1)
        case .thisMonth: return months(0)
        case .nextMonth: return months(1)
        case .lastYear: return years(-1)
        case .thisYear: return years(0)
        case .nextYear: return years(1)
        default: return fiscalWindow(comparison)
        }
    }

    private func fiscalWindow(_ comparison: ConditionOperator) -> DateWindow? {
        let year = fiscal.year(ofDay: today)
        let period = fiscal.period(ofDay: today)
        switch comparison {
        case .lastFiscalYear: return fiscalYears(year - 1, 1)
        case .thisFiscalYear: return fiscalYears(year, 1)
        case .nextFiscalYear: return fiscalYears(year + 1, 1)
        case .lastFiscalPeriod: return fiscalPeriods(period.value - 1, 1)
        case .thisFiscalPeriod: return fiscalPeriods(period.value, 1)
        case .nextFiscalPeriod: return fiscalPeriods(period.value + 1, 1)
        default: return nil
        }
    }

    private func fiscalYears(_ first: Int, _ count: Int) -> DateWindow {
        days(fiscal.start(ofYear: first), fiscal.start(ofYear: first + count))
    }

    private func fiscalPeriods(_ first: Int, _ count: Int) -> DateWindow {
        days(
            fiscal.start(ofPeriod: .init(value: first)),
            fiscal.start(ofPeriod: .init(value: first + count)))
    }

    /// The dates of an operator with a date, such as `on`.
    func window(_ comparison: ConditionOperator, second: Int) -> DateWindow? {
        let day = day(ofSecond: second)
        switch comparison {
        case .on, .notOn: return days(day, day + 1)
        case .onOrBefore: return days(nil, day + 1)
        case .onOrAfter: return days(day, nil)
        default: return nil
        }
    }

    /// What an operator with a number means: `last-x-days` and its relatives.
    func window(_ comparison: ConditionOperator, count: Int) -> DateWindow? {
        let (today, now) = (today, second)
        let date = CivilDate(number: today)
        let year = fiscal.year(ofDay: today)
        let period = fiscal.period(ofDay: today).value
        func past(_ day: Int) -> DateWindow { DateWindow(start(ofDay: day), now + 1) }
        func coming(_ day: Int) -> DateWindow { DateWindow(now, start(ofDay: day + 1)) }
        func older(_ day: Int) -> DateWindow { days(nil, day) }
        switch comparison {
        case .lastXHours: return DateWindow(now - 3600 * count, now + 1)
        case .nextXHours: return DateWindow(now, now + 3600 * count + 1)
        case .lastXDays: return past(today - count)
        case .nextXDays: return coming(today + count)
        case .lastXWeeks: return past(today - 7 * count)
        case .nextXWeeks: return coming(today + 7 * count)
        case .lastXMonths: return past(date.adding(months: -count).number)
        case .nextXMonths: return coming(date.adding(months: count).number)
        case .lastXYears: return past(date.adding(months: -12 * count).number)
        case .nextXYears: return coming(date.adding(months: 12 * count).number)
        case .olderThanXMinutes: return DateWindow(nil, now - 60 * count)
        case .olderThanXHours: return DateWindow(nil, now - 3600 * count)
        case .olderThanXDays: return older(today - count)
        case .olderThanXWeeks: return older(today - 7 * count)
        case .olderThanXMonths: return older(date.adding(months: -count).number)
        case .olderThanXYears: return older(date.adding(months: -12 * count).number)
        case .lastXFiscalYears: return fiscalYears(year - count, count)
        case .nextXFiscalYears: return fiscalYears(year + 1, count)
        case .lastXFiscalPeriods: return fiscalPeriods(period - count, count)
        case .nextXFiscalPeriods: return fiscalPeriods(period + 1, count)
        case .inFiscalYear: return fiscalYears(count, 1)
        default: return nil
        }
    }

    /// The dates of an operator with a fiscal period and its year.
    func window(_ comparison: ConditionOperator, period: Int, year: Int) -> DateWindow? {
        let index = year * fiscal.periods + period - 1
        let window = fiscalPeriods(index, 1)
        switch comparison {
        case .inFiscalPeriodAndYear: return window
        case .inOrBeforeFiscalPeriodAndYear: return DateWindow(nil, window.until)
        case .inOrAfterFiscalPeriodAndYear: return DateWindow(window.from, nil)
        default: return nil
        }
    }
}
