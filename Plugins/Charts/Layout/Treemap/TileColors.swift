import PeriluneDrawing

/// What colour stands for which number in a treemap.
struct TileColors: Sendable {
    /// Its ends and its middle are what the legend shows.
    let domain: ClosedRange<Double>
    let isDiverging: Bool
    private let scale: ColorScale
    private let missing: Color

    /// Looks for the ends; `nil` where no tile has a number.
    init?(_ values: [Double], _ theme: Theme) {
        var least = Double.infinity
        var largest = -Double.infinity
        for value in values where value.isFinite {
            least = min(least, value)
            largest = max(largest, value)
        }
        guard least <= largest else { return nil }
        isDiverging = least < 0 && largest > 0
        missing = theme.colors.panelBorder
        scale = isDiverging ? theme.diverging : theme.sequential
        if isDiverging {
            // Both sides alike: a bit of loss is not as strong a colour as much gain.
            let far = max(-least, largest)
            let ends = LinearScale(
                covering: -far...far, includesZero: true, from: 0, to: 1, parts: 4)
            let reach = max(-ends.domain.lowerBound, ends.domain.upperBound)
            domain = -reach...reach
        } else {
            domain =
                LinearScale(
                    covering: least...largest, includesZero: false, from: 0, to: 1, parts: 4
                ).domain
        }
    }

    func color(_ value: Double) -> Color {
        value.isFinite ? scale.color(at: part(value)) : missing
    }

    /// So many colours are told apart where thousands of tiles share them; one more is for no number.
    static let steps = 64

    func step(_ value: Double) -> Int {
        value.isFinite ? min(Self.steps - 1, Int(part(value) * Double(Self.steps))) : Self.steps
    }

    func color(step: Int) -> Color {
        step < Self.steps ? scale.color(at: (Double(step) + 0.5) / Double(Self.steps)) : missing
    }

    /// Where a number lies between the ends, 0 to 1.
    private func part(_ value: Double) -> Double {
        let length = domain.upperBound / 2 - domain.lowerBound / 2
        guard length > 0 else { return 0.5 }
        return min(1, max(0, (value / 2 - domain.lowerBound / 2) / length))
    }

    var middle: Double { domain.lowerBound / 2 + domain.upperBound / 2 }

    /// The bar of colours with three numbers below it, as wide as is good to read.
    func legend(
        _ title: String, _ format: NumberFormat, _ layout: ChartLayout, in rect: Rect
    ) -> Node {
        let (theme, fit) = (layout.theme, layout.fit)
        let font = theme.fonts.legend
        let line = fit.lineHeight(font)
        let titleWidth = min(fit.width(title, font) + 1, rect.width * 0.35)
        let bar = Rect(
            rect.x + titleWidth + (title.isEmpty ? 0 : 10), rect.y + 2, min(220, rect.width / 2),
            9)
        var nodes: [Node] = []
        if let text = layout.line(
            title, font, theme.colors.text, x: rect.x, middle: bar.midY, within: titleWidth)
        {
            nodes.append(text)
        }
        let steps = 44
        for step in 0..<steps {
            let (from, to) = (
                (bar.x + bar.width * Double(step) / Double(steps)).rounded(),
                (bar.x + bar.width * Double(step + 1) / Double(steps)).rounded()
            )
            let color = scale.color(at: (Double(step) + 0.5) / Double(steps))
            nodes.append(
                .mark(Mark(.rect(Rect(from, bar.y, to - from, bar.height)), .fill(color))))
        }
        let middle = bar.maxY + 3 + line / 2
        let labels: [(Double, Double, Text.Anchor)] = [
            (domain.lowerBound, bar.minX, .start), (self.middle, bar.midX, .middle),
            (domain.upperBound, bar.maxX, .end),
        ]
        for (value, x, anchor) in labels {
            let text = layout.line(
                format.full(value), font, theme.colors.mutedText, x: x, middle: middle,
                anchor: anchor, within: bar.width / 3)
            if let text { nodes.append(text) }
        }
        let tick = Rect(bar.midX.rounded() - 0.5, bar.y, 1, bar.height + 3)
        nodes.append(.mark(Mark(.rect(tick), .fill(theme.colors.axis))))
        return .group(Group(.legend, label: "Colours: \(title)", nodes: nodes))
    }

    static func legendHeight(_ layout: ChartLayout) -> Double {
        layout.fit.lineHeight(layout.theme.fonts.legend) + 16
    }
}
