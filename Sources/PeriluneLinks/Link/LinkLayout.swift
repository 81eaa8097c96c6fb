/// Where the parts of a link stand in its bytes.
///
/// The generic syntax of RFC 3986 without its character classes: links in the wild hold raw
/// `|`, `^`, `{}` and spaces, and all of them must arrive.
package struct LinkLayout: Sendable {
    /// A half-open range in 8 bytes: a link is short, and a link is copied often.
    package struct Extent: Sendable {
        package var lower: UInt32
        package var upper: UInt32

        @inline(__always)
        init(_ lower: Int, _ upper: Int) {
            self.lower = UInt32(truncatingIfNeeded: lower)
            self.upper = UInt32(truncatingIfNeeded: upper)
        }

        @inline(__always) package var range: Range<Int> { Int(lower)..<Int(upper) }
    }

    package var scheme: Extent?
    package var authority: Extent?
    package var path: Extent
    package var query: Extent?
    package var fragment: Extent?
    /// The query starts right behind `//`, as some printed examples have it.
    package var lacksQuestionMark = false

    init(_ bytes: Span<UInt8>) {
        let count = bytes.count
        var index = 0
        if let colon = Self.endOfScheme(bytes) {
            scheme = Extent(0, colon)
            index = colon + 1
        }
        if count - index >= 2, bytes[index] == UInt8(ascii: "/"),
            bytes[index + 1] == UInt8(ascii: "/")
        {
            let start = index + 2
            index = start
            while index < count, !Self.endsAuthority(bytes[index]) { index += 1 }
            authority = Extent(start, index)
        }
        let pathStart = index
        while index < count, bytes[index] != UInt8(ascii: "?"), bytes[index] != UInt8(ascii: "#") {
            index += 1
        }
        path = Extent(pathStart, index)
        if index < count, bytes[index] == UInt8(ascii: "?") {
            let start = index + 1
            index = start
            while index < count, bytes[index] != UInt8(ascii: "#") { index += 1 }
            query = Extent(start, index)
        } else if let authority, Self.isMobile(bytes, scheme),
            Self.contains(bytes, UInt8(ascii: "="), in: authority.range)
        {
            // The manual prints `mstr://psKey=A|B&pKey=C`: parameters without a question mark.
            query = Extent(Int(authority.lower), index)
            self.authority = Extent(Int(authority.lower), Int(authority.lower))
            path = Extent(Int(authority.lower), Int(authority.lower))
            lacksQuestionMark = true
        }
        if index < count { fragment = Extent(index + 1, count) }
    }

    /// The offset of the colon behind a scheme.
    static func endOfScheme(_ bytes: Span<UInt8>) -> Int? {
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                if index == 0 { return nil }
            case UInt8(ascii: ":"): return index == 0 ? nil : index
            default: return nil
            }
            index += 1
        }
        return nil
    }

    /// Whether the scheme is `mstr` or `mstripad`, in any case.
    static func isMobile(_ bytes: Span<UInt8>, _ scheme: Extent?) -> Bool {
        guard let scheme else { return false }
        return equalsFolded(bytes, scheme.range, "mstr")
            || equalsFolded(bytes, scheme.range, "mstripad")
    }

    /// Compares with a lower-case word.
    static func equalsFolded(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ word: StaticString
    ) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { expected in
            for offset in 0..<range.count
            where unsafe folded(bytes[range.lowerBound + offset]) != expected[offset] {
                return false
            }
            return true
        }
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func contains(
        _ bytes: Span<UInt8>, _ byte: UInt8, in range: Range<Int>
    ) -> Bool {
        for index in range where bytes[index] == byte { return true }
        return false
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
