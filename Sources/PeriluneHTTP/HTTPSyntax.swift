// Rules of RFC 9110 that both the client and the server check.

extension UInt8 {
    /// Whether the byte is allowed in header names and methods (RFC 9110 §5.6.2).
    var isTokenCharacter: Bool {
        // A bit set of the ASCII characters, because this is checked for every byte of every name.
        let characters: UInt64 = self < 64 ? 0x03ff_6cfa_0000_0000 : 0x57ff_ffff_c7ff_fffe
        return self < 128 && characters >> (UInt64(self) & 63) & 1 == 1
    }

    /// Whether the byte is not allowed in header values; a tab is.
    var isControl: Bool { self < 0x20 && self != 0x09 || self == 0x7f }
}

extension Collection<UInt8> {
    var isToken: Bool { !isEmpty && allSatisfy(\.isTokenCharacter) }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without spaces, tabs and line ends at both ends.
    func trimmed() -> SubSequence {
        func isBlank(_ byte: UInt8) -> Bool {
            byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a
        }
        let front = drop(while: isBlank)
        guard let last = front.lastIndex(where: { !isBlank($0) }) else { return front.prefix(0) }
        return front[...last]
    }
}
