import PeriluneDrawing

/// The labels beside the slices of a pie.
struct PieLabels: Sendable {
    let layout: ChartLayout
    /// The texts of each slice, written above each other or side by side.
    let texts: [(name: String, value: String, short: String)]

    init(_ data: PieData, _ values: [Double], _ layout: ChartLayout) {
        self.layout = layout
        let percentages = Shares.percentages(values)
        texts = values.indices.map { slice in
            let label = data.label(slice)
            let percent = data.percentText(percentages[slice], for: values[slice])
            let behind = data.percentText(percentages[slice], for: values[slice], behind: label)
            return (label, "\(percent) · \(data.formatted(values[slice]))", "\(label) \(behind)")
        }
    }

    private var font: Font { layout.theme.fonts.label }
    private var bold: Font {
        var bold = font
        bold.weight = .bold
        return bold
    }

    func height(lines: Int) -> Double {
        layout.fit.lineHeight(font) * Double(lines) + (lines > 1 ? 6 : 2)
    }

    /// The room that all labels need, with names no longer than some width; with three lines, a name has two.
    ///
    /// `nil` if no name needs a third line, or if names do not fit in two.
    func width(lines: Int, most: Double) -> Double? {
        var widest = 0.0
        var isBroken = false
        for text in texts {
            let whole = layout.fit.width(text.name, bold)
            switch lines {
            case 1: widest = max(widest, min(most, layout.fit.width(text.short, font)))
            case 3 where whole > most:
                guard let halves = layout.fit.twoLines(text.name, bold, within: most) else {
                    return nil
                }
                isBroken = true
                widest = halves.reduce(widest) { max($0, $1.width) }
            default: widest = max(widest, min(most, whole), layout.fit.width(text.value, font))
            }
        }
        return lines == 3 && !isBroken ? nil : widest + 1
    }

    func nodes(_ leaders: LeaderLines, within room: Double, lines: Int) -> [Node] {
        let colors = layout.theme.colors
        let lineHeight = layout.fit.lineHeight(font)
        var strokes: [Node] = []
        var labels: [Node] = []
        for label in leaders.labels {
            strokes.append(
                .mark(
                    Mark(
                        .polyline(label.points),
                        .stroke(colors.axis, width: layout.theme.lines.axis))))
            let end = label.points[2]
            let x = end.x + (label.isRight ? 4 : -4)
            let rows = rows(of: texts[label.slice], lines: lines, within: room)
            let top = end.y - lineHeight * Double(rows.count - 1) / 2
            for (index, row) in rows.enumerated() {
                let node = layout.line(
                    row.string, row.font, row.color, x: x,
                    middle: top + lineHeight * Double(index),
                    anchor: label.isRight ? .start : .end, within: room)
                if let node { labels.append(node) }
            }
        }
        return [.group(Group(.decoration, nodes: strokes))] + labels
    }

    private func rows(
        of text: (name: String, value: String, short: String), lines: Int, within room: Double
    ) -> [(string: String, font: Font, color: Color)] {
        let colors = layout.theme.colors
        guard lines > 1 else { return [(text.short, font, colors.text)] }
        var names = [text.name]
        if lines > 2, layout.fit.width(text.name, bold) > room,
            let halves = layout.fit.twoLines(text.name, bold, within: room)
        {
            names = halves.map(\.string)
        }
        return names.map { ($0, bold, colors.text) } + [(text.value, font, colors.mutedText)]
    }
}
