import PeriluneCore

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
        self.init(String(text).utf8Span.span)
    }

    /// Reads the same from bytes.
    init?(_ text: Span<UInt8>) {
        var start = 0
        var end = text.count
        if end > 0, text[0] == UInt8(ascii: "{") {
            guard text[end - 1] == UInt8(ascii: "}") else { return nil }
            start += 1
            end -= 1
        }
        let hasDashes = end - start == 36
        guard hasDashes || end - start == 32 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for place in 0..<end - start {
            let byte = text[start + place]
            if hasDashes, place == 8 || place == 13 || place == 18 || place == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = byte.hexadecimalValue else { return nil }
            // Both halves are shifted as one number of 128 bits.
            halves.0 = halves.0 << 4 | halves.1 >> 60
            halves.1 = halves.1 << 4 | UInt64(digit)
        }
        self.init(high: halves.0, low: halves.1)
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
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for place in 0..<32 {
            if place == 8 || place == 12 || place == 16 || place == 20 {
                text.append(UInt8(ascii: "-"))
            }
            let half = place < 16 ? high : low
            let digit = UInt8(half >> (60 - UInt64(place % 16) * 4) & 0xF)
            text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Upper-case in braces, as paging cookies write it.
    package var braced: String { "{\(description.uppercased())}" }
}
