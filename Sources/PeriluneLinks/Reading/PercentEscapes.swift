/// Decodes and encodes percent-escapes; decoding never fails.
package enum PercentEscapes {
    /// The decoded text, or `nil` if the bytes are not UTF-8.
    ///
    /// Partly decoded text could be mistaken for another value, so either everything is decoded or nothing.
    package static func decode(
        _ bytes: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool
    ) -> String? {
        var octets: [UInt8] = []
        octets.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            octets.append(
                bytes.decodedByte(at: &index, before: range.upperBound, plusIsSpace: plusIsSpace))
        }
        return String(validating: octets, as: UTF8.self)
    }

    /// The decoded text; the text itself if the bytes are not UTF-8.
    package static func decode(_ text: String, plusIsSpace: Bool) -> String {
        let bytes = text.utf8.span
        return decode(bytes, 0..<bytes.count, plusIsSpace: plusIsSpace) ?? text
    }

    /// Encodes all characters except the unreserved ones of RFC 3986.
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
}
