/// The lines of a file in which nothing shows that looks like a secret: a message shows the line with the
/// mistake, and a password may stand beside it.
package struct MaskedLines: Sendable {
    private let lines: LineTable
    /// The texts that are hidden, without their quotes.
    private let hidden: [Range<Int>]

    private static let words = ["secret", "password", "passwd", "pwd", "token", "authorization"]
    private static let whole: Set<String> = ["key", "headers", "query"]
    /// What a reference to a secret begins with; `SecretReference` reads them.
    private static let references: Set<String> = ["env", "file", "credential"]

    /// Reads a file, also one that Lua would refuse.
    ///
    /// `secrets` finds secrets in the text of a string or a comment, such as parameters of links.
    package init(
        _ bytes: [UInt8], secrets: (_ text: ArraySlice<UInt8>) -> [Range<Int>] = { _ in [] }
    ) {
        let script = LexedScript(LineTable(bytes))
        lines = script.lines
        var hidden = Self.hidden(script.tokens)
        for token in script.tokens {
            switch token.kind {
            case .string: hidden += secrets(bytes[Self.content(of: token)])
            // The rest of the file cannot be divided into tokens.
            case .invalid: hidden += secrets(bytes[token.position.offset...])
            default: continue
            }
        }
        for comment in script.comments {
            let isLast = comment.lastLine == lines.count
            let end = isLast ? bytes.count : lines.starts[comment.lastLine]
            hidden += secrets(bytes[comment.position.offset..<end])
        }
        self.hidden = hidden
    }

    /// The text of a line, from 1.
    package func text(ofLine line: Int) -> String? {
        guard let text = lines.text(ofLine: line) else { return nil }
        let start = lines.starts[line - 1]
        var bytes = Array(text.utf8)
        for range in hidden {
            for offset in range.clamped(to: start..<start + bytes.count) {
                bytes[offset - start] = UInt8(ascii: "*")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a setting of this name is likely to hold a secret.
    package static func isSecret(_ name: String) -> Bool {
        whole.contains(name.lowercased()) || isCertainlySecret(name)
    }

    /// Whether it can hold nothing else: a `key` may be one of a table, too.
    package static func isCertainlySecret(_ name: String) -> Bool {
        let name = name.lowercased().utf8
        return name.indices.contains { start in
            words.contains { name[start...].starts(with: $0.utf8) }
        }
    }

    /// Texts that are given to a name like `password`, and all those in a table of such a name but
    /// references: `secret = { env = "CRM_SECRET" }`.
    private static func hidden(_ tokens: [Token]) -> [Range<Int>] {
        var hidden: [Range<Int>] = []
        var depths = [false]
        // In the table that a script returns, `key` is the ordering key.
        var returned: Int?
        var name: String?
        for (index, token) in tokens.enumerated() {
            let isOrderingKey = name == "key" && depths.count == returned
            let isSecret =
                depths.last == true || (!isOrderingKey && name.map(Self.isSecret) == true)
            switch token.kind {
            case .symbol(.assign): name = Self.name(before: index, tokens)
            case .symbol(.openBrace):
                depths.append(isSecret)
                if index > 0, tokens[index - 1].kind == .keyword(.return) {
                    returned = depths.count
                }
                name = nil
            case .symbol(.closeBrace):
                if depths.count > 1 { depths.removeLast() }
                name = nil
            case .symbol(.comma), .symbol(.semicolon), .keyword: name = nil
            case .string where isSecret && !Self.references.contains(name ?? ""):
                let isKey =
                    index + 2 < tokens.count && tokens[index + 1].kind == .symbol(.closeBracket)
                    && tokens[index + 2].kind == .symbol(.assign)
                if !isKey { hidden.append(content(of: token)) }
            // A text without its end: nobody knows where the secret ends.
            case .invalid where isSecret: hidden.append(token.position.offset..<Int.max)
            default: break
            }
        }
        return hidden
    }

    /// A text without its quotes.
    private static func content(of token: Token) -> Range<Int> {
        let start = token.position.offset + 1
        return start..<max(token.end - 1, start)
    }

    /// `name =` and `["name"] =`.
    private static func name(before index: Int, _ tokens: [Token]) -> String? {
        guard index > 0 else { return nil }
        if case .name(let name) = tokens[index - 1].kind { return name }
        guard index > 1, tokens[index - 1].kind == .symbol(.closeBracket),
            case .string(let name) = tokens[index - 2].kind
        else { return nil }
        return name
    }
}
