package import PeriluneDrawing

/// The labels of horizontal bars: in a column on the left, ending beside their bars.
package struct RowLabels: Sendable {
    /// The width of the labels to the left of the bars.
    package private(set) var width: Double = 0
    private var lines: [(category: Int, lines: [TextFit.Line])] = []
    private let style: CategoryLabels.Style

    /// The labels of bands from the top, at most as wide as the available room.
    package init(
        _ labels: [Label], scale: BandScale, room: Double, style: CategoryLabels.Style,
        isHidden: Bool = false
    ) {
        self.style = style
        let lineHeight = style.fit.lineHeight(style.font)
        guard !isHidden, !scale.visible.isEmpty, scale.width > 0,
            scale.end - scale.start >= lineHeight
        else { return }
        let step = Self.step(needed: lineHeight / scale.width, count: scale.visible.count)
        for category in stride(
            from: scale.visible.lowerBound, to: scale.visible.upperBound, by: step)
        {
            let label = labels[category].text
            guard let line = style.fit.line(label, style.font, within: room) else { continue }
            let most = Int(scale.width / lineHeight)
            let own =
                line.full == nil || most < 2
                ? [line]
                : style.fit.twoLines(label, style.font, within: room)
                    ?? style.fit.wrapped(label, style.font, within: room, lines: min(3, most))
            for line in own { width = max(width, line.width) }
            lines.append((category, own))
        }
    }

    /// 1, 2, 5, 10 … categories from label to label.
    private static func step(needed: Double, count: Int) -> Int {
        var power = 1
        while power < count {
            for digit in [1, 2, 5] where Double(digit * power) >= needed { return digit * power }
            power *= 10
        }
        return max(1, count)
    }

    /// The labels, ending at an x.
    package func nodes(endingAt x: Double, scale: BandScale) -> [Node] {
        let extent = style.fit.measure.extent("Åg", style.font)
        var bottom = -Double.infinity
        return lines.flatMap { category, lines -> [Node] in
            let half = extent.height * Double(lines.count) / 2
            // The first and the last one of thin bands stay beside the plot.
            let middle = min(
                max(scale.center(of: category), scale.start + half), scale.end - half)
            guard middle - half >= bottom else { return [] }
            bottom = middle + half
            return lines.enumerated().map { row, line in
                .text(
                    Text(
                        line.string,
                        at: Point(
                            x,
                            middle + (Double(row) - Double(lines.count - 1) / 2) * extent.height
                                + (extent.ascent - extent.descent) / 2),
                        font: style.font, color: style.color, anchor: .end, full: line.full))
            }
        }
    }
}
