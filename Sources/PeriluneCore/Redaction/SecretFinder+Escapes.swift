/// Characters that JSON or HTML escapes: `pass\u0077ord`, `password\u003dx`, `password&#61;x`.
extension SecretFinder {
    /// The character that JSON escapes after a backslash, such as `u0077`, if it is part of a name, or the sign behind
    /// one.
    static func escapedCharacter(_ bytes: Span<UInt8>, from start: Int) -> UInt8? {
        guard start + 4 < bytes.count, bytes[start] == UInt8(ascii: "u"),
            bytes[start + 1] == UInt8(ascii: "0"), bytes[start + 2] == UInt8(ascii: "0"),
            let high = bytes[start + 3].hexadecimalValue,
            let low = bytes[start + 4].hexadecimalValue
        else { return nil }
        let byte = high << 4 | low
        return byte.isInSecretName || byte == UInt8(ascii: "=") ? byte : nil
    }

    /// The index behind an entity of HTML that stands for `=`, such as `&#61;`.
    static func endOfEqualsEntity(_ bytes: Span<UInt8>, from ampersand: Int) -> Int? {
        let end = endOfNumericEntity(bytes, from: ampersand)
        guard let end else { return nil }
        let number = SecretName(bytes.extracting(ampersand + 2..<end))
        return number == "61" || number == "x3d" ? end : nil
    }

    /// The end of a value behind a sign that JSON escapes: at `\u0026`, or with the string.
    static func endOfEscapedParameter(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\""), 0x0A, 0x0D: return index
            case UInt8(ascii: "\\") where index + 1 < bytes.count:
                if bytes.count - index >= 6, bytes[index + 1] == UInt8(ascii: "u"),
                    bytes[index + 2] == UInt8(ascii: "0"), bytes[index + 3] == UInt8(ascii: "0"),
                    bytes[index + 4] == UInt8(ascii: "2"), bytes[index + 5] == UInt8(ascii: "6")
                {
                    return index
                }
                index += 2
            default: index += 1
            }
        }
        return index
    }

    /// The end of a value behind a sign that HTML escapes: at `&`, `&amp;` or the end of the text's element.
    ///
    /// Other characters that are written as numbers are part of it.
    static func endOfEntityParameter(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), 0x0A, 0x0D: return index
            case UInt8(ascii: "&"):
                guard let end = endOfNumericEntity(bytes, from: index) else { return index }
                let number = SecretName(bytes.extracting(index + 2..<end))
                if number == "38" || number == "x26" { return index }
                index = end
            default: index += 1
            }
        }
        return index
    }

    /// The index behind an entity such as `&#61;` or `&#x3D;`, of at most eight digits.
    private static func endOfNumericEntity(_ bytes: Span<UInt8>, from ampersand: Int) -> Int? {
        guard ampersand + 2 < bytes.count, bytes[ampersand + 1] == UInt8(ascii: "#") else {
            return nil
        }
        for index in ampersand + 2..<min(ampersand + 11, bytes.count) {
            if bytes[index] == UInt8(ascii: ";") { return index + 1 }
            guard SecretName.letter(bytes[index]) != nil else { return nil }
        }
        return nil
    }
}
