import PeriluneDrawing

/// The bar of colours of a treemap with its ends and its middle below it.
struct ColorLegend {
    private let colors: TileColors
    private let title: String
    private let labels: [String]
    private let layout: ChartLayout
    private let barWidth: Double
    private let titleWidth: Double
    /// Whether the title is above the bar, because it does not fit beside it.
    private let isStacked: Bool
    let height: Double

    private static let widestBar = 220.0
    private static let barHeight = 9.0

    init(
        _ colors: TileColors, _ title: String, _ format: NumberFormat, _ layout: ChartLayout,
        width: Double
    ) {
        self.colors = colors
        self.title = title
        self.layout = layout
        let font = layout.theme.fonts.legend
        labels = colors.numbers.labels(
            of: [colors.domain.lowerBound, colors.middle, colors.domain.upperBound], format)
        // The middle label has the same room on both sides.
        let widths = labels.map { layout.fit.width($0, font) }
        let least = (widths[1] + 2 * max(widths[0], widths[2]) + 16).rounded(.up)
        let needed = title.isEmpty ? 0 : layout.fit.width(title, font) + 1 + Self.titleGap
        isStacked = needed + min(least, width) > width
        titleWidth = isStacked ? width : needed
        let room = isStacked ? width : width - needed
        barWidth = min(room, max(least, min(Self.widestBar, width / 2))).rounded(.down)
        let line = layout.fit.lineHeight(font)
        height = (line + Self.barHeight + 7 + (isStacked ? line + 2 : 0)).rounded(.up)
    }

    private static let titleGap = 10.0

    func node(at origin: Point) -> Node {
        let (theme, fit) = (layout.theme, layout.fit)
        let font = theme.fonts.legend
        let line = fit.lineHeight(font)
        let bar = Rect(
            isStacked ? origin.x : (origin.x + titleWidth).rounded(),
            (origin.y + 2 + (isStacked ? line + 2 : 0)).rounded(), barWidth, Self.barHeight)
        var nodes: [Node] = []
        let middleOfTitle = isStacked ? origin.y + line / 2 : bar.midY
        if let text = layout.line(
            title, font, theme.colors.text, x: origin.x, middle: middleOfTitle,
            within: titleWidth)
        {
            nodes.append(text)
        }
        nodes += steps(in: bar)
        let places: [(Double, Text.Anchor)] = [
            (bar.minX, .start), (bar.midX, .middle), (bar.maxX, .end),
        ]
        for (label, (x, anchor)) in zip(labels, places) {
            let text = layout.line(
                label, font, theme.colors.mutedText, x: x, middle: bar.maxY + 3 + line / 2,
                anchor: anchor, within: bar.width / 3)
            if let text { nodes.append(text) }
        }
        let tick = Rect(bar.midX.rounded() - 0.5, bar.y, 1, bar.height + 3)
        nodes.append(.mark(Mark(.rect(tick), .fill(theme.colors.axis))))
        return .group(Group(.legend, label: "Colours: \(title)", nodes: nodes))
    }

    private func steps(in bar: Rect) -> [Node] {
        let steps = 44
        return (0..<steps).map { step in
            let from = (bar.x + bar.width * Double(step) / Double(steps)).rounded()
            let to = (bar.x + bar.width * Double(step + 1) / Double(steps)).rounded()
            let color = colors.scale.color(at: (Double(step) + 0.5) / Double(steps))
            return .mark(Mark(.rect(Rect(from, bar.y, to - from, bar.height)), .fill(color)))
        }
    }
}
