// The few rules of RFC 9110 that both sides check.

extension UInt8 {
    /// Whether a name of a header or a method may contain it (RFC 9110 §5.6.2).
    var isTokenCharacter: Bool {
        // One bit for each ASCII character, written out: every byte of every name is asked for.
        let characters: UInt64 = self < 64 ? 0x03ff_6cfa_0000_0000 : 0x57ff_ffff_c7ff_fffe
        return self < 128 && characters >> (UInt64(self) & 63) & 1 == 1
    }

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
