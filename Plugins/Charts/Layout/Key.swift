import PeriluneDrawing

/// Samples of colours with their names, in as many lines as they need.
struct Key: Sendable {
    var entries: [Entry]

    struct Entry: Sendable {
        var label: String
        var sample: Sample
        var color: Color
    }

    enum Sample: Sendable {
        case box, bar, tick
    }

    /// The height that it takes at a width; 0 where there is nothing to show.
    func height(_ brush: Brush, width: Double) -> Double {
        let rows = rows(brush, width: width).count
        return Double(rows) * rowHeight(brush)
    }

    /// Draws it from the top of a place, centred.
    func node(_ brush: Brush, in rect: Rect) -> Node {
        let font = brush.theme.fonts.legend
        let (swatch, gap) = (brush.theme.spacing.swatch, brush.theme.spacing.label)
        var nodes: [Node] = []
        var middle = rect.y + rowHeight(brush) / 2
        for row in rows(brush, width: rect.width) {
            var x = rect.x + max(0, rect.width - row.width) / 2
            for item in row.items {
                let sample = Rect(x, middle - swatch / 2, swatch, swatch)
                nodes.append(.mark(item.entry.sample.mark(in: sample, item.entry.color)))
                let text = brush.line(
                    item.entry.label, font, brush.theme.colors.text, x: x + swatch + gap,
                    middle: middle, within: item.width - swatch - gap)
                if let text { nodes.append(text) }
                x += item.width + Self.between
            }
            middle += rowHeight(brush)
        }
        return .group(Group(.legend, label: "Legend", nodes: nodes))
    }

    /// Draws one entry a line, in the middle of a height.
    func column(_ brush: Brush, in rect: Rect, height: Double) -> Node {
        let step = rowHeight(brush)
        var nodes: [Node] = []
        for (index, entry) in entries.enumerated() {
            let top = rect.midY - height / 2 + Double(index) * step
            let line = Key(entries: [entry])
            let width = min(rect.width, line.rows(brush, width: rect.width).first?.width ?? 0)
            nodes.append(line.node(brush, in: Rect(rect.x, top, width, step)))
        }
        return .group(Group(.legend, label: "Legend", nodes: nodes))
    }

    private static let between = 16.0

    private struct Row {
        var items: [(entry: Entry, width: Double)] = []
        var width: Double {
            items.reduce(0) { $0 + $1.width } + Double(max(0, items.count - 1)) * Key.between
        }
    }

    private func rowHeight(_ brush: Brush) -> Double {
        brush.fit.lineHeight(brush.theme.fonts.legend) + 4
    }

    private func rows(_ brush: Brush, width: Double) -> [Row] {
        let extra = brush.theme.spacing.swatch + brush.theme.spacing.label
        var rows: [Row] = []
        var row = Row()
        for entry in entries {
            let natural = brush.fit.width(entry.label, brush.theme.fonts.legend) + extra + 0.5
            let needed = min(natural, width, 220)
            if !row.items.isEmpty, row.width + Self.between + needed > width {
                rows.append(row)
                row = Row()
            }
            row.items.append((entry, needed))
        }
        if !row.items.isEmpty { rows.append(row) }
        return rows
    }
}

extension Key.Sample {
    fileprivate func mark(in rect: Rect, _ color: Color) -> Mark {
        let shape: Mark.Shape =
            switch self {
            case .box: .rect(rect)
            case .bar: .rect(Rect(rect.x, rect.midY - rect.height / 6, rect.width, rect.height / 3))
            case .tick: .rect(Rect(rect.midX - 1.25, rect.y, 2.5, rect.height))
            }
        return Mark(shape, .fill(color))
    }
}
