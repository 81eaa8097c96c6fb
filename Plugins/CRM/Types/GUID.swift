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
        let digits = text.extracting(start..<end)
        if hasDashes {
            let dash = UInt8(ascii: "-")
            guard digits[8] == dash, digits[13] == dash, digits[18] == dash, digits[23] == dash
            else { return nil }
        }
        // The second and the third word have a dash between their halves.
        guard let first = digits.word(0, 4),
            let second = digits.word(hasDashes ? 9 : 8, hasDashes ? 5 : 4),
            let third = digits.word(hasDashes ? 19 : 16, hasDashes ? 5 : 4),
            let fourth = digits.word(hasDashes ? 28 : 24, 4)
        else { return nil }
        self.init(
            high: UInt64(first) << 32 | UInt64(second), low: UInt64(third) << 32 | UInt64(fourth))
    }

    /// Whether a text is 36 characters as CRM writes them: digits of either case, with dashes in their places.
    static func isUsual(_ text: Span<UInt8>) -> Bool {
        text.count == 36 && GUID(text) != nil
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
        var characters = text.mutableSpan
        var bytes = unsafe characters.mutableBytes
        bytes.write(UInt32(high >> 32), 0, 4)
        bytes.write(UInt32(truncatingIfNeeded: high), 9, 14)
        bytes.write(UInt32(low >> 32), 19, 24)
        bytes.write(UInt32(truncatingIfNeeded: low), 28, 32)
        return text
    }

    /// Upper-case in braces, as paging cookies write it.
    package var braced: String { "{\(description.uppercased())}" }
}

extension Span<UInt8> {
    /// The number of four digits and of the four that begin a distance later; `nil` if one is no digit.
    fileprivate func word(_ place: Int, _ distance: Int) -> UInt32? {
        let bytes = unsafe bytes
        precondition(place >= 0 && place + distance + 4 <= count, "eight digits are in the text")
        let (first, second) = unsafe (
            bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt32.self),
            bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place + distance, as: UInt32.self)
        )
        return HexadecimalDigits(
            word: UInt64(UInt32(littleEndian: second)) << 32 | UInt64(UInt32(littleEndian: first))
        ).number
    }
}

extension MutableRawSpan {
    /// Writes the eight digits of a number, four at a place and four at another.
    fileprivate mutating func write(_ number: UInt32, _ place: Int, _ next: Int) {
        let word = HexadecimalDigits(number).word
        let (first, second) = (UInt32(truncatingIfNeeded: word), UInt32(word >> 32))
        storeBytes(of: first.littleEndian, toByteOffset: place, as: UInt32.self)
        storeBytes(of: second.littleEndian, toByteOffset: next, as: UInt32.self)
    }
}
