internal import PeriluneCore

/// A Markdown table for generated pages.
package enum MarkdownTable {
    /// The table, with a head and rows of cells.
    package static func text(_ head: [String], _ rows: [[String]]) -> String {
        let line = { (cells: [String]) -> String in
            "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
        }
        return line(head) + "|" + head.map { _ in "---|" }.joined() + "\n" + rows.map(line).joined()
    }
}
