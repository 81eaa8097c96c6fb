/// Builds a help text section by section.
struct HelpText {
    let width: Int
    let style: Style
    private(set) var lines: [String] = []

    init(width: Int, style: Style) {
        // Very long lines are hard to read, and very short ones leave too little space.
        self.width = min(max(width, 40), 100)
        self.style = style
    }

    mutating func paragraph(_ text: String) {
        if !lines.isEmpty { lines.append("") }
        lines += wrap(text, width: width)
    }

    mutating func section(_ title: String, _ content: [String]) {
        guard !content.isEmpty else { return }
        if !lines.isEmpty { lines.append("") }
        lines.append(style.bold("\(title):"))
        lines += content
    }

    /// Adds terms with their descriptions; `widest` aligns several sections.
    mutating func section(
        _ title: String, rows: [(term: String, text: String)], widest: Int = 0
    ) {
        let columns = TwoColumns(rows: rows, widest: widest)
        section(title, columns.lines(width: width, style: style))
    }

    /// The whole text, with a final newline.
    var text: String { lines.joined(separator: "\n") + "\n" }
}

extension Option {
    /// The option as a term: `-s, --script FILE`, `    --[no-]progress`.
    var term: String {
        let short = letter.map { "-\($0), " } ?? "    "
        let long = isNegatable ? "--[no-]\(name)" : "--\(name)"
        return short + long + (variable.map { " \($0)" } ?? "")
    }

    /// The summary with the default and other properties.
    var fullSummary: String {
        var text = summary
        if !accepts.choices.isEmpty { text += " One of \(list(accepts.choices))." }
        if isRepeatable { text += " Can be given more than once." }
        if let defaultText { text += " [default: \(defaultText)]" }
        return text
    }
}

extension Operand {
    var fullSummary: String {
        accepts.choices.isEmpty ? summary : "\(summary) One of \(list(accepts.choices))."
    }
}
