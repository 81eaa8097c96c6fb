/// The lines of a file with everything masked that looks like a secret.
///
/// A message shows the line with the mistake, and that line may contain a password.
package struct MaskedLines: Sendable {
    private let lines: LineTable
    /// The ranges of the masked texts, without their quotes.
    private let hidden: [Range<Int>]

    private static let words = ["secret", "password", "passwd", "pwd", "token", "authorization"]
    private static let whole: Set<String> = ["key", "headers", "query"]

    /// Reads a file, which may be invalid Lua.
    ///
    /// `isSecret` knows further names whose values are masked, and `secrets` finds secrets in the text of a string or
    /// a comment, such as parameters of links. In a script that is no configuration, a field `key` mostly is an
    /// ordinary one: its value is masked only if it looks like a secret.
    package init(
        _ bytes: [UInt8], isConfiguration: Bool = true,
        isSecret: (_ name: String) -> Bool = { _ in false },
        secrets: (_ text: ArraySlice<UInt8>) -> [Range<Int>] = { _ in [] }
    ) {
        let script = LexedScript(LineTable(bytes))
        lines = script.lines
        var hidden = SecretStrings.find(
            in: script.tokens, isConfiguration: isConfiguration, isSecret: isSecret)
        for token in script.tokens {
            switch token.kind {
            case .string: hidden += secrets(bytes[token.content])
            // The rest of the file cannot be tokenized, so search its text.
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

    /// The masked text of a line, from 1.
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

    /// Whether a setting with this name probably holds a secret.
    package static func isSecret(_ name: String) -> Bool {
        whole.contains(name.lowercased()) || isCertainlySecret(name)
    }

    /// Whether a setting with this name always holds a secret; false for `key`, which may be an ordinary field.
    package static func isCertainlySecret(_ name: String) -> Bool {
        let name = name.lowercased().utf8
        return name.indices.contains { start in
            words.contains { name[start...].starts(with: $0.utf8) }
        }
    }
}
