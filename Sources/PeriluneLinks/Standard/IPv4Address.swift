import PeriluneCore

/// An IPv4 address in any notation that the URL standard accepts.
struct IPv4Address {
    private let value: UInt32

    /// Whether a domain must be an IPv4 address, because its last label is a number.
    static func endsInNumber(_ domain: [UInt8]) -> Bool {
        var labels = domain.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.last?.isEmpty == true {
            guard labels.count > 1 else { return false }
            labels.removeLast()
        }
        guard let last = labels.last, !last.isEmpty else { return false }
        return last.allSatisfy(\.isASCIIDigit) || number(last) != nil
    }

    /// Reads up to four numbers: decimal, octal after `0`, hexadecimal after `0x`.
    init?(_ text: [UInt8]) {
        var parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true, parts.count > 1 { parts.removeLast() }
        guard parts.count <= 4 else { return nil }
        var value: UInt64 = 0
        for (index, part) in parts.enumerated() {
            guard let number = Self.number(part) else { return nil }
            if index < parts.count - 1 {
                guard number <= 255 else { return nil }
                value |= number << UInt64(8 * (3 - index))
            } else {
                guard number < 1 << UInt64(8 * (5 - parts.count)) else { return nil }
                value |= number
            }
        }
        self.value = UInt32(truncatingIfNeeded: value)
    }

    var description: String {
        "\(value >> 24).\(value >> 16 & 255).\(value >> 8 & 255).\(value & 255)"
    }

    /// Parses a number; a number beyond 32 bits becomes one that is larger than all of them.
    private static func number(_ text: ArraySlice<UInt8>) -> UInt64? {
        guard !text.isEmpty else { return nil }
        var digits = text
        var radix: UInt64 = 10
        if text.count >= 2, text.first == UInt8(ascii: "0") {
            if text[text.startIndex + 1].lowercased == UInt8(ascii: "x") {
                radix = 16
                digits = text.dropFirst(2)
            } else {
                radix = 8
                digits = text.dropFirst()
            }
        }
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = byte.hexadecimalValue, digit < radix else { return nil }
            value = min(value * radix + UInt64(digit), 1 << 32)
        }
        return value
    }
}
