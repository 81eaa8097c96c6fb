/// Functions of a number and of those before it, or of all: over the categories of a series, in the order of the chart.
enum WindowFunctions {
    /// The largest number of categories that a window spans.
    static let longest = 10_000

    /// `nil` for a function of another kind; `count` is its second argument.
    static func body(_ function: Function, count: Int?) -> (([Double]) -> [Double])? {
        switch function {
        case .rank: rank
        case .runningTotal: runningTotal
        case .movingAverage: { movingAverage($0, of: count ?? 1) }
        case .lag: { lag($0, by: count ?? 1) }
        case .share: share
        case .growth: { growth($0, by: count ?? 1) }
        default: nil
        }
    }

    /// 1 for the greatest; equal numbers have the same rank, and the next one has as many before it.
    private static func rank(_ values: [Double]) -> [Double] {
        let descending = values.filter { !$0.isNaN }.sorted(by: >)
        var ranks: [Double: Double] = [:]
        for (place, value) in descending.enumerated() where ranks[value] == nil {
            ranks[value] = Double(place + 1)
        }
        return values.map { ranks[$0] ?? .nan }
    }

    /// A running total; a missing value adds nothing and has no total.
    private static func runningTotal(_ values: [Double]) -> [Double] {
        var total = 0.0
        return values.map { value in
            guard !value.isNaN else { return .nan }
            total += value
            return total
        }
    }

    /// The moving average of so many values up to each one; NaN for the first ones, and if one of the values is
    /// missing.
    private static func movingAverage(_ values: [Double], of count: Int) -> [Double] {
        values.indices.map { index in
            guard index + 1 >= count else { return .nan }
            return values[(index + 1 - count)...index].reduce(0, +) / Double(count)
        }
    }

    private static func lag(_ values: [Double], by count: Int) -> [Double] {
        values.indices.map { $0 >= count ? values[$0 - count] : .nan }
    }

    private static func share(_ values: [Double]) -> [Double] {
        let total = values.reduce(0) { $1.isNaN ? $0 : $0 + $1 }
        return values.map { total == 0 ? .nan : $0 / total }
    }

    private static func growth(_ values: [Double], by count: Int) -> [Double] {
        zip(values, lag(values, by: count)).map { value, before in
            before == 0 ? .nan : value / before - 1
        }
    }
}
