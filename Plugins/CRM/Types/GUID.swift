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

    /// Parses 32 hexadecimal digits in any case, with all dashes or none, with or without braces.
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
            // Shift both halves as one number of 128 bits.
            halves.0 = halves.0 << 4 | halves.1 >> 60
            halves.1 = halves.1 << 4 | UInt64(digit)
        }
        self.init(high: halves.0, low: halves.1)
    }

    /// Whether a text is 36 characters as CRM writes them: digits of either case, with dashes in their places.
    static func isUsual(_ text: Span<UInt8>) -> Bool {
        guard text.count == 36 else { return false }
        var isWrong: UInt8 = 0
        for place in 0..<36 {
            let byte = text[place]
            let isDash = place == 8 || place == 13 || place == 18 || place == 23
            let isDigit = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
            isWrong |= isDash ? byte ^ UInt8(ascii: "-") : isDigit ? 0 : 1
        }
        return isWrong == 0
    }

    /// The same bits with the version and variant of RFC 4122.
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
        let text = characters
        return unsafe String(unsafeUninitializedCapacity: 36) { buffer in
            for place in 0..<36 { unsafe buffer[place] = text[place] }
            return 36
        }
    }

    /// The description as bytes.
    var characters: InlineArray<36, UInt8> {
        var text = InlineArray<36, UInt8>(repeating: UInt8(ascii: "-"))
        var (place, shift) = (0, 64)
        for number in 0..<32 {
            if number == 8 || number == 12 || number == 16 || number == 20 { place += 1 }
            shift = shift == 0 ? 60 : shift - 4
            let digit = UInt8((number < 16 ? high : low) >> UInt64(shift) & 0xF)
            text[place] = digit &+ (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") &- 10)
            place += 1
        }
        return text
    }

    /// Upper-case in braces, as paging cookies write it.
    package var braced: String { "{\(description.uppercased())}" }
}
