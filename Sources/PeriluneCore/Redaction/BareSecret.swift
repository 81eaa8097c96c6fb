/// Secrets that are recognized by their form, without a name: private keys in PEM, JSON Web Tokens, AWS access keys,
/// and tokens with a prefix.
enum BareSecret {
    /// Whether a letter may be part of such a secret's prefix: the `J` of `eyJ`, the `I` of `AKIA` and of `BEGIN`,
    /// the `_` of `ghp_`.
    static func mayHave(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "J") || ServiceToken.mayHave(byte)
    }

    /// The secret whose prefix has the letter at `index`; `word` is where the word around it begins.
    static func around(_ index: Int, in bytes: Span<UInt8>, word: Int) -> Range<Int>? {
        if let token = ServiceToken.around(index, in: bytes, word: word) { return token }
        guard index - 2 >= word,
            bytes[index] == UInt8(ascii: "I") || bytes[index] == UInt8(ascii: "J")
        else { return nil }
        if bytes[index] == UInt8(ascii: "J") { return token(index - 2, in: bytes, word: word) }
        if bytes[index - 1] == UInt8(ascii: "G") { return privateKey(index - 3, in: bytes) }
        return accessKey(index - 2, in: bytes, word: word)
    }

    /// The range of a token such as `eyJhbGciOiJIUzI1NiJ9.e30.AbC`.
    ///
    /// It has three parts in base64url, or five if it is encrypted; the first one is a JSON object.
    private static func token(_ start: Int, in bytes: Span<UInt8>, word: Int) -> Range<Int>? {
        guard matches("eyJ", bytes, at: start), isFree(start, in: bytes, word: word) else {
            return nil
        }
        var end = start
        var dots = 0
        while end < bytes.count {
            if bytes[end] == UInt8(ascii: ".") {
                // Every header is longer.
                if dots == 0, end - start < 16 { return nil }
                dots += 1
            } else if !isBase64URL(bytes[end]) {
                break
            }
            end += 1
        }
        // A trailing full stop ends the sentence.
        if dots > 2, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
        return dots >= 2 ? start..<end : nil
    }

    /// The range of `AKIA` or `ASIA` and 16 characters of base32.
    private static func accessKey(_ start: Int, in bytes: Span<UInt8>, word: Int) -> Range<Int>? {
        let end = start + 20
        guard end <= bytes.count, isFree(start, in: bytes, word: word),
            matches("AKIA", bytes, at: start) || matches("ASIA", bytes, at: start)
        else { return nil }
        for index in start + 4..<end {
            switch bytes[index] {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "2")...UInt8(ascii: "7"): break
            default: return nil
            }
        }
        return end == bytes.count || !isBase64URL(bytes[end]) ? start..<end : nil
    }

    /// The range from `-----BEGIN … PRIVATE KEY-----` to `-----END`, the end of the quoted string, or the end of the
    /// text.
    private static func privateKey(_ begin: Int, in bytes: Span<UInt8>) -> Range<Int>? {
        guard begin >= 5, matches("-----BEGIN", bytes, at: begin - 5) else { return nil }
        var index = begin + 5
        var label = SecretName()
        while index < bytes.count, bytes[index] != UInt8(ascii: "-") {
            let unit = EncodedByte(bytes, at: index)
            // Forms encode a space as a plus.
            guard
                unit.byte == UInt8(ascii: " ") || unit.byte == UInt8(ascii: "+")
                    || SecretName.letter(unit.byte) != nil, label.count < 64
            else { return nil }
            label.append(unit.byte)
            index = unit.next
        }
        guard label.ends(in: "privatekey") || label.ends(in: "privatekeyblock"),
            matches("-----", bytes, at: index)
        else { return nil }
        let start = index + 5
        index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"): return start..<index
            case UInt8(ascii: "-") where matches("-----END", bytes, at: index): return start..<index
            default: index += 1
            }
        }
        return start..<index
    }

    /// Whether the character before the secret does not belong to it.
    static func isFree(_ start: Int, in bytes: Span<UInt8>, word: Int) -> Bool {
        start == word || !isBase64URL(bytes[start - 1])
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        SecretName.letter(byte) != nil || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    static func matches(
        _ text: StaticString, _ bytes: Span<UInt8>, at start: Int
    ) -> Bool {
        guard start >= 0, start + text.utf8CodeUnitCount <= bytes.count else { return false }
        var index = start
        for byte in text.description.utf8 {
            guard bytes[index] == byte else { return false }
            index += 1
        }
        return true
    }
}
