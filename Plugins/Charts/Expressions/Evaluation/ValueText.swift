import PeriluneCore

/// How values are written where an expression makes texts of them: for no locale.
package enum ValueText {
    /// The shortest that reads back as the same number; whole numbers without a point.
    package static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    /// A date in ISO 8601: `2010-09-01`, or with a time of day `2010-09-01T13:45:10`.
    package static func date(_ microseconds: Int64) -> String {
        let text = Timestamp(microseconds: microseconds).description.dropLast()
        return String(text.hasSuffix("T00:00:00") ? text.dropLast(9) : text)
    }

    /// Parses a date `YYYY-MM-DD`; `nil` if it is invalid.
    static func date(_ text: String) -> Int64? {
        guard text.utf8.count == 10 else { return nil }
        return Timestamp(text + "T00:00:00Z")?.microseconds
    }

    /// The value of a boolean variable as metadata write it; `nil` for any other spelling.
    package static func boolean(_ text: String) -> Bool? {
        switch text {
        case "true", "True", "TRUE", "yes", "Yes", "YES", "1": true
        case "false", "False", "FALSE", "no", "No", "NO", "0": false
        default: nil
        }
    }

    /// The number in a text, for `Int`; NaN if there is none.
    static func number(in text: String) -> Double {
        let trimmed = TextFunctions.trimmed(text)
        let isDecimal = trimmed.utf8.allSatisfy {
            Ascii.digits.contains($0) || $0 == Ascii.plus || $0 == Ascii.minus || $0 == Ascii.point
                || $0 | 0x20 == Ascii.e
        }
        return isDecimal ? Double(trimmed) ?? .nan : .nan
    }
}
