internal import PeriluneCore

/// How people who write in a locale order day and month, and which mark they put before decimals.
package struct LocaleConventions: Sendable, Hashable {
    /// `nil` if the locale writes neither as digits from 0 to 9.
    package var dateOrder: DateOrder?
    /// `nil` if it is neither a point nor a comma.
    package var decimalMark: Character?

    package init(dateOrder: DateOrder? = nil, decimalMark: Character? = nil) {
        self.dateOrder = dateOrder
        self.decimalMark = decimalMark
    }
}

/// Which of day and month comes first in a date such as 3/4/2024.
package enum DateOrder: Sendable, Hashable {
    case dayFirst, monthFirst
}

extension LocaleFormats {
    /// The conventions, as the locale writes 22 November 2001 and 1.5.
    package var conventions: LocaleConventions {
        let date = write(date: 1_006_387_200_000_000, .short)
        var conventions = LocaleConventions()
        if let day = date.firstRange(of: "22"), let month = date.firstRange(of: "11") {
            conventions.dateOrder =
                day.lowerBound < month.lowerBound ? .dayFirst : .monthFirst
        }
        conventions.decimalMark = write(1.5, NumberStyle(.general)).first { $0 == "." || $0 == "," }
        return conventions
    }
}
