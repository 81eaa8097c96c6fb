/// The quartiles of numbers, computed as in spreadsheets and NumPy, and the outliers.
struct Quartiles {
    private let sorted: [Double]
    let lower: Double
    let median: Double
    let upper: Double

    /// Computes the quartiles; NaN without numbers.
    init(_ numbers: [Double]) {
        sorted = numbers.sorted()
        func quantile(_ part: Double, _ sorted: [Double]) -> Double {
            guard !sorted.isEmpty else { return .nan }
            let place = Double(sorted.count - 1) * part
            let index = Int(place)
            let rest = place - Double(index)
            guard rest > 0 else { return sorted[index] }
            // The middle of two numbers is exact, and large ones do not overflow.
            return sorted[index] * (1 - rest) + sorted[index + 1] * rest
        }
        lower = quantile(0.25, sorted)
        median = quantile(0.5, sorted)
        upper = quantile(0.75, sorted)
    }

    /// Numbers further than 1.5 times the distance of the quartiles beyond them are outliers.
    private var fences: ClosedRange<Double> {
        let reach = 1.5 * (upper - lower)
        return (lower - reach)...(upper + reach)
    }

    /// The smallest and the largest number that is not an outlier.
    var whiskers: (low: Double, high: Double) {
        guard !sorted.isEmpty else { return (.nan, .nan) }
        let fences = fences
        return (
            sorted.first { $0 >= fences.lowerBound } ?? .nan,
            sorted.last { $0 <= fences.upperBound } ?? .nan
        )
    }

    /// From small to large.
    var outliers: [Double] {
        guard !sorted.isEmpty else { return [] }
        let fences = fences
        return sorted.filter { !fences.contains($0) }
    }
}
