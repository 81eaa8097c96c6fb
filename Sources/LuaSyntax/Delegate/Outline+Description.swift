extension Outline {
    /// The comment lines at the top of a file, up to the first blank line or code.
    static func leadingComment(_ script: LexedScript) -> String? {
        let firstToken = script.tokens.first?.position.offset ?? 0
        var lines: [String] = []
        var lastLine: Int?
        for comment in script.comments {
            guard comment.position.offset < firstToken else { break }
            if let lastLine, comment.position.line > lastLine + 1 { break }
            lastLine = comment.lastLine
            for line in comment.text.split(separator: "\n", omittingEmptySubsequences: false) {
                lines.append(withoutSigns(line))
            }
        }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// The text of a comment line without its dashes: `--- text` and `-- text` give "text".
    private static func withoutSigns(_ line: Substring) -> String {
        var line = line.drop { $0 == "-" }
        if line.first == " " { line.removeFirst() }
        while line.last?.isWhitespace == true { line.removeLast() }
        return String(line)
    }
}
