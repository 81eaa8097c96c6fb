extension Lexer {
    /// The number of `=` in an opening long bracket at the current position; `nil` if there is none.
    func longBracketLevel() -> Int? {
        guard peek() == UInt8(ascii: "[") else { return nil }
        var level = 0
        while peek(level + 1) == UInt8(ascii: "=") { level += 1 }
        return peek(level + 1) == UInt8(ascii: "[") ? level : nil
    }

    /// Reads from `[==[` to `]==]`; `what` names the construct in messages.
    mutating func readLong(_ level: Int, _ what: String) throws(SyntaxFailure) -> String {
        let start = offset
        offset += level + 2
        skipLineEnd()
        var text: [UInt8] = []
        while let byte = peek() {
            if byte == UInt8(ascii: "]"), closes(level) {
                offset += level + 2
                return String(decoding: text, as: UTF8.self)
            }
            if byte.isLineEnd {
                skipLineEnd()
                text.append(0x0A)
            } else {
                text.append(byte)
                offset += 1
            }
        }
        let close = "]\(String(repeating: "=", count: min(level, 40)))]"
        throw failure("this long \(what) is never closed: expected '\(close)'", at: start)
    }

    /// Reads a string in quotes.
    mutating func readQuoted(_ quote: UInt8) throws(SyntaxFailure) -> Token.Kind {
        let start = offset
        offset += 1
        var text: [UInt8] = []
        while let byte = peek(), !byte.isLineEnd {
            offset += 1
            if byte == quote { return .string(String(decoding: text, as: UTF8.self)) }
            if byte == UInt8(ascii: "\\") {
                try readEscape(into: &text)
            } else {
                text.append(byte)
            }
        }
        let sign = quote == UInt8(ascii: "\"") ? "\"" : "'"
        throw failure(
            "this string is not closed: expected \(sign) before the end of the line", at: start,
            hint: "write a string of several lines as [[…]]")
    }

    private func closes(_ level: Int) -> Bool {
        for distance in 0..<level where peek(distance + 1) != UInt8(ascii: "=") { return false }
        return peek(level + 1) == UInt8(ascii: "]")
    }

    /// Skips one line end of one or two bytes.
    private mutating func skipLineEnd() {
        guard let byte = peek(), byte.isLineEnd else { return }
        offset += 1
        if let next = peek(), next.isLineEnd, next != byte { offset += 1 }
    }

    /// Reads what follows a backslash.
    private mutating func readEscape(into text: inout [UInt8]) throws(SyntaxFailure) {
        let start = offset - 1
        // The caller reports the end of the file as an unclosed string.
        guard let byte = peek() else { return }
        switch byte {
        case UInt8(ascii: "x"): text.append(try readHexadecimalEscape(start))
        case UInt8(ascii: "u"): try readCodePoint(start, into: &text)
        case UInt8(ascii: "z"):
            offset += 1
            while let space = peek(), space.isWhitespace { offset += 1 }
        case _ where byte.isLineEnd:
            skipLineEnd()
            text.append(0x0A)
        case _ where byte.isDigit: text.append(try readDecimalEscape(start))
        default:
            guard let replacement = Self.simpleEscapes[byte] else {
                throw failure(
                    "invalid escape in a string", at: start,
                    hint: "write a literal backslash as '\\\\'; Lua patterns escape with '%'")
            }
            offset += 1
            text.append(replacement)
        }
    }

    private static let simpleEscapes: [UInt8: UInt8] = [
        UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
        UInt8(ascii: "v"): 0x0B, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "\""): 0x22,
        UInt8(ascii: "'"): 0x27,
    ]

    private mutating func readHexadecimalEscape(_ start: Int) throws(SyntaxFailure) -> UInt8 {
        guard let high = peek(1)?.hexadecimal, let low = peek(2)?.hexadecimal else {
            throw failure("'\\x' needs two hexadecimal digits", at: start)
        }
        offset += 3
        return high << 4 | low
    }

    private mutating func readDecimalEscape(_ start: Int) throws(SyntaxFailure) -> UInt8 {
        var value = 0
        for _ in 0..<3 {
            guard let byte = peek(), byte.isDigit else { break }
            value = value * 10 + Int(byte - 0x30)
            offset += 1
        }
        guard let byte = UInt8(exactly: value) else {
            throw failure("'\\\(value)' is out of range: the largest byte is '\\255'", at: start)
        }
        return byte
    }

    /// Reads `\u{…}`; Lua encodes code points up to 2^31 in the original UTF-8 of up to six bytes.
    private mutating func readCodePoint(
        _ start: Int, into text: inout [UInt8]
    ) throws(SyntaxFailure) {
        guard peek(1) == UInt8(ascii: "{"), peek(2)?.hexadecimal != nil else {
            throw failure("write '\\u{XXXX}'", at: start)
        }
        offset += 2
        var value: UInt64 = 0
        while let digit = peek()?.hexadecimal {
            value = value << 4 | UInt64(digit)
            guard value < 1 << 31 else { throw failure("code point too large", at: start) }
            offset += 1
        }
        guard peek() == UInt8(ascii: "}") else {
            throw failure("'\\u{' is not closed with '}'", at: start)
        }
        offset += 1
        if let scalar = UnicodeScalar(UInt32(value)) {
            text.append(contentsOf: String(Character(scalar)).utf8)
        } else {
            text.append(contentsOf: "\u{FFFD}".utf8)
        }
    }
}
