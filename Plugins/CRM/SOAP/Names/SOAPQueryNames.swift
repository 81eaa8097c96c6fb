/// The enumerations of QueryExpression: their names in SOAP, and ours.
enum SOAPQueryNames {
    static func name(_ join: Query.Join) -> String {
        switch join {
        case .inner: "Inner"
        case .outer: "LeftOuter"
        case .natural: "Natural"
        case .matchFirstRow: "MatchFirstRowUsingCrossApply"
        case .in: "In"
        case .exists: "Exists"
        case .any: "Any"
        case .notAny: "NotAny"
        case .all: "All"
        case .notAll: "NotAll"
        }
    }

    static func name(_ aggregate: Query.Aggregate?) -> String {
        switch aggregate {
        case nil: "None"
        case .count: "Count"
        case .countColumn: "CountColumn"
        case .sum: "Sum"
        case .avg: "Avg"
        case .min: "Min"
        case .max: "Max"
        }
    }

    static func name(_ grouping: Query.DateGrouping?) -> String {
        switch grouping {
        case nil: "None"
        case .day: "Day"
        case .week: "Week"
        case .month: "Month"
        case .quarter: "Quarter"
        case .year: "Year"
        case .fiscalPeriod: "FiscalPeriod"
        case .fiscalYear: "FiscalYear"
        }
    }

    static let joins = table(Query.Join.allCases, name)
    static let aggregates = table(Query.Aggregate.allCases, name)
    static let groupings = table(Query.DateGrouping.allCases, name)

    private static func table<T>(_ cases: [T], _ name: (T) -> String) -> [String: T] {
        Dictionary(uniqueKeysWithValues: cases.map { (name($0), $0) })
    }
}
