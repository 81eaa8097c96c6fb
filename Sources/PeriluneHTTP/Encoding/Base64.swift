internal import CPeriluneEncoding

/// Encodes bytes as text (RFC 4648): with the standard alphabet and padding, or with the URL alphabet and none.
package enum Base64 {
    /// Encodes with the alphabet of RFC 4648 section 4, padded with `=`.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        encode(bytes, CPE_STANDARD)
    }

    /// Encodes for URLs, file names and tokens: with `-` and `_`, and without padding.
    package static func encodeURL(_ bytes: some Collection<UInt8>) -> String {
        encode(bytes, CPE_URL)
    }

    /// Decodes padded text of the standard alphabet.
    ///
    /// `nil` for anything else, including white space and non-canonical encodings.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(text, CPE_STANDARD)
    }

    /// Decodes the alphabet for URLs, without padding.
    package static func decodeURL(_ text: some StringProtocol) -> [UInt8]? {
        decode(text, CPE_URL)
    }

    private static func encode(
        _ bytes: some Collection<UInt8>, _ alphabet: cpe_alphabet
    ) -> String {
        let bytes = Array(bytes)
        return String(unsafeUninitializedCapacity: cpe_base64_room(bytes.count)) {
            cpe_base64_encode(bytes, bytes.count, alphabet, $0.baseAddress)
        }
    }

    private static func decode(
        _ text: some StringProtocol, _ alphabet: cpe_alphabet
    ) -> [UInt8]? {
        let text = Array(text.utf8)
        var isValid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count) { bytes, count in
            let length = cpe_base64_decode(text, text.count, alphabet, bytes.baseAddress)
            isValid = length >= 0
            count = max(length, 0)
        }
        return isValid ? bytes : nil
    }
}
