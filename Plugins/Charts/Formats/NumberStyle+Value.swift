import Glibc
import PeriluneLocale

extension NumberStyle {
    /// The style for one number, with enough decimals that it is not rounded to zero or another number.
    ///
    /// `0.0003` as a percentage is not `0%`, nor `0.004` as money `$0.00`. Of a long fraction the first
    /// digits are written. A format that says how many decimals there are is kept.
    func fitted(to value: Double) -> NumberStyle {
        let number = abs(value) * pow(10, Double(power))
        guard number > 0, number.isFinite else { return self }
        var style = self
        switch (kind, precision) {
        case (.percent, .upTo(let decimals)) where number < 1:
            style.precision = .upTo(max(decimals, Self.decimals(number, digits: 2)))
        case (.currency, .automatic) where number < 0.1:
            let decimals = Self.decimals(number, digits: 2)
            // Five cents are $0.05 and not $0.050.
            if (number * 100).rounded() / 100 != number { style.precision = .upTo(decimals) }
        case (.general, .automatic), (.grouped, .automatic):
            let decimals =
                number < 1 ? Self.decimals(number, digits: 6) : max(2, 6 - Self.digits(number))
            style.precision = decimals <= 15 ? .upTo(decimals) : .automatic
        default: break
        }
        return style
    }

    /// The decimals with which a number below 1 has so many digits after its leading zeros.
    private static func decimals(_ number: Double, digits: Int) -> Int {
        Int((-log10(number)).rounded(.up)) + digits - 1
    }

    /// Digits before the decimal mark.
    private static func digits(_ number: Double) -> Int { Int(log10(number).rounded(.down)) + 1 }
}
