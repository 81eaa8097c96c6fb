/// Reads the tokens of Lua 5.4.
///
/// It accepts exactly what Lua accepts; the tests compare it with the real compiler. Lines are counted only by
/// `LineTable`.
struct Lexer {
    let lines: LineTable
    let bytes: [UInt8]
    var offset: Int
    var tokens: [Token] = []
    var comments: [Comment] = []
    /// The line of the last position; offsets only grow, so the next one is found quickly.
    private var line = 1
    private var tokenStart = 0

    init(_ lines: LineTable) {
        self.lines = lines
        bytes = lines.bytes
        offset = lines.starts[0]
        // Lua skips a first line with '#', which is for the shell.
        if peek() == UInt8(ascii: "#") { skipLine() }
    }

    /// The byte `distance` ahead; `nil` at the end.
    func peek(_ distance: Int = 0) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    mutating func readAll() throws(SyntaxFailure) {
        while true {
            skipWhitespace()
            tokenStart = offset
            guard let byte = peek() else { break }
            if byte == UInt8(ascii: "-"), peek(1) == UInt8(ascii: "-") {
                try readComment()
            } else {
                let kind = try readToken(byte)
                tokens.append(Token(kind: kind, position: position(at: tokenStart), end: offset))
            }
        }
        tokens.append(Token(kind: .endOfFile, position: position(at: offset), end: offset))
    }

    /// Appends the `.invalid` token where reading failed.
    mutating func stop() {
        let end = max(offset, tokenStart)
        tokens.append(Token(kind: .invalid, position: position(at: tokenStart), end: end))
    }

    mutating func position(at offset: Int) -> Position {
        while line < lines.count, lines.starts[line] <= offset { line += 1 }
        return Position(offset: offset, line: line, column: offset - lines.starts[line - 1] + 1)
    }

    func failure(_ message: String, at offset: Int, hint: String? = nil) -> SyntaxFailure {
        .syntax(message, at: lines.position(at: offset), in: lines, hint: hint)
    }

    private mutating func readToken(_ byte: UInt8) throws(SyntaxFailure) -> Token.Kind {
        switch byte {
        case _ where byte.startsName: return readName()
        case _ where byte.isDigit: return try readNumeral()
        case UInt8(ascii: ".") where peek(1)?.isDigit == true: return try readNumeral()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return try readQuoted(byte)
        case UInt8(ascii: "["):
            if let level = longBracketLevel() { return .string(try readLong(level, "string")) }
            guard peek(1) == UInt8(ascii: "=") else { return try readSymbol() }
            throw failure("a long string starts with '[=[' or '[['", at: offset)
        default: return try readSymbol()
        }
    }

    private mutating func readName() -> Token.Kind {
        let start = offset
        while let byte = peek(), byte.continuesName { offset += 1 }
        let name = String(decoding: bytes[start..<offset], as: UTF8.self)
        return Keyword.byName[name].map(Token.Kind.keyword) ?? .name(name)
    }

    private mutating func readComment() throws(SyntaxFailure) {
        let start = position(at: offset)
        offset += 2
        let text: String
        if let level = longBracketLevel() {
            text = try readLong(level, "comment")
        } else {
            let from = offset
            skipLine()
            text = String(decoding: bytes[from..<offset], as: UTF8.self)
        }
        let last = lines.position(at: offset).line
        comments.append(Comment(text: text, position: start, lastLine: last))
    }

    private mutating func skipLine() {
        while let byte = peek(), !byte.isLineEnd { offset += 1 }
    }

    private mutating func skipWhitespace() {
        while let byte = peek(), byte.isWhitespace { offset += 1 }
    }
}
