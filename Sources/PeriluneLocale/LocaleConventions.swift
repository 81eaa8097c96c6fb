internal import PeriluneCore

/// The order of day and month in a locale, and its decimal mark.
package struct LocaleConventions: Sendable, Hashable {
    /// The order of day and month; `nil` if the locale does not write both with the digits 0 to 9.
    package var dateOrder: DateOrder?
    /// The decimal mark; `nil` if it is neither a point nor a comma.
    package var decimalMark: Character?

    package init(dateOrder: DateOrder? = nil, decimalMark: Character? = nil) {
        self.dateOrder = dateOrder
        self.decimalMark = decimalMark
    }
}

/// Whether the day or the month comes first in a date such as 3/4/2024.
package enum DateOrder: Sendable, Hashable {
    case dayFirst, monthFirst
}

extension LocaleFormats {
    /// The conventions, determined from how the locale writes 22 November 2001 and 1.5.
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
