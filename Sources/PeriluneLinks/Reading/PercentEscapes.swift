/// Percent escapes, read without ever failing.
package enum PercentEscapes {
    /// The octet at `index`, an escape counted as one, and where the next one starts.
    ///
    /// A percent sign without two hexadecimal digits stands for itself, so `%zz` stays `%zz`.
    @inline(__always)
    package static func octet(
        in bytes: Span<UInt8>, at index: Int, before end: Int
    ) -> (value: UInt8, next: Int) {
        let byte = bytes[index]
        guard byte == UInt8(ascii: "%"), end - index > 2,
            let high = hexadecimal(bytes[index + 1]), let low = hexadecimal(bytes[index + 2])
        else { return (byte, index + 1) }
        return (high << 4 | low, index + 3)
    }

    /// The decoded text, or `nil` where the octets are not UTF-8.
    ///
    /// Half-decoded text would look like a value that nobody wrote, so it is all or nothing.
    package static func decode(
        _ bytes: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool
    ) -> String? {
        var octets: [UInt8] = []
        octets.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            if plusIsSpace, bytes[index] == UInt8(ascii: "+") {
                octets.append(UInt8(ascii: " "))
                index += 1
            } else {
                let (value, next) = octet(in: bytes, at: index, before: range.upperBound)
                octets.append(value)
                index = next
            }
        }
        return String(validating: octets, as: UTF8.self)
    }

    /// The decoded text; as written where the octets are not UTF-8.
    package static func decode(_ text: String, plusIsSpace: Bool) -> String {
        let bytes = text.utf8.span
        return decode(bytes, 0..<bytes.count, plusIsSpace: plusIsSpace) ?? text
    }

    /// The text with all but the unreserved characters of RFC 3986 as escapes.
    package static func encode(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var octets: [UInt8] = []
        octets.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                octets.append(byte)
            default:
                octets += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: octets, as: UTF8.self)
    }

    @inline(__always)
    package static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
