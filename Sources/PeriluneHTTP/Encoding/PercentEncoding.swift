internal import PeriluneCore

/// Percent-encoding of URLs (RFC 3986) and of HTML forms.
package enum PercentEncoding {
    /// Encodes a component of a path or query: everything but unreserved characters.
    package static func component(_ text: String) -> String { encode(text, isForm: false) }

    /// Encodes a text as a name or value of `application/x-www-form-urlencoded`: a space is `+`.
    package static func form(_ text: String) -> String { encode(text, isForm: true) }

    /// Name-value pairs as a form or query.
    package static func form(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { form($0.name) + "=" + form($0.value) }.joined(separator: "&")
    }

    /// Decodes percent-encoded text.
    ///
    /// `nil` if a percent sign is not followed by two hexadecimal digits, or if the bytes are not UTF-8.
    package static func decode(_ text: some StringProtocol) -> String? {
        decode(text.utf8, plusIsSpace: false)
    }

    /// Decodes a name or value of a form or query, where `+` stands for a space.
    package static func decodeForm(_ text: some StringProtocol) -> String? {
        decode(text.utf8, plusIsSpace: true)
    }

    static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next()?.hexadecimalValue,
                    let low = rest.next()?.hexadecimalValue
                else { return nil }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func encode(_ text: String, isForm: Bool) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte.isUnreserved {
                encoded.append(byte)
            } else if isForm, byte == UInt8(ascii: " ") {
                encoded.append(UInt8(ascii: "+"))
            } else {
                encoded += [
                    UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)],
                ]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}

extension UInt8 {
    /// Whether the byte is unreserved in URLs (RFC 3986 §2.3).
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
