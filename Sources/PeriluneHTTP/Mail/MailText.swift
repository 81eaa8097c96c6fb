import PeriluneCore

/// Text of any language in the 7 bits that every mail server carries.
enum MailText {
    /// A header's text in parts, each for a line of its own: as it is, or as encoded words (RFC 2047).
    static func words(_ text: String) -> [String] {
        // A line end in a header would begin another header.
        let flat = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        let isPlain =
            flat.utf8.allSatisfy { (0x20...0x7e).contains($0) } && flat.utf8.count <= 60
            && !flat.contains("=?")
        guard !isPlain else { return [flat] }
        var words: [String] = []
        var part: [UInt8] = []
        for character in flat {
            // A character is never cut in two; with its frame a word has at most 75 characters.
            if part.count + character.utf8.count > 45 {
                words.append(word(part))
                part = []
            }
            part += String(character).utf8
        }
        return words + [word(part)]
    }

    private static func word(_ bytes: [UInt8]) -> String { "=?utf-8?B?\(Base64.encode(bytes))?=" }

    /// The parameter that names a file (RFC 2183, and RFC 2231 beyond ASCII).
    static func fileName(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy {
            (0x20...0x7e).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        return isPlain
            ? "filename=\"\(name)\"" : "filename*=utf-8''\(PercentEncoding.component(name))"
    }

    /// A text as quoted-printable (RFC 2045 §6.7): lines of at most 76 characters.
    static func quotedPrintable(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { quotedPrintable(line: $0.utf8) }
    }

    private static func quotedPrintable(line: Substring.UTF8View) -> [String] {
        var lines: [String] = []
        var current = ""
        var rest = line[...]
        while let byte = rest.popFirst() {
            let isBlank = byte == 0x20 || byte == 0x09
            let stands = isBlank ? !rest.isEmpty : (0x21...0x7e).contains(byte) && byte != 0x3d
            let piece = stands ? String(UnicodeScalar(byte)) : hexadecimal(byte)
            if current.utf8.count + piece.utf8.count > 75 {
                lines.append(current + "=")
                current = ""
            }
            current += piece
        }
        return lines + [current]
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = Array("0123456789ABCDEF")
        return "=\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
}
