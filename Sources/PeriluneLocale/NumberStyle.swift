/// How a number is to be written, for any locale.
package struct NumberStyle: Hashable, Sendable {
    /// What the number is: an amount, a share, or money.
    package var kind: Kind
    /// How many decimals are written.
    package var precision: Precision
    /// The power of ten that the number is multiplied by, exactly: a fraction of 1 as a percentage is
    /// multiplied by 100, thousands by a thousandth.
    package var power: Int

    package init(_ kind: Kind, _ precision: Precision = .automatic, power: Int = 0) {
        self.kind = kind
        self.precision = precision
        self.power = power
    }

    /// What a number is, which decides its symbol and whether thousands are grouped.
    package enum Kind: Hashable, Sendable {
        /// Grouped from five digits on, so that a year stays a year.
        case general
        case grouped
        /// Of what is no amount, such as a year.
        case ungrouped
        case percent
        /// By its ISO code; `nil` for the locale's own.
        case currency(String?)
    }

    /// Decimals; half is rounded away from zero, and more than 15 decimals count as 15.
    package enum Precision: Hashable, Sendable {
        /// That of the currency; else as many decimals as there are, to 15 digits.
        case automatic
        case exactly(Int)
        case upTo(Int)
    }

    /// ICU's number skeleton.
    ///
    /// Half is rounded away from zero, and what is rounded to zero has no sign.
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

/// What of a date is written.
package enum DateStyle: Hashable, Sendable, CaseIterable {
    case month, shortMonth, weekDay, shortWeekDay
    case short, medium, long
    /// A date and the time of day.
    case mediumWithTime
    /// For the ticks of a time axis.
    case year, monthAndYear, monthAndDay, monthDayAndTime, time, timeWithSeconds
}
