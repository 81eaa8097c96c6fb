// The few rules of RFC 9110 that both sides check.

extension UInt8 {
    /// Whether a name of a header or a method may contain it (RFC 9110 §5.6.2).
    var isTokenCharacter: Bool {
        let word = self < 64 ? Self.tokenCharacters.low : Self.tokenCharacters.high
        return self < 128 && word >> (UInt64(self) & 63) & 1 == 1
    }

    /// One bit for each of the 128 ASCII characters: this is asked for every byte of every name.
    private static let tokenCharacters: (low: UInt64, high: UInt64) = {
        var bits: (low: UInt64, high: UInt64) = (0, 0)
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        for byte in "!#$%&'*+-.^_`|~0123456789\(letters)".utf8 {
            if byte < 64 {
                bits.low |= 1 << UInt64(byte)
            } else {
                bits.high |= 1 << UInt64(byte - 64)
            }
        }
        return bits
    }()

    /// Whether no value of a header may contain it; a tab may be there.
    var isControl: Bool { self < 0x20 && self != 0x09 || self == 0x7f }
}

extension Collection<UInt8> {
    var isToken: Bool { !isEmpty && allSatisfy(\.isTokenCharacter) }
}

extension BidirectionalCollection<UInt8> {
    /// Without spaces, tabs and line ends on both sides.
    func trimmed() -> SubSequence {
        func isBlank(_ byte: UInt8) -> Bool {
            byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a
        }
        let front = drop(while: isBlank)
        guard let last = front.lastIndex(where: { !isBlank($0) }) else { return front.prefix(0) }
        return front[...last]
    }
}
