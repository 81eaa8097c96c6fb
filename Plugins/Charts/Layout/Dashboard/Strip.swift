import PeriluneDrawing

/// The part above charts: a title, the levels of a hierarchy, and the active filters.
struct Strip: Sendable {
    var title = ""
    var filters: [String] = []
    var levels: [String] = []
    var level = 0
    let layout: ChartLayout

    private var font: Font { layout.theme.fonts.legend }
    private var padding: Double { layout.theme.spacing.padding }
    private var chipHeight: Double { (layout.fit.lineHeight(font) + 8).rounded() }
    private var titleHeight: Double {
        title.isEmpty ? 0 : layout.fit.lineHeight(layout.theme.fonts.heading) + 4
    }

    func height(width: Double) -> Double {
        let rows = rows(width: width)
        let chips = Double(rows.count) * (chipHeight + 4)
        let height = titleHeight + chips
        return height == 0 ? 0 : (height + padding).rounded()
    }

    func nodes(width: Double) -> [Node] {
        let theme = layout.theme
        var nodes: [Node] = []
        var y = padding * 0.75
        if !title.isEmpty {
            let text = layout.line(
                title, theme.fonts.heading, theme.colors.text, x: padding,
                middle: y + (titleHeight - 4) / 2, within: width - 2 * padding)
            if let text { nodes.append(text) }
            y += titleHeight
        }
        for row in rows(width: width) {
            for chip in row {
                nodes.append(.group(node(chip, y: y)))
            }
            y += chipHeight + 4
        }
        return nodes
    }

    private struct Chip {
        var text: String
        var x: Double
        var width: Double
        var kind: Kind

        enum Kind {
            case level(Int, isChosen: Bool)
            case filter(Int)
            case rest
        }
    }

    /// The levels, then the filters, in at most three rows, so that the chart keeps its room.
    private func rows(width: Double) -> [[Chip]] {
        let most = 3
        let available = width - 2 * padding
        guard available > 40 else { return [] }
        var rows: [[Chip]] = []
        var x = 0.0
        func add(_ text: String, _ kind: Chip.Kind, gap: Double) -> Bool {
            let mark: Double = if case .filter = kind { 16 } else { 0 }
            let wide = min(available, 280, layout.fit.width(text, font) + 20 + mark)
            if rows.isEmpty || x + wide > available {
                guard rows.count < most else { return false }
                rows.append([])
                x = 0
            }
            rows[rows.count - 1].append(
                Chip(text: text, x: padding + x, width: wide, kind: kind))
            x += wide + gap
            return true
        }
        for (index, name) in levels.enumerated()
        where !add(name, .level(index, isChosen: index == level), gap: -1) {
            break
        }
        x += levels.isEmpty ? 0 : 14
        for (index, filter) in filters.enumerated() where !add(filter, .filter(index), gap: 6) {
            // The last one gives its place to a count.
            let count = filters.count - index + 1
            if let last = rows[rows.count - 1].popLast() {
                rows[rows.count - 1].append(
                    Chip(text: "+\(count)", x: last.x, width: 44, kind: .rest))
            }
            break
        }
        return rows
    }

    private func node(_ chip: Chip, y: Double) -> Group {
        let colors = layout.theme.colors
        let rect = Rect(chip.x, y, chip.width, chipHeight).snapped.inset(by: 0.5)
        switch chip.kind {
        case .level(let index, let isChosen):
            let fill = isChosen ? colors.measure : colors.panel
            let identity = Mark.Identity(
                category: index, label: "Level \(chip.text)", isSelected: isChosen)
            return Group(
                .group, data: [DataAttribute("level", "\(index)")],
                nodes: [
                    .mark(
                        Mark(
                            .rect(rect, corner: 3),
                            Paint(fill: .color(fill), stroke: Stroke(colors.axis)),
                            identity: identity))
                ]
                    + [text(chip.text, isChosen ? fill.readable : colors.text, in: rect)]
                    .compactMap { $0 })
        case .filter(let index):
            let cross = Rect(rect.maxX - 17, rect.midY - 3.5, 7, 7)
            let stroke = Stroke(colors.mutedText, width: 1.4)
            let lines: [Node] = [
                .mark(
                    Mark(
                        .line(Point(cross.minX, cross.minY), Point(cross.maxX, cross.maxY)),
                        Paint(stroke: stroke))),
                .mark(
                    Mark(
                        .line(Point(cross.minX, cross.maxY), Point(cross.maxX, cross.minY)),
                        Paint(stroke: stroke))),
            ]
            return Group(
                .group, label: "Filter \(chip.text)",
                data: [DataAttribute("filter", "\(index)")],
                nodes: [ground(rect)]
                    + [text(chip.text, colors.text, in: rect.inset(right: 16))].compactMap { $0 }
                    + lines)
        case .rest:
            return Group(
                .group,
                nodes: [ground(rect)] + [text(chip.text, colors.text, in: rect)].compactMap { $0 })
        }
    }

    private func ground(_ rect: Rect) -> Node {
        let colors = layout.theme.colors
        return .mark(
            Mark(
                .rect(rect, corner: rect.height / 2),
                Paint(fill: .color(colors.band), stroke: Stroke(colors.panelBorder))))
    }

    private func text(_ string: String, _ color: Color, in rect: Rect) -> Node? {
        layout.line(
            string, font, color, x: rect.midX, middle: rect.midY, anchor: .middle,
            within: rect.width - 12)
    }
}
