import PeriluneDrawing

/// What is written beside the slices of a pie.
struct PieLabels: Sendable {
    let layout: ChartLayout
    /// Of each slice, above each other or side by side.
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

    /// The room that all labels need, with names no longer than some width.
    func width(lines: Int, most: Double) -> Double {
        texts.reduce(0) { widest, text in
            let wide =
                lines > 1
                ? max(
                    min(most, layout.fit.width(text.name, bold)), layout.fit.width(text.value, font)
                )
                : min(most, layout.fit.width(text.short, font))
            return max(widest, wide + 1)
        }
    }

    func nodes(_ leaders: LeaderLines, within room: Double, height: Double) -> [Node] {
        let hasTwo = height > layout.fit.lineHeight(font) * 1.6
        let colors = layout.theme.colors
        var lines: [Node] = []
        var labels: [Node] = []
        for label in leaders.labels {
            lines.append(
                .mark(
                    Mark(
                        .polyline(label.points),
                        .stroke(colors.axis, width: layout.theme.lines.axis))))
            let end = label.points[2]
            let x = end.x + (label.isRight ? 4 : -4)
            let anchor: Text.Anchor = label.isRight ? .start : .end
            let text = texts[label.slice]
            let half = hasTwo ? layout.fit.lineHeight(font) / 2 : 0
            let rows: [(String, Font, Color, Double)] =
                hasTwo
                ? [
                    (text.name, bold, colors.text, -half),
                    (text.value, font, colors.mutedText, half),
                ] : [(text.short, font, colors.text, 0)]
            for (string, font, color, offset) in rows {
                let node = layout.line(
                    string, font, color, x: x, middle: end.y + offset, anchor: anchor,
                    within: room)
                if let node { labels.append(node) }
            }
        }
        return [.group(Group(.decoration, nodes: lines))] + labels
    }
}
