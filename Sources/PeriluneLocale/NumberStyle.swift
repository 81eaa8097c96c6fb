/// The style of a number, independent of the locale.
package struct NumberStyle: Hashable, Sendable {
    /// The kind of the number: an amount, a share, or money.
    package var kind: Kind
    /// The number of decimals.
    package var precision: Precision
    /// The power of ten by which the number is multiplied, exactly.
    ///
    /// For example, a fraction of 1 is multiplied by 100 for a percentage, and thousands by a thousandth.
    package var power: Int

    package init(_ kind: Kind, _ precision: Precision = .automatic, power: Int = 0) {
        self.kind = kind
        self.precision = precision
        self.power = power
    }

    /// The kind of a number, which determines its symbol and whether thousands are grouped.
    package enum Kind: Hashable, Sendable {
        /// Grouped from five digits on, so that a year is not grouped.
        case general
        case grouped
        /// Not grouped, for numbers that are not amounts, such as years.
        case ungrouped
        case percent
        /// Money, with an ISO currency code; `nil` for the locale's currency.
        case currency(String?)
    }

    /// The number of decimals, at most 15; halves are rounded away from zero.
    package enum Precision: Hashable, Sendable {
        /// The decimals of the currency; else as many as necessary, up to 15 digits.
        case automatic
        case exactly(Int)
        case upTo(Int)
    }

    /// The ICU number skeleton.
    ///
    /// Halves are rounded away from zero, and a result of zero has no sign.
    func skeleton(currency: String) -> String {
        var words = ["rounding-mode-half-up", "sign-negative"]
        var isCurrency = false
        switch kind {
        case .general: words.append("group-min2")
        case .grouped: break
        case .ungrouped: words.append("group-off")
        case .percent: words.append("percent")
        case .currency(let code):
            words.append("currency/\(code ?? currency)")
            isCurrency = true
        }
        switch precision {
        case .automatic where isCurrency: break
        case .automatic: words.append("@##############")
        case .exactly(let decimals), .upTo(let decimals):
            let digit = if case .exactly = precision { "0" } else { "#" }
            let count = min(max(decimals, 0), 15)
            words.append(
                count == 0 ? "precision-integer" : "." + String(repeating: digit, count: count))
        }
        if power > 0 { words.append("scale/1" + String(repeating: "0", count: min(power, 15))) }
        if power < 0 {
            words.append("scale/0." + String(repeating: "0", count: min(-power, 15) - 1) + "1")
        }
        return words.joined(separator: " ")
    }
}

/// The parts of a date that are written.
package enum DateStyle: Hashable, Sendable, CaseIterable {
    case month, shortMonth, weekDay, shortWeekDay
    case short, medium, long
    /// A date and the time of day.
    case mediumWithTime
    /// Styles for the ticks of a time axis.
    case year, monthAndYear, monthAndDay, monthDayAndTime, time, timeWithSeconds
}
