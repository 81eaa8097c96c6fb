/// Breaks text at spaces into lines of at most `width` characters; a longer word stays whole.
func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var length = 0
    for word in text.split(separator: " ") {
        let wordLength = word.count
        if length > 0, length + 1 + wordLength > width {
            lines.append(line)
            line = ""
            length = 0
        }
        if length > 0 {
            line += " "
            length += 1
        }
        line += word
        length += wordLength
    }
    if length > 0 { lines.append(line) }
    return lines
}

/// Two columns: terms on the left, descriptions on the right.
struct TwoColumns {
    /// The maximum width of the left column; longer terms have a line of their own.
    private static let widestTerm = 26
    private static let gap = 2
    private static let narrowestText = 24

    var rows: [(term: String, text: String)]
    /// The length of the longest term of other sections, to align their columns.
    var widest = 0
    var indent = 2

    func lines(width: Int, style: Style) -> [String] {
        let terms = (rows.map(\.term.count) + [widest]).filter { $0 <= Self.widestTerm }
        let column = indent + (terms.max() ?? 0) + Self.gap
        let isNarrow = width - column < Self.narrowestText
        let textStart = isNarrow ? indent + 4 : column
        return rows.flatMap { row in
            let margin = String(repeating: " ", count: indent)
            let wrapped = wrap(row.text, width: max(width - textStart, 1))
            let below = wrapped.map { String(repeating: " ", count: textStart) + $0 }
            guard !isNarrow, row.term.count <= Self.widestTerm, let first = wrapped.first else {
                return [margin + style.bold(row.term)] + below
            }
            let padding = String(repeating: " ", count: column - indent - row.term.count)
            return [margin + style.bold(row.term) + padding + first] + below.dropFirst()
        }
    }
}
