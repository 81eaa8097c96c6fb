/// A character of a text, however often it is percent-encoded.
///
/// A link inside a link is encoded once more for each level: its `=` is `%3D`, then `%253D`.
struct EncodedByte {
    /// The level up to which links, elements and pairs are looked for.
    ///
    /// A text can have a thousand levels, and each would be searched to its end. No program encodes a link as often.
    static let deepestLevel = 32

    var byte: UInt8
    /// The number of times that it is encoded: 0 for `=`, 1 for `%3D`, 2 for `%253D`.
    var level: Int
    /// The index of the next character.
    var next: Int

    init(_ bytes: Span<UInt8>, at start: Int) {
        byte = bytes[start]
        level = 0
        next = start + 1
        guard byte == UInt8(ascii: "%") else { return }
        var digits = start + 1
        var depth = 1
        while digits + 1 < bytes.count {
            guard let high = bytes[digits].hexadecimalValue,
                let low = bytes[digits + 1].hexadecimalValue
            else { return }
            let octet = high << 4 | low
            digits += 2
            byte = octet
            level = depth
            next = digits
            // `%25` followed by two digits is an escape that was itself escaped.
            guard octet == UInt8(ascii: "%") else { return }
            depth += 1
        }
    }
}
