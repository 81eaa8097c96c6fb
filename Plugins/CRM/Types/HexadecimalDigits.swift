/// Eight hexadecimal digits as the bytes of a word, the first in the lowest byte; all are converted at once.
struct HexadecimalDigits {
    let word: UInt64

    init(word: UInt64) { self.word = word }

    /// The lower-case digits of a number.
    init(_ number: UInt32) {
        var digits = UInt64(number)
        digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits | digits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        let isLetter = ((digits &+ Self.all(0x76)) >> 7) & Self.all(1)
        // A letter is 0x27 beyond the character that would follow the digit 9.
        word = (digits &+ Self.all(0x30) &+ isLetter &* 0x27).byteSwapped
    }

    /// Their number; `nil` if a byte is no digit.
    var number: UInt32? {
        let letters = word | Self.all(0x20)
        let isDigit = Self.isBetween(word, 0x30, 0x39)
        let isLetter = Self.isBetween(letters, 0x61, 0x66)
        guard word & Self.all(0x80) == 0, isDigit | isLetter == Self.all(0x80) else { return nil }
        var digits = ((word & Self.all(0x0F)) &+ (isLetter >> 7) &* 9).byteSwapped
        digits = (digits | digits >> 4) & 0x00FF_00FF_00FF_00FF
        digits = (digits | digits >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: digits | digits >> 16)
    }

    /// The highest bit of each byte that is in a range; all bytes and bounds are below 0x80.
    private static func isBetween(_ word: UInt64, _ low: UInt64, _ high: UInt64) -> UInt64 {
        (word &+ all(0x80 - low)) & ~(word &+ all(0x7F - high)) & all(0x80)
    }

    /// A word with the same byte eight times.
    private static func all(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
}
