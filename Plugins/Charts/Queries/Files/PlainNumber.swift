import PeriluneCore

/// Numbers in files, with the syntax of JSON, so that codes with leading zeros are not numbers.
enum PlainNumber {
    static func value(_ text: String) -> Double? {
        var digits = text.utf8[...]
        if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
        guard let first = digits.first, first.isASCIIDigit else { return nil }
        if first == UInt8(ascii: "0"), let second = digits.dropFirst().first, second.isASCIIDigit {
            return nil
        }
        guard let last = digits.last, last.isASCIIDigit, digits.allSatisfy(isPart) else {
            return nil
        }
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }
}
