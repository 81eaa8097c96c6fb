import PeriluneDrawing

/// Draws one bullet after Stephen Few's specification: ranges of one hue, a bar of a third of their height,
/// a line across for the target.
struct BulletMarks: Sendable {
    let layout: ChartLayout
    let data: BulletData
    let scale: LinearScale
    let isVertical: Bool

    /// A rectangle from one value to another, and from one place across to another.
    private func rect(_ from: Double, _ to: Double, _ across: ClosedRange<Double>) -> Rect {
        let (a, b) = (scale.clamped(from).rounded(), scale.clamped(to).rounded())
        let (low, high) = (min(a, b), max(a, b))
        let width = across.upperBound - across.lowerBound
        return isVertical
            ? Rect(across.lowerBound, low, width, high - low)
            : Rect(low, across.lowerBound, high - low, width)
    }

    /// The colours of what is bad, satisfactory and good, in the order of the numbers: worst is darkest, also
    /// where less is better.
    static func colors(isReversed: Bool, _ theme: Theme) -> [Color] {
        let all = theme.colors.ranges
        guard let last = all.last else { return [] }
        // Of five colours, use three that differ enough: the brightest is hardly visible on white.
        let places = all.count >= 5 ? [0, 2, 3] : [0, 1, 2]
        let three = places.map { $0 < all.count ? all[$0] : last }
        return isReversed ? three.reversed() : three
    }

    private func ranges(
        _ item: BulletData.Item
    ) -> [(from: Double, to: Double, color: Color)] {
        let (low, high) = (scale.domain.lowerBound, scale.domain.upperBound)
        let isReversed = item.bad > item.satisfactory
        let colors = Self.colors(isReversed: isReversed, layout.theme)
        guard colors.count == 3 else { return [] }
        switch (item.bad.isNaN, item.satisfactory.isNaN) {
        // Without limits there are no ranges.
        case (true, true): return []
        case (false, true): return [(low, item.bad, colors[0]), (item.bad, high, colors[2])]
        case (true, false):
            return [(low, item.satisfactory, colors[1]), (item.satisfactory, high, colors[2])]
        case (false, false):
            let (first, second) = (
                min(item.bad, item.satisfactory), max(item.bad, item.satisfactory)
            )
            return [
                (low, first, colors[0]), (first, second, colors[1]), (second, high, colors[2]),
            ]
        }
    }

    /// A bullet across a band.
    func node(_ item: BulletData.Item, band: ClosedRange<Double>) -> Node {
        let theme = layout.theme
        let height = band.upperBound - band.lowerBound
        let middle = (band.lowerBound + band.upperBound) / 2
        let isSelected = data.plot.selection.contains(category: item.category, series: item.series)
        var nodes: [Node] = ranges(item).map { range in
            .mark(Mark(.rect(rect(range.from, range.to, band)), .fill(range.color)))
        }
        if !item.actual.isNaN {
            let third = max(1, (height / 3).rounded())
            let low = (middle - third / 2).rounded()
            nodes.append(
                .mark(
                    Mark(
                        .rect(rect(0, item.actual, low...(low + third))),
                        .fill(theme.colors.measure))))
        }
        if !item.target.isNaN {
            let place = scale.clamped(item.target).rounded()
            let half = (height * 0.3).rounded()
            let thick = max(1, min(3, height / 8)).rounded()
            let line =
                isVertical
                ? Rect(middle - half, place - thick / 2, half * 2, thick)
                : Rect(place - thick / 2, middle - half, thick, half * 2)
            nodes.append(.mark(Mark(.rect(line), .fill(theme.colors.target))))
        }
        let whole = rect(scale.domain.lowerBound, scale.domain.upperBound, band)
        let identity = Mark.Identity(
            category: item.category, series: item.series, label: data.describe(item),
            isSelected: isSelected)
        // The whole bullet can be selected, not only its bar.
        let border = isSelected ? Stroke(theme.colors.selection, width: theme.lines.selection) : nil
        nodes.append(
            .mark(
                Mark(
                    .rect(whole),
                    Paint(fill: .color(theme.colors.panel.withOpacity(0)), stroke: border),
                    identity: identity)))
        return .group(Group(.group, nodes: nodes))
    }
}
