internal import CPeriluneEncoding

/// Encodes bytes as hexadecimal digits, two for each byte.
package enum Hexadecimal {
    /// Encodes with lower-case digits.
    package static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) {
            cpe_hex_encode(bytes, bytes.count, $0.baseAddress)
            return 2 * bytes.count
        }
    }

    /// Decodes digits in upper or lower case; `nil` for anything else.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let text = Array(text.utf8)
        var isValid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count) { bytes, count in
            let length = cpe_hex_decode(text, text.count, bytes.baseAddress)
            isValid = length >= 0
            count = max(length, 0)
        }
        return isValid ? bytes : nil
    }
}
