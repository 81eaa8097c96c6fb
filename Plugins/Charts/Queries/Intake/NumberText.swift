/// A number as written by users and spreadsheets: with separators, a currency, a percent sign, or parentheses for a
/// negative number.
struct NumberText {
    /// The digits, separators and exponent that remain, and the sign.
    private(set) var digits: Substring
    private(set) var isNegative = false
    private(set) var isPercent = false
    private(set) var isParenthesized = false
    /// `$`, `EUR`.
    private(set) var currency: String?

    /// A longer text is not a number: the cells of a file may be megabytes long.
    static let longest = 100

    /// Reads a text; `nil` if it has no digit, or contains more than a number.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        digits = text[...]
        trim()
        if digits.first == "(", digits.last == ")" {
            digits = digits.dropFirst().dropLast()
            (isParenthesized, isNegative) = (true, true)
        }
        // Sign and currency come in any order: -$5, $-5, 5 EUR, 5 %.
        var hasSign = isParenthesized
        while true {
            trim()
            if let sign = digits.first, "+-\u{2212}".contains(sign), !hasSign {
                digits.removeFirst()
                (hasSign, isNegative) = (true, sign != "+")
            } else if digits.last == "%", !isPercent {
                digits.removeLast()
                isPercent = true
            } else if currency == nil, let found = Self.currency(of: digits) {
                currency = found.code
                digits = found.rest
            } else {
                break
            }
        }
        guard !digits.isEmpty, digits.utf8.count <= 40,
            digits.first.map({ $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }) == true,
            digits.contains(where: { $0.isASCII && $0.isNumber }),
            currency == nil || !hasLeadingZero
        else { return nil }
    }

    /// `PEN001` is the code of an article, not an amount in soles.
    private var hasLeadingZero: Bool {
        let start = digits.utf8.prefix(2)
        return start.first == UInt8(ascii: "0") && start.count == 2
            && start.last.map(Ascii.digits.contains) == true
    }

    /// The number with this decimal mark; `nil` if the text is not a number with it.
    func value(decimal: Character) -> Double? {
        if digits.contains(where: { $0 == "e" || $0 == "E" }) { return exponential }
        let parts = digits.split(separator: decimal, omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = Self.ungrouped(parts[0], decimal: decimal) else {
            return nil
        }
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard !fraction.isEmpty, fraction.allSatisfy({ $0.isASCII && $0.isNumber }),
            let value = Double("\(whole).\(fraction)")
        else { return nil }
        return signed(value)
    }

    /// The value of a number with an exponent, which has no separators.
    private var exponential: Double? {
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber || "eE.+-".contains($0) }),
            let value = Double(digits), value.isFinite
        else { return nil }
        return signed(value)
    }

    private func signed(_ value: Double) -> Double {
        (isNegative ? -value : value) / (isPercent ? 100 : 1)
    }

    /// Whether it looks like an IPv4 address, as 192.168.100.200 does; 1.234.567.890 is a number.
    var isAddress: Bool {
        guard currency == nil, !isPercent, !isNegative, digits.utf8.count <= 15 else {
            return false
        }
        let parts = digits.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...3).contains(part.count) && part.allSatisfy(Ascii.digits.contains)
                    && (Int(String(Substring(part))) ?? 256) <= 255
            }
    }

    /// Whether it is one number with a decimal point and another one with a decimal comma: 1,234.
    var isAmbiguous: Bool { decimalMark == nil && digits.contains { $0 == "." || $0 == "," } }

    /// The decimal mark, if the text alone decides it: 1,5 and 1.234,5 but not 1,234.
    var decimalMark: Character? {
        let marks = digits.filter { $0 == "." || $0 == "," }
        guard let last = marks.last else { return nil }
        let other: Character = last == "." ? "," : "."
        if marks.contains(other) { return last }
        if marks.count > 1 { return other }
        let parts = digits.split(separator: last, omittingEmptySubsequences: false)
        let isGroup = parts[1].count == 3 && (1...3).contains(parts[0].count) && parts[0] != "0"
        return isGroup ? nil : last
    }

    /// Whether it has thousands separators with this decimal mark.
    func isGrouped(decimal: Character) -> Bool {
        digits.contains {
            Self.separators.contains($0) || ($0 == "." || $0 == ",") && $0 != decimal
        }
    }

    private static let separators: Set<Character> = [
        " ", "\u{A0}", "\u{202F}", "\u{2009}", "'", "\u{2019}",
    ]

    /// The digits without separators, which separate groups of three digits, or of two as in India.
    private static func ungrouped(_ digits: Substring, decimal: Character) -> String? {
        if digits.isEmpty { return "0" }
        let marks = digits.filter { !$0.isASCII || !$0.isNumber }
        guard let mark = marks.first else { return String(digits) }
        let group: Character = decimal == "." ? "," : "."
        guard mark == group || separators.contains(mark), marks.allSatisfy({ $0 == mark }) else {
            return nil
        }
        let parts = digits.split(separator: mark, omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, (1...3).contains(first.count),
            last.count == 3, parts.dropFirst().dropLast().allSatisfy({ (2...3).contains($0.count) })
        else { return nil }
        return parts.joined()
    }

    /// A currency sign or code, before or after the number.
    private static func currency(of text: Substring) -> (code: String, rest: Substring)? {
        if let first = text.first, first.isCurrencySymbol {
            return (String(first), text.dropFirst())
        }
        if let last = text.last, last.isCurrencySymbol { return (String(last), text.dropLast()) }
        let (first, last) = (String(text.prefix(3)), String(text.suffix(3)))
        if CurrencyCode.all.contains(first) { return (first, text.dropFirst(3)) }
        if CurrencyCode.all.contains(last) { return (last, text.dropLast(3)) }
        return nil
    }

    private mutating func trim() {
        while digits.first?.isWhitespace == true { digits.removeFirst() }
        while digits.last?.isWhitespace == true { digits.removeLast() }
    }
}
