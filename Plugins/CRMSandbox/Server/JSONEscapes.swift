import CRMPlugin

/// Finds escapes in JSON that stand for half a surrogate pair, which readers silently replace.
///
/// A record must not be stored with another text than the client sent.
enum JSONEscapes {
    private static let backslash = UInt8(ascii: "\\")

    /// Throws if `\ud800` is not followed by a second half, or `\udc00` has no first half before it.
    static func check(_ body: [UInt8]) throws(CRMFault) {
        guard var index = body.firstIndex(of: backslash) else { return }
        while index + 1 < body.count {
            guard body[index] == backslash else {
                index += 1
                continue
            }
            guard let unit = unit(body, at: index) else {
                index += 2
                continue
            }
            index += 6
            switch unit {
            case 0xD800..<0xDC00:
                guard let second = self.unit(body, at: index), (0xDC00..<0xE000).contains(second)
                else { throw half(unit) }
                index += 6
            case 0xDC00..<0xE000: throw half(unit)
            default: break
            }
        }
    }

    /// The value of `\u` and four digits at this place.
    private static func unit(_ body: [UInt8], at index: Int) -> UInt32? {
        guard index + 6 <= body.count, body[index] == backslash,
            body[index + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt32(String(decoding: body[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
    }

    private static func half(_ unit: UInt32) -> CRMFault {
        CRMFault(
            .payload,
            "The escape \\u\(String(unit, radix: 16)) is half of a surrogate pair; the other half is missing."
        )
    }
}
