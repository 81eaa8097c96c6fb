import CRMPlugin
import PeriluneStore

extension ConditionCompiler {
    /// Operators of dates: whole days of the caller, fiscal years and periods.
    func date() throws(CRMFault) -> SQL {
        guard attribute.type == .dateTime else { throw unfit("a column of dates") }
        if let window = context.window(comparison) { return sql(window) }
        switch comparison {
        case .on, .notOn, .onOrBefore, .onOrAfter:
            guard let value = values.first, value != .null else { return "0" }
            let second = try second(value)
            guard let window = context.window(comparison, second: second) else { return "0" }
            return comparison == .notOn ? "NOT (\(sql(window)))" : sql(window)
        case .inFiscalPeriod:
            let period = try number(values.first)
            let part = QueryFunctions.part(
                .fiscalPeriod, of: column, context, isLocal: true)
            let periods = SQLValue.integer(Int64(context.fiscal.periods))
            return "\(part) % \(periods) = \(SQLValue.integer(Int64(period - 1)))"
        case .inFiscalPeriodAndYear, .inOrBeforeFiscalPeriodAndYear, .inOrAfterFiscalPeriodAndYear:
            let (period, year) = (try number(values.first), try number(values.last))
            try check(year, 1...9999)
            try check(period, 1...context.fiscal.periods)
            guard let window = context.window(comparison, period: period, year: year) else {
                return "0"
            }
            return sql(window)
        default:
            let count = try number(values.first)
            try check(count, comparison == .inFiscalYear ? 1...9999 : 1...10_000)
            guard let window = context.window(comparison, count: count) else {
                throw unfit("a supported operator")
            }
            return sql(window)
        }
    }

    private func check(_ number: Int, _ range: ClosedRange<Int>) throws(CRMFault) {
        guard range.contains(number) else {
            throw CRMFault(
                .invalidArgument,
                "\(number) is out of range for the operator \"\(comparison.rawValue)\" on '\(attribute.logicalName)'; write \(range.lowerBound) to \(range.upperBound)"
            )
        }
    }

    private func sql(_ window: DateWindow) -> SQL {
        var parts: [SQL] = []
        if let from = window.from {
            parts.append("\(column) >= \(SQLValue.integer(Int64(from)))")
        }
        if let until = window.until {
            parts.append("\(column) < \(SQLValue.integer(Int64(until)))")
        }
        return parts.conjunction
    }
}
