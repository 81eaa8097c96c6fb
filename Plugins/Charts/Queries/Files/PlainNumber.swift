/// Numbers in files, with the syntax of JSON, so that codes with leading zeros are not numbers.
enum PlainNumber {
    static func value(_ text: String) -> Double? {
        var digits = text.utf8[...]
        if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
        guard let first = digits.first, isDigit(first) else { return nil }
        if first == UInt8(ascii: "0"), let second = digits.dropFirst().first, isDigit(second) {
            return nil
        }
        guard let last = digits.last, isDigit(last), digits.allSatisfy(isPart) else { return nil }
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func isPart(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }
}
