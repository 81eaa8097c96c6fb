/// Combines the rows of a category and series into a number.
public enum Aggregate: String, Sendable, Hashable, CaseIterable {
    case sum = "Sum"
    case mean = "Mean"
    case median = "Median"
    case min = "Min"
    case max = "Max"
    /// The number of rows with a value.
    case count = "Count"
    /// The number of distinct values.
    case distinct = "Distinct"
    case first = "First"
    case last = "Last"
    /// The mean, each row counted as often as its weight says.
    case weightedMean = "WeightedMean"
    /// The number below which a quarter of the rows lies, interpolated between rows.
    case lowerQuartile = "LowerQuartile"
    case upperQuartile = "UpperQuartile"
    /// The smallest number within 1.5 times the distance of the quartiles from the lower one.
    case lowerWhisker = "LowerWhisker"
    case upperWhisker = "UpperWhisker"

    /// Whether it counts values of any type instead of computing with numbers.
    var counts: Bool { self == .count || self == .distinct }

    /// Combines numbers in the order of the rows; NaN if there is no result.
    ///
    /// There must be at least one number, and none may be NaN. Weights belong to the numbers, and are empty for
    /// aggregates without weights.
    func value(of numbers: [Double], weights: [Double] = []) -> Double {
        switch self {
        case .sum: numbers.reduce(0, +)
        case .mean: numbers.reduce(0, +) / Double(numbers.count)
        case .median: Quartiles(numbers).median
        case .min: numbers.min() ?? .nan
        case .max: numbers.max() ?? .nan
        case .count: Double(numbers.count)
        case .distinct: Double(Set(numbers).count)
        case .first: numbers.first ?? .nan
        case .last: numbers.last ?? .nan
        case .weightedMean: Self.weightedMean(numbers, weights)
        case .lowerQuartile: Quartiles(numbers).lower
        case .upperQuartile: Quartiles(numbers).upper
        case .lowerWhisker: Quartiles(numbers).whiskers.low
        case .upperWhisker: Quartiles(numbers).whiskers.high
        }
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
