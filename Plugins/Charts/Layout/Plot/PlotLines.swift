import PeriluneDrawing

extension PlotLayout {
    /// Threshold regions and grid behind the marks; the reference and the base line over them.
    func lines(in area: PlotArea, labels: LevelLabels = LevelLabels()) -> PlotAxes {
        var axes = PlotAxes()
        let grid = Stroke(theme.colors.grid, width: theme.lines.grid)
        var behind = regions(in: area)
        behind += area.left.ticks.compactMap { line(at: $0, in: area, grid) }
        if let positions = area.positions,
            hasNumericPositions && plot.bins == nil || plot.time != nil && columnSlots.isEmpty
        {
            behind += positions.ticks.map { tick in
                let x = snappedToPixel(positions.position(tick), area.rect.minX, area.rect.maxX)
                return .mark(
                    Mark(
                        .line(Point(x, area.rect.minY), Point(x, area.rect.maxY)),
                        Paint(stroke: grid)))
            }
        }
        axes.below.append(.group(Group(.decoration, nodes: behind)))
        let axis = Stroke(theme.colors.axis, width: theme.lines.axis)
        let base = area.left.domain.contains(0) ? 0 : area.left.domain.lowerBound
        axes.above.append(
            .group(Group(.decoration, nodes: [line(at: base, in: area, axis)].compactMap { $0 })))
        axes.above += thresholds(labels, in: area)
        if let value = self.reference {
            axes.above.append(.group(self.reference(value, labels.reference, in: area)))
        }
        return axes
    }

    /// A line across the plot at a number; `nil` if the plot has no room for one.
    private func line(at value: Double, in area: PlotArea, _ stroke: Stroke) -> Node? {
        guard area.rect.width > 0, area.rect.height > 0 else { return nil }
        let place = area.left.clamped(value)
        let rect = area.rect
        if area.isHorizontal {
            let x = snappedToPixel(place, rect.minX, rect.maxX)
            return .mark(
                Mark(.line(Point(x, rect.minY), Point(x, rect.maxY)), Paint(stroke: stroke)))
        }
        let y = snappedToPixel(place, rect.minY, rect.maxY)
        return .mark(Mark(.line(Point(rect.minX, y), Point(rect.maxX, y)), Paint(stroke: stroke)))
    }

    /// Moves a line of one pixel to cover exactly one row of pixels, so that it is sharp.
    private func snappedToPixel(_ place: Double, _ low: Double, _ high: Double) -> Double {
        min(max(place.rounded() - 0.5, low + 0.5), high - 0.5)
    }

    /// The regions beyond the thresholds.
    private func regions(in area: PlotArea) -> [Node] {
        var nodes: [Node] = []
        func add(from low: Double, to high: Double, _ color: Color) {
            let (a, b) = (area.left.clamped(low).rounded(), area.left.clamped(high).rounded())
            let rect =
                area.isHorizontal
                ? Rect(min(a, b), area.rect.minY, abs(a - b), area.rect.height)
                : Rect(area.rect.minX, min(a, b), area.rect.width, abs(a - b))
            if rect.width > 0, rect.height > 0 {
                nodes.append(.mark(Mark(.rect(rect), .fill(color))))
            }
        }
        let domain = area.left.domain
        if let upper = plot.upperThreshold, upper.isFinite {
            add(from: upper, to: domain.upperBound, theme.colors.upperThreshold)
        }
        if let lower = plot.lowerThreshold, lower.isFinite {
            add(from: domain.lowerBound, to: lower, theme.colors.lowerThreshold)
        }
        return nodes
    }

    /// The reference line with its number at the end: outside of the plot, or on a background if the second axis is
    /// there.
    private func reference(_ value: Double, _ label: TextFit.Line?, in area: PlotArea) -> Group {
        let stroke = Stroke(theme.colors.reference, width: theme.lines.reference, dash: [2, 3])
        var nodes = [line(at: value, in: area, stroke)].compactMap { $0 }
        let place = area.left.clamped(value)
        let font = theme.fonts.label
        let extent = layout.fit.measure.extent("Åg", font)
        let rect = area.rect
        if let label, !nodes.isEmpty, rect.height >= extent.height, rect.width >= label.width {
            let spacing = theme.spacing.label
            let y = min(max(place, rect.minY + extent.height / 2), rect.maxY - extent.height / 2)
            var text = Text(
                label.string,
                at: Point(rect.maxX + spacing, y + (extent.ascent - extent.descent) / 2),
                font: font, color: theme.colors.reference, full: label.full)
            if area.isHorizontal {
                text.anchor = .middle
                text.position = Point(
                    min(max(place, rect.minX + label.width / 2), rect.maxX - label.width / 2),
                    rect.minY - 3 - extent.descent)
            } else if area.right != nil {
                let above = place - extent.height - 3 >= rect.minY
                let top = above ? place - extent.height - 2 : place + 2
                let box = Rect(rect.maxX - label.width - 6, top, label.width + 6, extent.height)
                nodes.append(
                    .mark(
                        Mark(
                            .rect(box, corner: 2),
                            .fill(theme.colors.plotBackground.withOpacity(0.85)))))
                text.anchor = .end
                text.position = Point(rect.maxX - 3, top + extent.ascent)
            }
            nodes.append(.text(text))
        }
        return Group(
            .annotation, label: levelText(value, plot.levelNames.reference ?? "Reference"),
            nodes: nodes)
    }
}
