import PeriluneCore

/// Encodes Unicode text in the 7-bit form that every mail server accepts.
enum MailText {
    /// The text of a header in parts, one per line: unchanged, or as encoded words (RFC 2047).
    static func words(_ text: String) -> [String] {
        // A line end would begin another header.
        let flat = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        let isPlain =
            flat.utf8.allSatisfy { (0x20...0x7e).contains($0) } && flat.utf8.count <= 60
            && !flat.contains("=?")
        guard !isPlain else { return [flat] }
        var words: [String] = []
        var part: [UInt8] = []
        for character in flat {
            // Characters are not split; an encoded word has at most 75 characters.
            if part.count + character.utf8.count > 45 {
                words.append(word(part))
                part = []
            }
            part += String(character).utf8
        }
        return words + [word(part)]
    }

    private static func word(_ bytes: [UInt8]) -> String { "=?utf-8?B?\(Base64.encode(bytes))?=" }

    /// The parameter with the name of a file (RFC 2183, and RFC 2231 if it is not ASCII).
    static func fileName(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy {
            (0x20...0x7e).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        return isPlain
            ? "filename=\"\(name)\"" : "filename*=utf-8''\(PercentEncoding.component(name))"
    }

    /// Encodes text as quoted-printable (RFC 2045 §6.7), in lines of at most 76 characters.
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
