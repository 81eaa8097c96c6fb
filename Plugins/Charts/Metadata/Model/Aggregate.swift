/// How the rows of one category and series become one number.
package enum Aggregate: String, Sendable, Hashable, CaseIterable {
    case sum = "Sum"
    case mean = "Mean"
    case median = "Median"
    case min = "Min"
    case max = "Max"
    /// How many rows have a value.
    case count = "Count"
    /// How many different values the rows have.
    case distinct = "Distinct"
    case first = "First"
    case last = "Last"
    /// The mean, each row counted as often as its weight says.
    case weightedMean = "WeightedMean"

    /// Whether it counts values of any type instead of computing with numbers.
    var counts: Bool { self == .count || self == .distinct }

    /// Combines at least one number, in the order of the rows, none of which is NaN; NaN if there is no result.
    ///
    /// Weights are beside the numbers, and empty for every aggregate that has none.
    func value(of numbers: [Double], weights: [Double] = []) -> Double {
        switch self {
        case .sum: numbers.reduce(0, +)
        case .mean: numbers.reduce(0, +) / Double(numbers.count)
        case .median: Self.median(numbers)
        case .min: numbers.min() ?? .nan
        case .max: numbers.max() ?? .nan
        case .count: Double(numbers.count)
        case .distinct: Double(Set(numbers).count)
        case .first: numbers.first ?? .nan
        case .last: numbers.last ?? .nan
        case .weightedMean: Self.weightedMean(numbers, weights)
        }
    }

    private static func median(_ numbers: [Double]) -> Double {
        let sorted = numbers.sorted()
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1
            ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    private static func weightedMean(_ numbers: [Double], _ weights: [Double]) -> Double {
        var (sum, total) = (0.0, 0.0)
        for (number, weight) in zip(numbers, weights) where !weight.isNaN {
            sum += number * weight
            total += weight
        }
        return total == 0 ? .nan : sum / total
    }
}
