import PeriluneCore

/// Percent-decoding, a byte at a time, so that a comparison needs no decoded copy.
///
/// A `%` that two hexadecimal digits do not follow stands for itself.
extension Span<UInt8> {
    /// The decoded byte at `position`, which moves past it.
    @inlinable @inline(__always)
    package func decodedByte(at position: inout Int, before end: Int) -> UInt8 {
        let byte = self[position]
        position += 1
        return byte == UInt8(ascii: "%") ? escapedByte(at: &position, before: end) : byte
    }

    /// The decoded byte at `position`, which moves past it; a `+` is a space on request.
    @inlinable @inline(__always)
    package func decodedByte(
        at position: inout Int, before end: Int, plusIsSpace: Bool
    ) -> UInt8 {
        let byte = self[position]
        position += 1
        if byte == UInt8(ascii: "%") { return escapedByte(at: &position, before: end) }
        return byte == UInt8(ascii: "+") && plusIsSpace ? UInt8(ascii: " ") : byte
    }

    /// The byte after a `%` that has been read.
    @inline(never) @usableFromInline
    func escapedByte(at position: inout Int, before end: Int) -> UInt8 {
        guard position + 1 < end, let high = self[position].hexadecimalValue,
            let low = self[position + 1].hexadecimalValue
        else { return UInt8(ascii: "%") }
        position += 2
        return high << 4 | low
    }

    /// The decoded text of a range; it stays encoded where the decoded bytes are not UTF-8,
    /// because replacement characters would lose what was there.
    package func decodedText(_ range: Range<Int>, plusIsSpace: Bool = false) -> String {
        PercentEscapes.decode(self, range, plusIsSpace: plusIsSpace) ?? text(range)
    }

    /// The text of a range as it stands.
    package func text(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer {
            unsafe String(decoding: $0, as: UTF8.self)
        }
    }

    /// Whether the decoded range is exactly these bytes.
    package func decoded(
        _ range: Range<Int>, equals text: some Sequence<UInt8>, folded: Bool = false,
        plusIsSpace: Bool = false
    )
        -> Bool
    {
        var position = range.lowerBound
        for expected in text {
            guard position < range.upperBound else { return false }
            let byte = decodedByte(
                at: &position, before: range.upperBound, plusIsSpace: plusIsSpace)
            guard (folded ? byte.lowercased : byte) == expected else { return false }
        }
        return position == range.upperBound
    }
}
