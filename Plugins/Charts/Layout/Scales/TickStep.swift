import Glibc

/// The distance between the ticks of an axis: 1, 2, 2.5 or 5 times a power of ten.
///
/// It is kept as two integers, so that three times 0.1 is 0.3 and not 0.30000000000000004.
package struct TickStep: Sendable, Hashable {
    /// The digits of the step: 1, 2, 25 (for 2.5) or 5; 125 (for 1.25) only for a half.
    private(set) var digits: Double
    /// The power of ten that the digits are multiplied by.
    private(set) var exponent: Int

    /// The step that cuts a length into about as many parts as wanted: of 1, 2 and 5 times a power of ten
    /// the one whose ratio to the ideal step is nearest to 1.
    package init(length: Double, parts: Int) {
        // A very small length divided by the number of parts can become zero.
        let ideal = Double.minimum(
            .maximum(length / Double(max(1, parts)), .leastNormalMagnitude),
            .greatestFiniteMagnitude)
        let power = log10(ideal).rounded(.down)
        // The limit between two candidates is their geometric mean.
        let (digits, carry): (Double, Int) =
            switch ideal / pow(10, power) {
            case ..<(2.0.squareRoot()): (1, 0)
            case ..<(10.0.squareRoot()): (2, 0)
            case ..<(50.0.squareRoot()): (5, 0)
            default: (1, 1)
            }
        self.init(digits: digits, exponent: Int(power) + carry)
    }

    private init(digits: Double, exponent: Int) {
        self.digits = digits
        self.exponent = exponent
    }

    /// The next wider step.
    package var wider: TickStep {
        switch digits {
        case 1: TickStep(digits: 2, exponent: exponent)
        case 2: TickStep(digits: 25, exponent: exponent - 1)
        case 25: TickStep(digits: 5, exponent: exponent + 1)
        default: TickStep(digits: 1, exponent: exponent + 1)
        }
    }

    /// Half of the step, so that the middle between two ticks is a multiple of it.
    var half: TickStep {
        switch digits {
        case 2: TickStep(digits: 1, exponent: exponent)
        case 25: TickStep(digits: 125, exponent: exponent - 1)
        default: TickStep(digits: digits * 5, exponent: exponent - 1)
        }
    }

    /// The tick of an index, counted from 0 at zero; never -0.
    package func tick(_ index: Double) -> Double {
        // A power of ten below 1 is not exact, dividing by its inverse is.
        let value =
            exponent < 0
            ? index * digits / pow(10, Double(-exponent))
            : index * digits * pow(10, Double(exponent))
        return value + 0
    }

    /// The step as a number.
    package var length: Double { tick(1) }

    /// The last index at or below a value.
    package func index(below value: Double) -> Double { nearest(value / length, .down) }

    /// The first index at or above a value.
    package func index(above value: Double) -> Double { nearest(value / length, .up) }

    /// How many decimals its multiples have when they are divided by a power of ten.
    package func decimals(power: Int = 0) -> Int { max(0, power - exponent) }

    /// Rounds a ratio, but treats one as whole that differs from a whole number only by the error of a division.
    private func nearest(_ ratio: Double, _ rule: FloatingPointRoundingRule) -> Double {
        let whole = ratio.rounded()
        return abs(ratio - whole) <= 4 * ratio.ulp ? whole : ratio.rounded(rule)
    }
}
