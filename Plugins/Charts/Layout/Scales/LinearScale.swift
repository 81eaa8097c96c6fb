import Glibc

/// Puts numbers on a line of the picture, with round numbers at the ticks.
package struct LinearScale: Sendable, Hashable {
    /// The numbers at both ends.
    package private(set) var domain: ClosedRange<Double>
    /// The position of the smallest number; for an axis that goes up this is the larger y.
    package var start: Double
    /// The position of the largest number.
    package var end: Double
    /// From small to large, at equal distances.
    package private(set) var ticks: [Double]
    /// Shared by the labels of all ticks.
    package private(set) var unit: NumberFormat.AxisUnit
    /// `nil` if all values are equal.
    private var step: TickStep?
    /// Whether equal distances are equal ratios.
    private(set) var isLogarithmic = false
    /// For a scale that is logarithmic on both sides of zero, the distance from zero up to which it is about linear.
    private var linearPart: Double?

    /// A scale that covers some values and ends at ticks.
    ///
    /// It includes zero if lengths are compared on it, such as those of columns. The number of parts is approximate,
    /// at most nine.
    package init(
        covering values: ClosedRange<Double>?, includesZero: Bool, from start: Double,
        to end: Double, parts: Int
    ) {
        var (lower, upper) = Self.bounds(values)
        if includesZero { (lower, upper) = (min(0, lower), max(0, upper)) }
        guard upper - lower > 1e-290, upper - lower > 1e-12 * max(abs(lower), abs(upper)) else {
            // A single tick in the middle; a baseline of zero is at the start.
            let margin = abs(lower) < 1e-290 ? 1 : abs(lower) / 2
            self.init(
                between: (includesZero ? lower : lower - margin)...(lower + margin), from: start,
                to: end)
            ticks = [lower]
            unit = NumberFormat.AxisUnit(decimals: Self.decimals(of: lower))
            return
        }
        var step = TickStep(length: upper - lower, parts: parts)
        while step.index(above: upper) - step.index(below: lower) > Double(Self.mostParts) {
            step = step.wider
        }
        self.init(
            step, step.index(below: lower)...step.index(above: upper), from: start, to: end)
    }

    /// A scale whose ticks are these multiples of a step.
    init(_ step: TickStep, _ indices: ClosedRange<Double>, from start: Double, to end: Double) {
        self.start = start
        self.end = end
        self.step = step
        ticks = stride(from: indices.lowerBound, through: indices.upperBound, by: 1)
            .map(step.tick)
        domain = step.tick(indices.lowerBound)...step.tick(indices.upperBound)
        unit = Self.unit(step, largest: max(abs(domain.lowerBound), abs(domain.upperBound)))
    }

    /// A scale of powers of ten, or of 1, 2 and 5 times them, around values above zero.
    init(logarithmic values: ClosedRange<Double>, from start: Double, to end: Double, parts: Int) {
        var low = log10(values.lowerBound).rounded(.down)
        var high = log10(values.upperBound).rounded(.up)
        if low == high { (low, high) = (low - 1, high + 1) }
        let decades = Double(max(1, Int(((high - low) / Double(max(1, parts))).rounded(.up))))
        var ticks = stride(from: low, through: high, by: decades).map { pow(10, $0) }
        var domain = pow(10, low)...pow(10, high)
        if high - low <= 2 {
            // The ends of one or two decades would leave most of the plot empty.
            let all = stride(from: low, through: high, by: 1).flatMap { power in
                [1, 2, 5].map { $0 * pow(10, power) }
            }
            let lower = all.last { $0 <= values.lowerBound } ?? domain.lowerBound
            let upper = all.first { $0 >= values.upperBound } ?? domain.upperBound
            if lower < upper { domain = lower...upper }
            ticks = all.filter(domain.contains)
        }
        self.init(between: domain, ticks: ticks, from: start, to: end)
        isLogarithmic = true
    }

    /// A scale of zero and the powers of ten on both sides of it, down to the smallest distance that must be
    /// distinguished.
    init(
        symmetric values: ClosedRange<Double>, smallest: Double, from start: Double,
        to end: Double, parts: Int
    ) {
        let (lower, upper) = Self.bounds(values)
        let largest = lower == upper && lower == 0 ? smallest : max(-lower, upper)
        let high = log10(largest).rounded(.up)
        // At most nine decades can be distinguished.
        let low = max(high - 9, min(log10(smallest).rounded(.down), high - 1))
        let decades = high - low + 1
        let sides = lower < 0 && upper > 0 ? 2.0 : 1.0
        let step = max(
            1, (decades * sides / Double(max(1, min(parts, Self.mostParts)))).rounded(.up))
        let powers = stride(from: high, through: low, by: -step).reversed().map { pow(10, $0) }
        func outer(_ distance: Double) -> Double {
            distance > 0 ? pow(10, max(low, log10(distance).rounded(.up))) : 0
        }
        // A single number gets an axis too.
        let domain = -outer(-lower)...outer(lower < 0 ? upper : largest)
        let ticks = powers.reversed().map { -$0 } + [0] + powers
        self.init(between: domain, ticks: ticks.filter(domain.contains), from: start, to: end)
        isLogarithmic = true
        linearPart = pow(10, low)
    }

    /// A scale with the given ends and ticks, for positions that are not numbers, such as times.
    init(
        between domain: ClosedRange<Double>, ticks: [Double] = [], decimals: Int = 0,
        from start: Double, to end: Double
    ) {
        self.start = start
        self.end = end
        self.domain = domain
        self.ticks = ticks
        unit = NumberFormat.AxisUnit(decimals: decimals)
    }

    /// A second scale whose ticks are aligned with those of a first one, so that they can share a grid.
    ///
    /// - Returns: `nil` if that is not possible: a zero in both must be aligned.
    package init?(
        beside other: LinearScale, covering values: ClosedRange<Double>?, includesZero: Bool
    ) {
        guard let otherStep = other.step, let values else { return nil }
        var (lower, upper) = Self.bounds(values)
        if includesZero { (lower, upper) = (min(0, lower), max(0, upper)) }
        let parts = Double(other.ticks.count - 1)
        guard upper - lower > 1e-290, upper - lower > 1e-12 * max(abs(lower), abs(upper))
        else { return nil }
        let zero = includesZero && other.domain.contains(0)
        var step = TickStep(length: (upper - lower) / parts / 2, parts: 1)
        var first = 0.0
        // Ten times the length covers everything that can be covered.
        for _ in 0..<12 {
            first =
                zero
                ? otherStep.index(below: other.domain.lowerBound) : step.index(below: lower)
            if first <= step.index(below: lower), first + parts >= step.index(above: upper) {
                self.init(step, first...(first + parts), from: other.start, to: other.end)
                return
            }
            step = step.wider
        }
        return nil
    }

    /// The same scale between other ends.
    package func placed(from start: Double, to end: Double) -> LinearScale {
        var scale = self
        (scale.start, scale.end) = (start, end)
        return scale
    }

    /// More labels than these are a list, not an axis.
    static let mostParts = 9

    /// The position of a number; NaN for NaN.
    package func position(_ value: Double) -> Double {
        if let linearPart {
            func place(_ value: Double) -> Double {
                (value < 0 ? -1 : 1) * log10(1 + abs(value) / linearPart)
            }
            let (first, last) = (place(domain.lowerBound), place(domain.upperBound))
            return start + (place(value) - first) / (last - first) * (end - start)
        }
        let share =
            isLogarithmic
            ? log10(value / domain.lowerBound) / log10(domain.upperBound / domain.lowerBound)
            : (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
        return start + share * (end - start)
    }

    /// The position of a number, or the nearer end if it is outside.
    package func clamped(_ value: Double) -> Double {
        position(min(max(value, domain.lowerBound), domain.upperBound))
    }

    /// The position at which shapes that start at zero start.
    package var baseline: Double { clamped(0) }

    /// The labels of the ticks.
    package func labels(_ format: NumberFormat) -> [String] { labels(of: ticks, format) }

    /// The labels of numbers of the scale, all with the same decimals and in the same unit.
    ///
    /// A number between two ticks may have one decimal more. Zero has no unit: `$0` is shown beside `$0.5M`.
    package func labels(of values: [Double], _ format: NumberFormat) -> [String] {
        if isLogarithmic {
            return values.map { value in
                guard value != 0 else { return format.axis(0, .init(decimals: 0)) }
                let power = log10(abs(value)).rounded(.down)
                let decimals = power < 0 ? Int(min(12, -power)) : 0
                return format.axis(value, .init(decimals: decimals))
            }
        }
        var unit = unit
        if let step, values.contains(where: { step.index(below: $0) != step.index(above: $0) }) {
            unit.decimals = min(12, max(unit.decimals, step.half.decimals(power: unit.power)))
        }
        let plain = NumberFormat.AxisUnit(decimals: 0)
        return values.map {
            format.axis($0, $0 == 0 && (unit.power != 0 || unit.decimals > 4) ? plain : unit)
        }
    }

    /// Numbers that are so large that their difference is no number any more do not get in.
    static func bounds(_ values: ClosedRange<Double>?) -> (Double, Double) {
        guard let values else { return (0, 0) }
        return (
            max(-1e300, min(1e300, values.lowerBound)), max(-1e300, min(1e300, values.upperBound))
        )
    }

    /// Thousands, millions … where that leaves no more than one decimal.
    private static func unit(_ step: TickStep, largest: Double) -> NumberFormat.AxisUnit {
        let powers: [(least: Double, power: Int)] = [(1e12, 12), (1e9, 9), (1e6, 6), (1e4, 3)]
        for (least, power) in powers where largest >= least && step.decimals(power: power) <= 1 {
            return NumberFormat.AxisUnit(decimals: step.decimals(power: power), power: power)
        }
        if largest > 0, largest < 1e-4, step.decimals() > 6 {
            let power = Int(log10(largest).rounded(.down))
            let decimals = min(12, step.decimals(power: power))
            return NumberFormat.AxisUnit(decimals: decimals, power: power)
        }
        return NumberFormat.AxisUnit(decimals: min(12, step.decimals()))
    }

    /// The number of decimals that a number is written with.
    private static func decimals(of value: Double) -> Int {
        let text = "\(value)"
        guard !text.contains("e"), let point = text.firstIndex(of: ".") else { return 0 }
        let decimals = text.suffix(from: text.index(after: point))
        return decimals == "0" ? 0 : min(12, decimals.count)
    }
}
