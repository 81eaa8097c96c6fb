package import PeriluneCore

/// The format of values in metadata: `Format="Currency" CurrencyCode="EUR"`.
public struct ValueFormat: Sendable, Hashable {
    /// The format without its warning.
    package var kind: Kind
    /// A warning about a value that is accepted, but should be written in another way.
    package var warning: String?

    /// The formats of the metadata.
    package enum Kind: Sendable, Hashable {
        case general
        case month, shortMonth, weekDay, shortWeekDay, shortDate, longDate
        /// A currency by its code; `nil` for that of the locale.
        case currency(String?)
        /// The number with a percent sign: 10 is 10%.
        case percent
        /// A fraction as a percentage: 0.1 is 10%.
        case percentage
        case rounded(Int)
        /// A script writes the values.
        case script
    }

    /// Numbers and dates without a special format.
    public static let general = ValueFormat(kind: .general)

    init(kind: Kind) { self.kind = kind }

    /// Reads `Format` and `CurrencyCode`.
    package init(_ name: String, currencyCode: String? = nil) throws(PeriluneError) {
        let name = TextFunctions.trimmed(name)
        let code = currencyCode.map(TextFunctions.trimmed).flatMap { $0.isEmpty ? nil : $0 }
        if let code, !Self.isCurrencyCode(code) {
            throw PeriluneError(
                .format, "'\(code.prefix(40))' is not a currency code",
                hint: "write three capital letters, such as USD or EUR")
        }
        if let kind = Self.named[name] {
            self.init(kind: kind)
        } else if name == "Currency" {
            self.init(kind: .currency(code))
        } else if name == "Rounded" {
            self.init(kind: .rounded(0))
            warning = "Rounded without a digit; write Rounded0"
        } else if name.hasPrefix("Rounded"), name.utf8.count == 8, let last = name.utf8.last,
            Ascii.digits.contains(last)
        {
            self.init(kind: .rounded(Int(last - Ascii.digits.lowerBound)))
        } else {
            throw PeriluneError(
                .format, "unknown format '\(name.prefix(40))'", hint: Self.hint(for: name))
        }
    }

    private static let named: [String: Kind] = [
        "": .general, "Month": .month, "ShortMonth": .shortMonth, "WeekDay": .weekDay,
        "ShortWeekDay": .shortWeekDay, "ShortDate": .shortDate, "LongDate": .longDate,
        "Percent": .percent, "Percentage": .percentage, "Script": .script,
    ]

    private static func hint(for name: String) -> String {
        let lowercased = Ascii.lowercased(name)
        let names = named.keys.filter { !$0.isEmpty }.sorted() + ["Currency", "Rounded0"]
        if let meant = names.first(where: { Ascii.lowercased($0) == lowercased }) {
            return "names are case-sensitive: \(meant)"
        }
        return "the formats are \(names.joined(separator: ", ")) to Rounded9"
    }

    private static func isCurrencyCode(_ code: String) -> Bool {
        code.utf8.count == 3 && code.utf8.allSatisfy(Ascii.uppercase.contains)
    }
}

extension PeriluneError.Code {
    /// The error for an unknown `Format` or `CurrencyCode`.
    package static let format: Self = "chart.format"
}
