/// The identity of a record: 128 bits, written `6997a469-a735-45f8-a4bf-fe31526a086b`.
public struct GUID: Hashable, Sendable, Comparable {
    let high: UInt64
    let low: UInt64

    /// All zeros: what CRM takes for "none".
    public static let zero = GUID(high: 0, low: 0)

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A new one, version 4.
    public static func random() -> GUID {
        GUID(high: .random(in: .min ... .max), low: .random(in: .min ... .max)).marked(version: 4)
    }

    /// Reads 32 hexadecimal digits in any case, with dashes in their places or none, with or
    /// without braces.
    public init?(_ text: some StringProtocol) {
        var digits: (UInt64, UInt64) = (0, 0)
        var count = 0
        var bytes = Array(text.utf8)
        if bytes.first == UInt8(ascii: "{") {
            guard bytes.last == UInt8(ascii: "}") else { return nil }
            bytes = Array(bytes[1..<bytes.count - 1])
        }
        guard bytes.count == 36 || bytes.count == 32 else { return nil }
        for (place, byte) in bytes.enumerated() {
            if bytes.count == 36, [8, 13, 18, 23].contains(place) {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            if count < 16 {
                digits.0 = digits.0 << 4 | UInt64(digit)
            } else {
                digits.1 = digits.1 << 4 | UInt64(digit)
            }
            count += 1
        }
        self.init(high: digits.0, low: digits.1)
    }

    /// The same bits, marked as RFC 4122 wants it.
    package func marked(version: UInt64) -> GUID {
        GUID(
            high: high & ~0xF000 | version << 12,
            low: low & ~(0xC000 << 48) | 0x8000 << 48)
    }

    /// Byte by byte, as the text sorts.
    public static func < (one: GUID, other: GUID) -> Bool {
        (one.high, one.low) < (other.high, other.low)
    }
}

extension GUID: CustomStringConvertible, LosslessStringConvertible {
    /// Lower-case, with dashes.
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for place in 0..<32 {
            if [8, 12, 16, 20].contains(place) { text.append(UInt8(ascii: "-")) }
            let half = place < 16 ? high : low
            text.append(digits[Int(half >> (60 - UInt64(place % 16) * 4) & 0xF)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Upper-case in braces, as paging cookies write it.
    package var braced: String { "{\(description.uppercased())}" }
}
