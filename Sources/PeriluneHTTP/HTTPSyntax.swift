// The few rules of RFC 9110 that both sides check.

extension UInt8 {
    /// Whether a name of a header or a method may contain it (RFC 9110 §5.6.2).
    var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
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
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0d, 0x0a].contains($0) }
        let front = drop(while: isBlank)
        guard let last = front.lastIndex(where: { !isBlank($0) }) else { return front.prefix(0) }
        return front[...last]
    }
}
