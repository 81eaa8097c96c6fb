/// Percent-decoding, a byte at a time, so that a comparison needs no decoded copy.
///
/// A `%` that two hexadecimal digits do not follow stands for itself.
extension Span<UInt8> {
    /// The decoded byte at `position`, which moves past it.
    @inline(__always)
    package func decodedByte(at position: inout Int, before end: Int) -> UInt8 {
        let byte = self[position]
        position += 1
        return byte == UInt8(ascii: "%") ? escapedByte(at: &position, before: end) : byte
    }

    /// The byte after a `%` that has been read.
    @inline(never)
    private func escapedByte(at position: inout Int, before end: Int) -> UInt8 {
        guard position + 1 < end, let high = Self.hexadecimal(self[position]),
            let low = Self.hexadecimal(self[position + 1])
        else { return UInt8(ascii: "%") }
        position += 2
        return high << 4 | low
    }

    /// The decoded text of a range; it stays encoded where the decoded bytes are not UTF-8,
    /// because replacement characters would lose what was there.
    package func decodedText(_ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            bytes.append(decodedByte(at: &position, before: range.upperBound))
        }
        return String(validating: bytes, as: UTF8.self) ?? text(range)
    }

    /// The text of a range as it stands.
    package func text(_ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for index in range { bytes.append(self[index]) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the decoded range is exactly these bytes.
    package func decoded(
        _ range: Range<Int>, equals text: some Sequence<UInt8>, folded: Bool = false
    )
        -> Bool
    {
        var position = range.lowerBound
        for expected in text {
            guard position < range.upperBound else { return false }
            let byte = decodedByte(at: &position, before: range.upperBound)
            guard (folded ? byte.lowercased : byte) == expected else { return false }
        }
        return position == range.upperBound
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}

/// Percent-encodes everything but the unreserved characters of RFC 3986.
package func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
        if byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte) {
            bytes.append(byte)
        } else {
            bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
