import PeriluneDrawing

/// A chart as small as a word: no axes, no labels.
struct Sparkline: Sendable {
    let plot: Plot
    let layout: ChartLayout

    func node(in rect: Rect) -> Node? {
        guard rect.width >= 4, rect.height >= 4, let layer = plot.layers.first,
            let values = layer.values.first
        else { return nil }
        let marks: [Node] =
            switch layer.kind {
            case .bullet: bullet(in: rect)
            case .pie: pie(in: rect)
            default: layout.sparkline(plot, in: rect.inset(left: 1, top: 3, right: 1, bottom: 3))
            }
        guard !marks.isEmpty else { return nil }
        return .group(
            Group(.chart, label: describe(values), nodes: marks.map(Self.withoutIdentities)))
    }

    /// Removes the identities of marks, since in a table only rows are selected.
    private static func withoutIdentities(_ node: Node) -> Node {
        switch node {
        case .group(var group):
            group.nodes = group.nodes.map(withoutIdentities)
            return .group(group)
        case .mark(var mark):
            mark.identity = nil
            return .mark(mark)
        case .text, .image: return node
        }
    }

    private func describe(_ values: Plot.Values) -> String {
        let numbers = (values.cells.first ?? []).filter(\.isFinite)
        guard let first = numbers.first, let last = numbers.last else { return "no data" }
        return "from \(values.format.full(first)) to \(values.format.full(last))"
    }

    private func bullet(in rect: Rect) -> [Node] {
        let data = BulletData(plot)
        guard let first = data.items.first, !data.isEmpty else { return [] }
        let scale = LinearScale(
            covering: data.bounds(0..<1), includesZero: true, from: rect.minX + 2,
            to: rect.maxX - 2, parts: 3)
        let marks = BulletMarks(layout: layout, data: data, scale: scale, isVertical: false)
        let height = min(14, rect.height - 4)
        return [
            marks.node(first, band: rect.midY - height / 2...rect.midY + height / 2)
        ]
    }

    private func pie(in rect: Rect) -> [Node] {
        let pie = PieLayout(plot, layout)
        guard let series = pie.data.series.first, !pie.data.shares.slices.isEmpty else {
            return []
        }
        let values = pie.data.values(series)
        let radius = max(1, min(rect.width, rect.height) / 2 - 2)
        let sectors = Sector.sectors(
            Shares.fractions(values), center: Point(rect.midX, rect.midY), radius: radius)
        return [pie.pie(series, values, sectors)]
    }
}
