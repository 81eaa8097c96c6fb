import Glibc

/// Divides numbers into intervals of equal length, whose ends are round.
struct HistogramBins {
    let bins: Plot.Bins
    let count: Int
    /// Whether the requested width would have given too many bins.
    let isWidened: Bool

    /// More columns than these are a line; a `BinWidth` that would make more is widened.
    private static let most = 500

    /// By default, about as many bins as the rule of Freedman and Diaconis gives, from 5 to 40.
    ///
    /// `nil` if there are no numbers.
    init?(_ all: [Double], width wished: Double?) {
        let numbers = all.filter(\.isFinite)
        guard let least = numbers.min(), let largest = numbers.max(),
            max(abs(least), abs(largest)) < 1e300
        else { return nil }
        var step: TickStep
        let areWhole = numbers.allSatisfy { $0 == $0.rounded() }
        if largest > least {
            step = TickStep(length: largest - least, parts: Self.parts(numbers, largest - least))
        } else {
            step = TickStep(length: max(1, abs(least) / 10), parts: 1)
        }
        while areWhole, step.length < 1 { step = step.wider }
        var width = wished ?? step.length
        while (largest - least) / width > Double(Self.most) { width *= 2 }
        isWidened = wished.map { width > $0 } ?? false
        let first = Self.floor(least / width)
        bins = Plot.Bins(
            start: first * width, width: width,
            decimals: wished == nil ? step.decimals() : Self.decimals(of: width))
        count = max(1, Int(Self.floor(largest / width) - first) + 1)
    }

    /// The bin of a number: the last whose lower end it reaches.
    func bin(of number: Double) -> Int {
        min(count - 1, max(0, Int(Self.floor(number / bins.width) - bins.start / bins.width + 0.5)))
    }

    private static func parts(_ numbers: [Double], _ length: Double) -> Int {
        let quartiles = Quartiles(numbers)
        let width =
            2 * (quartiles.upper - quartiles.lower) / cbrt(Double(numbers.count))
        guard width > 0 else { return min(40, max(5, Int(Double(numbers.count).squareRoot()))) }
        return Int(min(40, max(5, (length / width).rounded(.up))))
    }

    /// Rounds a quotient down, but treats one as whole that differs from a whole number only by the error of a
    /// division.
    private static func floor(_ quotient: Double) -> Double {
        let whole = quotient.rounded()
        return abs(quotient - whole) <= 4 * quotient.ulp ? whole : quotient.rounded(.down)
    }

    private static func decimals(of width: Double) -> Int {
        (0...9).first { decimals in
            let scaled = width * (0..<decimals).reduce(1.0) { power, _ in power * 10 }
            return abs(scaled - scaled.rounded()) <= 1e-9 * max(1, scaled)
        } ?? 9
    }
}
