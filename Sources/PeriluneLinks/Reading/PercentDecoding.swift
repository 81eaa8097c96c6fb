import PeriluneCore

/// Percent-decoding byte by byte, so that a comparison needs no decoded copy.
///
/// A `%` that is not followed by two hexadecimal digits stands for itself.
extension Span<UInt8> {
    /// Returns the decoded byte at `position`, and moves past it.
    @inlinable @inline(__always)
    package func decodedByte(at position: inout Int, before end: Int) -> UInt8 {
        let byte = self[position]
        position += 1
        return byte == UInt8(ascii: "%") ? escapedByte(at: &position, before: end) : byte
    }

    /// Returns the decoded byte at `position`, and moves past it; `+` can be decoded as a space.
    @inlinable @inline(__always)
    package func decodedByte(
        at position: inout Int, before end: Int, plusIsSpace: Bool
    ) -> UInt8 {
        let byte = self[position]
        position += 1
        if byte == UInt8(ascii: "%") { return escapedByte(at: &position, before: end) }
        return byte == UInt8(ascii: "+") && plusIsSpace ? UInt8(ascii: " ") : byte
    }

    /// Decodes the byte after a `%`, which was already read.
    @inline(never) @usableFromInline
    func escapedByte(at position: inout Int, before end: Int) -> UInt8 {
        guard position + 1 < end, let high = self[position].hexadecimalValue,
            let low = self[position + 1].hexadecimalValue
        else { return UInt8(ascii: "%") }
        position += 2
        return high << 4 | low
    }

    /// The decoded text of a range, or its raw text if the decoded bytes are not UTF-8.
    ///
    /// Replacement characters would lose information.
    package func decodedText(_ range: Range<Int>, plusIsSpace: Bool = false) -> String {
        PercentEscapes.decode(self, range, plusIsSpace: plusIsSpace) ?? text(range)
    }

    /// The raw text of a range.
    package func text(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer {
            unsafe String(decoding: $0, as: UTF8.self)
        }
    }

    /// Whether the decoded range equals these bytes.
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
