/// A decimal number, exact: what CRM calls `decimal` and keeps in money columns.
///
/// The scale is kept: `1.50` is written as it came, and equals `1.5`. Up to 38 digits.
public struct CRMDecimal: Sendable {
    /// The digits as an integer.
    public let mantissa: Int128
    /// The number of digits after the point.
    public let scale: Int

    /// `mantissa` divided by ten to the power of `scale`.
    public init(mantissa: Int128, scale: Int) {
        self.mantissa = mantissa
        self.scale = scale
    }

    /// A whole number.
    public init(_ value: some BinaryInteger) {
        self.init(mantissa: Int128(value), scale: 0)
    }

    /// Parses a number such as `-12.50`, optionally with an exponent; `nil` if it is invalid or too long.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        let bytes = text.utf8Span.span
        // Up to 18 digits fit 64 bits, which are faster.
        var few: UInt64 = 0
        var mantissa: Int128 = 0
        var scale = 0
        var digits = 0
        var isNegative = false
        var seenPoint = false
        var at = 0
        if let first = text.utf8.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            isNegative = first == UInt8(ascii: "-")
            at = 1
        }
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "."), !seenPoint {
                seenPoint = true
            } else if (48...57).contains(byte) {
                if digits < 18 {
                    few = few * 10 + UInt64(byte - 48)
                } else {
                    if digits == 18 { mantissa = Int128(few) }
                    let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
                    let (sum, carry) = product.addingReportingOverflow(Int128(byte - 48))
                    guard !overflow, !carry else { return nil }
                    mantissa = sum
                }
                digits += 1
                if seenPoint { scale += 1 }
            } else {
                break
            }
            at += 1
        }
        guard digits > 0 else { return nil }
        if digits <= 18 { mantissa = Int128(few) }
        if at < bytes.count {
            guard bytes[at] | 0x20 == UInt8(ascii: "e"),
                let exponent = Int(Substring(text.utf8.dropFirst(at + 1))),
                (-60...60).contains(exponent)
            else { return nil }
            scale -= exponent
            while scale < 0 {
                let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
                guard !overflow else { return nil }
                mantissa = product
                scale += 1
            }
            guard scale <= 60 else { return nil }
        }
        self.init(mantissa: isNegative ? -mantissa : mantissa, scale: scale)
    }

    /// The shortest decimal that is this number; `nil` for what is not finite.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.init(value.description)
    }

    /// The nearest double.
    public var double: Double {
        if let few = Int64(exactly: mantissa), few.magnitude < 1 << 53, Self.powers.indices ~= scale
        {
            // Both are exact as doubles, so that the quotient is the nearest one.
            return Double(few) / Self.powers[scale]
        }
        return Double(description) ?? .nan
    }

    /// The powers of ten that a double represents exactly.
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// Whether a double holds all digits: it is the nearest one, and no other number with so few digits is near it.
    var isExactAsDouble: Bool {
        let isShort = mantissa.magnitude < 1_000_000_000_000_000 && (0...22).contains(scale)
        return isShort || CRMDecimal(double) == self
    }

    /// The number with so many digits after the point; a half is rounded away from zero.
    public func rounded(to newScale: Int) -> CRMDecimal {
        guard newScale < scale else {
            return CRMDecimal(
                mantissa: Self.scaled(mantissa, by: newScale - scale), scale: newScale)
        }
        let divisor = Self.power(scale - newScale)
        let (quotient, rest) = mantissa.quotientAndRemainder(dividingBy: divisor)
        let away: Int128 = rest.magnitude * 2 >= divisor.magnitude ? (mantissa < 0 ? -1 : 1) : 0
        return CRMDecimal(mantissa: quotient + away, scale: newScale)
    }

    private static func power(_ exponent: Int) -> Int128 {
        var power: Int128 = 1
        for _ in 0..<min(exponent, 38) { power = power &* 10 }
        return power
    }

    /// Saturates rather than traps: no CRM column comes near.
    private static func scaled(_ mantissa: Int128, by digits: Int) -> Int128 {
        let (product, overflow) = mantissa.multipliedReportingOverflow(by: power(digits))
        return overflow ? (mantissa < 0 ? .min : .max) : product
    }

    /// The mantissas of both at the larger of the two scales.
    private static func aligned(_ one: Self, _ other: Self) -> (Int128, Int128, Int) {
        let scale = max(one.scale, other.scale)
        return (
            scaled(one.mantissa, by: scale - one.scale),
            scaled(other.mantissa, by: scale - other.scale), scale
        )
    }

    /// The sum, with the larger scale.
    public static func + (one: Self, other: Self) -> Self {
        let (a, b, scale) = aligned(one, other)
        let (sum, overflow) = a.addingReportingOverflow(b)
        return Self(mantissa: overflow ? (a < 0 ? .min : .max) : sum, scale: scale)
    }

    /// The difference, with the larger scale.
    public static func - (one: Self, other: Self) -> Self {
        one + Self(mantissa: 0 &- other.mantissa, scale: other.scale)
    }

    /// The product, with both scales together.
    public static func * (one: Self, other: Self) -> Self {
        let (product, overflow) = one.mantissa.multipliedReportingOverflow(by: other.mantissa)
        return Self(mantissa: overflow ? .max : product, scale: one.scale + other.scale)
    }

    /// The quotient with so many digits after the point; `nil` for a division by zero.
    public func divided(by other: Self, scale newScale: Int) -> Self? {
        guard other.mantissa != 0 else { return nil }
        // Compute one digit more than requested, which decides the rounding.
        let shift = max(0, newScale + 1 + other.scale - scale)
        let exact = Self(
            mantissa: Self.scaled(mantissa, by: shift) / other.mantissa,
            scale: scale + shift - other.scale)
        return exact.rounded(to: newScale)
    }
}

extension CRMDecimal: Hashable, Comparable {
    /// Compares the values: `1.5` equals `1.50`.
    public static func == (one: Self, other: Self) -> Bool {
        let (a, b, _) = aligned(one, other)
        return a == b
    }

    /// Compares the values.
    public static func < (one: Self, other: Self) -> Bool {
        let (a, b, _) = aligned(one, other)
        return a < b
    }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) {
        var (mantissa, scale) = (mantissa, scale)
        while scale > 0, mantissa % 10 == 0 {
            mantissa /= 10
            scale -= 1
        }
        hasher.combine(mantissa)
        hasher.combine(scale)
    }
}

extension CRMDecimal: CustomStringConvertible, ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int64) { self.init(value) }

    /// All digits, including trailing zeros after the point.
    public var description: String {
        guard scale > 0 else { return String(mantissa) }
        var digits = String(mantissa.magnitude)
        if digits.utf8.count <= scale {
            digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits
        }
        let point = digits.index(digits.endIndex, offsetBy: -scale)
        return (mantissa < 0 ? "-" : "") + digits[..<point] + "." + digits[point...]
    }
}
