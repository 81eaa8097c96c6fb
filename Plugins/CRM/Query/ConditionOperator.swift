/// How a condition compares: FetchXML's operators under the names of QueryExpression.
public enum ConditionOperator: String, Sendable, CaseIterable {
    case equal = "eq"
    case notEqual = "ne"
    case greaterThan = "gt"
    case greaterEqual = "ge"
    case lessEqual = "le"
    case lessThan = "lt"
    case like
    case notLike = "not-like"
    case `in`
    case notIn = "not-in"
    case between
    case notBetween = "not-between"
    case null
    case notNull = "not-null"
    case beginsWith = "begins-with"
    case doesNotBeginWith = "not-begin-with"
    case endsWith = "ends-with"
    case doesNotEndWith = "not-end-with"
    case containValues = "contain-values"
    case doesNotContainValues = "not-contain-values"
    case yesterday
    case today
    case tomorrow
    case last7Days = "last-seven-days"
    case next7Days = "next-seven-days"
    case lastWeek = "last-week"
    case thisWeek = "this-week"
    case nextWeek = "next-week"
    case lastMonth = "last-month"
    case thisMonth = "this-month"
    case nextMonth = "next-month"
    case lastYear = "last-year"
    case thisYear = "this-year"
    case nextYear = "next-year"
    case on
    case onOrBefore = "on-or-before"
    case onOrAfter = "on-or-after"
    case notOn = "not-on"
    case lastXHours = "last-x-hours"
    case nextXHours = "next-x-hours"
    case lastXDays = "last-x-days"
    case nextXDays = "next-x-days"
    case lastXWeeks = "last-x-weeks"
    case nextXWeeks = "next-x-weeks"
    case lastXMonths = "last-x-months"
    case nextXMonths = "next-x-months"
    case lastXYears = "last-x-years"
    case nextXYears = "next-x-years"
    case olderThanXMinutes = "olderthan-x-minutes"
    case olderThanXHours = "olderthan-x-hours"
    case olderThanXDays = "olderthan-x-days"
    case olderThanXWeeks = "olderthan-x-weeks"
    case olderThanXMonths = "olderthan-x-months"
    case olderThanXYears = "olderthan-x-years"
    case thisFiscalYear = "this-fiscal-year"
    case nextFiscalYear = "next-fiscal-year"
    case lastFiscalYear = "last-fiscal-year"
    case thisFiscalPeriod = "this-fiscal-period"
    case nextFiscalPeriod = "next-fiscal-period"
    case lastFiscalPeriod = "last-fiscal-period"
    case lastXFiscalYears = "last-x-fiscal-years"
    case nextXFiscalYears = "next-x-fiscal-years"
    case lastXFiscalPeriods = "last-x-fiscal-periods"
    case nextXFiscalPeriods = "next-x-fiscal-periods"
    case inFiscalYear = "in-fiscal-year"
    case inFiscalPeriod = "in-fiscal-period"
    case inFiscalPeriodAndYear = "in-fiscal-period-and-year"
    case inOrBeforeFiscalPeriodAndYear = "in-or-before-fiscal-period-and-year"
    case inOrAfterFiscalPeriodAndYear = "in-or-after-fiscal-period-and-year"
    case equalUserId = "eq-userid"
    case notEqualUserId = "ne-userid"
    case equalUserTeams = "eq-userteams"
    case equalUserOrUserTeams = "eq-useroruserteams"
    case equalUserOrUserHierarchy = "eq-useroruserhierarchy"
    case equalUserOrUserHierarchyAndTeams = "eq-useroruserhierarchyandteams"
    case equalBusinessId = "eq-businessid"
    case notEqualBusinessId = "ne-businessid"
    case equalUserLanguage = "eq-userlanguage"
    case under
    case underOrEqual = "eq-or-under"
    case notUnder = "not-under"
    case above
    case aboveOrEqual = "eq-or-above"

    /// Reads FetchXML's spelling, the older ones too.
    public init?(fetchXML text: String) {
        switch text {
        case "neq": self = .notEqual
        case "neq-userid": self = .notEqualUserId
        case "neq-businessid": self = .notEqualBusinessId
        default: self.init(rawValue: text)
        }
    }

    /// Reads the name of QueryExpression: `GreaterThan`.
    public init?(name: String) {
        guard let found = Self.byName[name] else { return nil }
        self = found
    }

    /// The number of values; `nil` for any number.
    public var arity: Int? {
        switch self {
        case .null, .notNull, .yesterday, .today, .tomorrow, .last7Days, .next7Days, .lastWeek,
            .thisWeek, .nextWeek, .lastMonth, .thisMonth, .nextMonth, .lastYear,
            .thisYear, .nextYear, .thisFiscalYear, .nextFiscalYear, .lastFiscalYear,
            .thisFiscalPeriod, .nextFiscalPeriod, .lastFiscalPeriod, .equalUserId,
            .notEqualUserId, .equalUserTeams, .equalUserOrUserTeams,
            .equalUserOrUserHierarchy, .equalUserOrUserHierarchyAndTeams,
            .equalBusinessId, .notEqualBusinessId, .equalUserLanguage:
            0
        case .between, .notBetween, .inFiscalPeriodAndYear, .inOrBeforeFiscalPeriodAndYear,
            .inOrAfterFiscalPeriodAndYear:
            2
        case .in, .notIn, .containValues, .doesNotContainValues: nil
        default: 1
        }
    }

    /// The name of QueryExpression: `GreaterThan`.
    public var name: String {
        let name = String(describing: self)
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    private static let byName = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}
