extension ValueFormat {
    /// Money, in the currency of the locale.
    public static let currency = ValueFormat(kind: .currency(nil))
    /// Percentages: 21 is 21%.
    public static let percent = ValueFormat(kind: .percent)
    /// Fractions as percentages: 0.21 is 21%.
    public static let percentage = ValueFormat(kind: .percentage)
    /// The month of a date: March.
    public static let month = ValueFormat(kind: .month)
    /// The month of a date: Mar.
    public static let shortMonth = ValueFormat(kind: .shortMonth)
    /// The day of the week: Friday.
    public static let weekDay = ValueFormat(kind: .weekDay)
    /// The day of the week: Fri.
    public static let shortWeekDay = ValueFormat(kind: .shortWeekDay)
    /// A date in numbers.
    public static let shortDate = ValueFormat(kind: .shortDate)
    /// A date in words.
    public static let longDate = ValueFormat(kind: .longDate)

    /// The format returned by the function `formatValues` of a script.
    public static let script = ValueFormat(kind: .script)

    /// Money, in the currency of this code, such as `EUR`.
    public static func currency(_ code: String) -> ValueFormat {
        ValueFormat(kind: .currency(code))
    }

    /// Numbers with so many decimals, from 0 to 9.
    public static func rounded(_ decimals: Int) -> ValueFormat {
        ValueFormat(kind: .rounded(min(max(decimals, 0), 9)))
    }

    /// The attributes `Format` and `CurrencyCode` of metadata.
    var attributes: (format: String, currencyCode: String?) {
        switch kind {
        case .general: ("", nil)
        case .currency(let code): (kind.name, code)
        default: (kind.name, nil)
        }
    }
}
