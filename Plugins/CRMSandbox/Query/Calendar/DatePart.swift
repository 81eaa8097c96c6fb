import CRMPlugin
import PeriluneCore

/// The part of a date that rows are grouped by, as a number.
extension QueryContext {
    /// A part of a date; `fiscalPeriod` is counted over all years, all others as usual.
    func part(_ grouping: Query.DateGrouping, ofSecond second: Int) -> Int {
        let day = day(ofSecond: second)
        let date = CivilDate(number: day)
        switch grouping {
        case .day: return date.day
        case .week:
            let first = weekStart(ofDay: date.yearStart.number)
            return (day - first) / 7 + 1
        case .month: return date.month
        case .quarter: return (date.month - 1) / 3 + 1
        case .year: return date.year
        case .fiscalYear: return fiscal.year(ofDay: day)
        case .fiscalPeriod: return fiscal.period(ofDay: day).value
        }
    }

    /// How a fiscal part is shown: `FY2015`, `Quarter 2 FY2015`; `nil` for parts that are numbers.
    func name(of part: Int, _ grouping: Query.DateGrouping) -> String? {
        switch grouping {
        case .fiscalYear: return "FY\(part)"
        case .fiscalPeriod:
            let year = part.flooredQuotient(fiscal.periods)
            let number = part.flooredRemainder(fiscal.periods) + 1
            switch fiscal.period {
            case .annually: return "FY\(year)"
            case .semiannually: return "Semester \(number) FY\(year)"
            case .quarterly: return "Quarter \(number) FY\(year)"
            case .monthly: return "Month \(number) FY\(year)"
            case .fourWeeks: return "P\(number) FY\(year)"
            }
        default: return nil
        }
    }
}
