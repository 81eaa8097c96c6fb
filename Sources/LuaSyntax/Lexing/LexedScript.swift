/// The tokens of a script up to the first lexical error.
package struct LexedScript: Sendable {
    /// The source and its lines.
    package let lines: LineTable
    /// All tokens; the last one is `.endOfFile`, or `.invalid` if reading stopped there.
    package let tokens: [Token]
    /// All comments that were read.
    package let comments: [Comment]
    /// Why reading stopped, if it did.
    package let error: Diagnostic?

    /// Reads a script; never fails, whatever the bytes are.
    package init(_ lines: LineTable) {
        var lexer = Lexer(lines)
        self.lines = lines
        do {
            try lexer.readAll()
            error = nil
        } catch {
            lexer.stop()
            self.error = error.diagnostic
        }
        tokens = lexer.tokens
        comments = lexer.comments
    }

    /// The source text of a token, shortened for a message.
    package func text(of token: Token) -> String {
        if token.kind == .endOfFile { return "end of file" }
        let written = lines.bytes[token.position.offset..<token.end]
        var firstLine = written.prefix { $0 != 0x0A && $0 != 0x0D }
        if firstLine.count > 40 {
            firstLine = firstLine.prefix(41)
            // Ends before the last character that begins within the first 41 bytes.
            while let last = firstLine.popLast(), last & 0xC0 == 0x80 {}
        }
        let text = String(decoding: firstLine, as: UTF8.self)
        return firstLine.count < written.count ? "\(text)…" : text
    }
}
