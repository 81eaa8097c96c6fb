import PeriluneCore
import PeriluneLinks

/// Reads numbers as the platform of the mobile SDK does: from the start of the text, as far as possible; 0 if there is
/// no number.
enum LenientNumber {
    /// White space, an optional sign and ASCII digits; saturates at 64 bits.
    static func integer(_ text: String) -> Int64 {
        let (isNegative, digits) = signed(text)
        var value: Int64 = 0
        for byte in digits {
            guard byte.isASCIIDigit else { break }
            let digit = Int64(byte - 0x30)
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, carries) =
                isNegative
                ? product.subtractingReportingOverflow(digit)
                : product.addingReportingOverflow(digit)
            if overflows || carries { return isNegative ? .min : .max }
            value = sum
        }
        return value
    }

    /// White space, an optional sign, digits, a fraction and an exponent; rounded to 32 bits.
    static func float(_ text: String) -> Double {
        let (isNegative, rest) = signed(text)
        let whole = rest.prefix(while: \.isASCIIDigit)
        var end = whole.endIndex
        var digitCount = whole.count
        if end < rest.endIndex, rest[end] == UInt8(ascii: ".") {
            let fraction = rest[(end + 1)...].prefix(while: \.isASCIIDigit)
            digitCount += fraction.count
            end = fraction.endIndex
        }
        guard digitCount > 0 else { return 0 }
        var number = "0" + String(decoding: rest[..<end], as: UTF8.self)
        if number.utf8.last == UInt8(ascii: ".") { number += "0" }
        if end < rest.endIndex, rest[end] | 0x20 == UInt8(ascii: "e") {
            let tail = rest[(end + 1)...]
            let sign = tail.prefix { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
            let exponent = tail[sign.endIndex...].prefix(while: \.isASCIIDigit)
            if sign.count <= 1, !exponent.isEmpty {
                number += "e" + String(decoding: tail[..<exponent.endIndex], as: UTF8.self)
            }
        }
        let value = Float(Double(number) ?? 0)
        return Double(isNegative ? -value : value)
    }

    private static func signed(_ text: String) -> (isNegative: Bool, rest: ArraySlice<UInt8>) {
        let scalars = text.unicodeScalars.drop(while: \.properties.isWhitespace)
        let bytes = Array(String(scalars).utf8)
        guard let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else {
            return (false, bytes[...])
        }
        return (sign == UInt8(ascii: "-"), bytes.dropFirst())
    }
}
