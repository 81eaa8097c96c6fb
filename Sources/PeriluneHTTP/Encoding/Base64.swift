/// Bytes as text (RFC 4648): the usual alphabet with padding, and the one for URLs without.
package enum Base64 {
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        encode(bytes, alphabet: standard, isPadded: true)
    }

    /// For URLs, file names and tokens: `-` and `_`, no padding.
    package static func encodeURL(_ bytes: some Collection<UInt8>) -> String {
        encode(bytes, alphabet: url, isPadded: false)
    }

    /// Decodes padded text of the usual alphabet; `nil` for anything else, also for white space and
    /// for text that no encoder would have written.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        guard text.utf8.count.isMultiple(of: 4) else { return nil }
        let padding = text.utf8.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return decode(text.utf8.dropLast(padding), reversed: reversedStandard)
    }

    /// Decodes the alphabet for URLs, without padding.
    package static func decodeURL(_ text: some StringProtocol) -> [UInt8]? {
        decode(text.utf8[...], reversed: reversedURL)
    }

    private static func encode(
        _ bytes: some Collection<UInt8>, alphabet: [UInt8], isPadded: Bool
    ) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var bits: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                text.append(alphabet[Int(bits >> UInt32(bitCount) & 63)])
            }
        }
        if bitCount > 0 { text.append(alphabet[Int(bits << UInt32(6 - bitCount) & 63)]) }
        while isPadded, !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }

    private static func decode(
        _ text: some Collection<UInt8>, reversed: [UInt8]
    ) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var bitCount = 0
        for character in text {
            let digit = reversed[Int(character)]
            guard digit < 64 else { return nil }
            bits = bits << 6 | UInt32(digit)
            bitCount += 6
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
        }
        // A single digit left over is no byte, and bits left over are zero in what encoders write.
        guard bitCount < 6, bits & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
        return bytes
    }

    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let standard = letters + Array("+/".utf8)
    private static let url = letters + Array("-_".utf8)
    private static let reversedStandard = reverse(standard)
    private static let reversedURL = reverse(url)

    private static func reverse(_ alphabet: [UInt8]) -> [UInt8] {
        var reversed = [UInt8](repeating: .max, count: 256)
        for (digit, character) in alphabet.enumerated() {
            reversed[Int(character)] = UInt8(digit)
        }
        return reversed
    }
}
