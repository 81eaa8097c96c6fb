/// Writes a coverage report as text for a terminal.
package enum CoverageText {
    /// One line per file, with the missing lines and conditions below it.
    package static func text(_ report: CoverageReport) -> String {
        let width = report.files.map(\.path.count).max() ?? 0
        var text = ""
        for file in report.files {
            text += row(file.path, width, file.lineRatio, file.decisionRatio)
            let missing = file.lines.filter { $0.count == 0 }.map(\.number)
            if !missing.isEmpty {
                text += "  not run: \(ranges(missing, of: file.lines.map(\.number)))\n"
            }
            let dark = Set(missing)
            for condition in file.conditions where !dark.contains(condition.line) {
                guard let gap = condition.gap else { continue }
                text += "  \(file.path):\(condition.line):\(condition.column): "
                text += "\(shortened(condition.text)) \(gap)\n"
            }
        }
        if report.files.count > 1 {
            text += row("all", width, report.total, report.decisions)
        }
        return text
    }

    private static func row(
        _ name: String, _ width: Int, _ lines: Ratio, _ decisions: Ratio
    ) -> String {
        let padding = String(repeating: " ", count: max(0, width - name.count))
        return "\(name)\(padding)  lines \(padded(lines))  decisions \(shown(decisions))\n"
    }

    private static func shown(_ ratio: Ratio) -> String {
        "\(ratio.text) (\(ratio.covered)/\(ratio.all))"
    }

    private static func padded(_ ratio: Ratio) -> String {
        let text = shown(ratio)
        return text + String(repeating: " ", count: max(0, 17 - text.count))
    }

    /// Formats lines as `12, 15-17`; lines that are consecutive among the executable ones form a range.
    static func ranges(_ lines: [Int], of all: [Int]) -> String {
        var parts: [(first: Int, last: Int)] = []
        var position = -2
        for line in lines {
            let next = all.firstIndex(of: line) ?? 0
            if next == position + 1, !parts.isEmpty {
                parts[parts.count - 1].last = line
            } else {
                parts.append((line, line))
            }
            position = next
        }
        return parts.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)" }
            .joined(separator: ", ")
    }

    /// The text of a condition, on one line and shortened.
    static func shortened(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 60 ? "\(line.prefix(59))…" : line
    }
}
