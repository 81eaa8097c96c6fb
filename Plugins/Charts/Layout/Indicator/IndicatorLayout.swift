package import PeriluneDrawing

/// Draws a large number, its comparisons, and a small chart of its history.
package struct IndicatorLayout: Sendable {
    let indicator: Indicator
    let layout: ChartLayout

    package init(_ indicator: Indicator, _ layout: ChartLayout) {
        self.indicator = indicator
        self.layout = layout
    }

    /// Draws within the frame.
    package func group(_ figure: Figure, in rect: Rect) -> Group {
        let frame = Frame(figure, in: rect, layout: layout)
        var rest = frame.content
        var nodes: [Node] = []
        let theme = layout.theme
        let name = [indicator.title, indicator.label].filter { !$0.isEmpty }
            .joined(separator: ", ")
        add(name, theme.fonts.label, theme.colors.mutedText, to: &nodes, taking: &rest)
        add(indicator.value, valueFont(rest), theme.colors.text, to: &nodes, taking: &rest)
        if let change = indicator.change { add(change, to: &nodes, taking: &rest) }
        rest = rest.inset(top: min(rest.height, theme.spacing.label))
        if rest.height >= 16, rest.width >= 24 {
            nodes += layout.sparkline(indicator.spark, in: rest)
        }
        return layout.chart(figure, frame, description: description, marks: nodes)
    }

    private var description: String {
        var text = "\(indicator.label): \(indicator.value)"
        if let change = indicator.change {
            text += ", \(change.text) against \(change.against)"
        }
        return text
    }

    /// The largest font with which the value fits into a third of the room on one line.
    private func valueFont(_ rect: Rect) -> Font {
        var font = layout.theme.fonts.heading
        let least = layout.theme.fonts.label.size
        font.size = max(least, min(44, (rect.height * 0.34).rounded(.down)))
        while font.size > least, layout.fit.width(indicator.value, font) > rect.width {
            font.size -= 1
        }
        return font
    }

    private func add(
        _ text: String, _ font: Font, _ color: Color, to nodes: inout [Node],
        taking rest: inout Rect
    ) {
        let height = layout.fit.lineHeight(font)
        guard rest.height >= height else { return }
        let line = layout.line(
            text, font, color, x: rest.minX, middle: rest.minY + height / 2, within: rest.width)
        if let line { nodes.append(line) }
        rest = rest.inset(top: height)
    }

    /// `▲ +5.2%  Nov 2024: $903.00`: the sign shows the direction without relying on colour.
    private func add(
        _ change: Indicator.Change, to nodes: inout [Node], taking rest: inout Rect
    ) {
        let theme = layout.theme
        var bold = theme.fonts.label
        bold.weight = .bold
        let height = layout.fit.lineHeight(bold) + 2
        guard rest.height >= height else { return }
        let middle = rest.minY + height / 2
        var x = rest.minX
        let color =
            change.isGood.map { $0 ? theme.colors.good : theme.colors.bad }
            ?? theme.colors.mutedText
        let side = bold.size * 0.7
        if change.direction != .level {
            let (base, tip) = (middle + side / 2, middle - side / 2)
            let isUp = change.direction == .up
            var path = Path()
            path.move(x, isUp ? base : tip)
            path.line(x + side, isUp ? base : tip)
            path.line(x + side / 2, isUp ? tip : base)
            path.close()
            nodes.append(.mark(Mark(.path(path), .fill(color))))
            x += side + 4
        }
        let width = min(layout.fit.width(change.text, bold) + 1, max(0, rest.maxX - x))
        if let text = layout.line(change.text, bold, color, x: x, middle: middle, within: width) {
            nodes.append(text)
        }
        x += width + 8
        let against = layout.line(
            change.against, theme.fonts.label, theme.colors.mutedText, x: x, middle: middle,
            within: rest.maxX - x)
        if let against { nodes.append(against) }
        rest = rest.inset(top: height)
    }
}
