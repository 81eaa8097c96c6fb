import PeriluneDrawing

/// The parts of axes that are drawn behind the marks and over them.
struct PlotAxes {
    var below: [Node] = []
    var above: [Node] = []
}

extension PlotLayout {
    /// The axes and the remaining area; the whole area if the axes do not fit.
    func area(in content: Rect) -> (area: PlotArea, axes: PlotAxes) {
        let least = 3 * layout.fit.lineHeight(theme.fonts.axis)
        guard content.width >= 2 * least, content.height >= 1.5 * least else {
            return withoutAxes(in: content)
        }
        return isHorizontal ? lyingAxes(in: content) : standingAxes(in: content)
    }

    /// With less of the width than this, marks are worth more than labels.
    private static let leastPart = 0.3

    private func withoutAxes(in content: Rect) -> (area: PlotArea, axes: PlotAxes) {
        var area = bareArea(in: content)
        makeRoom(in: &area)
        return (area, lines(in: area))
    }

    /// Numbers on the left and on the right, categories at the bottom.
    private func standingAxes(in content: Rect) -> (area: PlotArea, axes: PlotAxes) {
        let spacing = theme.spacing.label
        let lineHeight = layout.fit.lineHeight(theme.fonts.axis)
        let titleHeight = layout.fit.lineHeight(theme.fonts.axisTitle)
        let scales = valueScales(parts: max(2, min(6, Int((content.height - 3 * lineHeight) / 40))))
        let left = valueLabels(scales.left, layer: 0)
        let right = scales.right.map {
            valueLabels($0, layer: 1)
        }
        let levels = levelLabels()
        let hasTitles =
            !left.title.isEmpty && display.showsVerticalAxisTitle
            && content.height >= 8 * lineHeight
        let hasCategoryTitle =
            !plot.categoryTitle.isEmpty && display.showsHorizontalAxisTitle
            && content.height >= 10 * lineHeight
        let besides = max(levels.width, directLabels?.width ?? 0)
        let rightRoom = right.map { $0.width + spacing } ?? (besides + spacing)
        var minX = (content.minX + left.width + spacing).rounded(.up)
        let maxX = (content.maxX - rightRoom).rounded(.down)
        guard maxX - minX >= content.width * Self.leastPart else { return withoutAxes(in: content) }
        // The highest label of the axis reaches half a line above the plot.
        let minY =
            (content.minY + (hasTitles ? titleHeight + 3 : 0) + lineHeight / 2).rounded(.up)
        let bottom =
            content.maxY - (hasCategoryTitle ? titleHeight + 2 : 0) - (isCut ? Self.trackRoom : 0)
        let labelGap = (lineHeight / 2 + 2).rounded(.up)
        func labels(from minX: Double) -> BottomLabels {
            let area = self.area(within: Rect(minX, minY, maxX - minX, 1), scales: scales)
            let bounds = content.minX...content.maxX
            let room = (bottom - minY) * 0.4
            return BottomLabels(inTime: self, area, bounds: bounds, room: room)
                ?? BottomLabels(self, area, bounds: bounds, room: room)
        }
        var categories = labels(from: minX)
        if !categories.isWhole, visible.count <= CategoryLabelMaker.mostSlanted {
            // The first of slanted labels reach to the left of the plot: a bit of it may make them whole.
            let wider = [0.06, 0.12].lazy.map { minX + (content.width * $0).rounded() }
                .filter { maxX - $0 >= content.width * Self.leastPart }
            if let further = wider.first(where: { labels(from: $0).isWhole }) {
                (minX, categories) = (further, labels(from: further))
            }
        }
        let isTop = display.showsXAxisAtTop
        let labelRoom = categories.height + labelGap
        let plotY = isTop ? (minY + labelRoom).rounded(.up) : minY
        let maxY = max(plotY, (bottom - (isTop ? 0 : labelRoom)).rounded(.down))
        var area = self.area(within: Rect(minX, plotY, maxX - minX, maxY - plotY), scales: scales)
        area.setTicks(categories.timeTicks)
        makeRoom(in: &area)

        var axes = lines(in: area, labels: levels)
        axes.below.append(
            .group(left.verticalAxisLabels(on: area.left, x: minX - spacing, anchor: .end)))
        if let right, let scale = area.right {
            axes.below.append(
                .group(right.verticalAxisLabels(on: scale, x: maxX + spacing, anchor: .start)))
        }
        if hasTitles {
            let baseline =
                content.minY + layout.fit.measure.extent("Åg", theme.fonts.axisTitle).ascent
            let half = right == nil ? content.width : content.width / 2 - spacing
            axes.below += title(
                left.title, left.color, at: Point(content.minX, baseline), .start, half)
            if let right {
                axes.below += title(
                    right.title, right.color, at: Point(content.maxX, baseline), .end, half)
            }
        }
        axes.below.append(
            .group(
                categories.group(
                    below: isTop ? minY : maxY + labelGap, title: plot.categoryTitle)))
        if let directLabels {
            axes.above += directLabels.nodes(MarkPainter(self, area))
        }
        if hasCategoryTitle {
            let descent = layout.fit.measure.extent("Åg", theme.fonts.axisTitle).descent
            axes.below += title(
                plot.categoryTitle, theme.colors.mutedText,
                at: Point((minX + maxX) / 2, content.maxY - descent - (isCut ? Self.trackRoom : 0)),
                .middle,
                maxX - minX)
        }
        if isCut { axes.below += track(in: Rect(minX, content.maxY - 5, maxX - minX, 4)) }
        return (area, axes)
    }

    /// Categories on the left, numbers at the bottom.
    private func lyingAxes(in content: Rect) -> (area: PlotArea, axes: PlotAxes) {
        let spacing = theme.spacing.label
        let lineHeight = layout.fit.lineHeight(theme.fonts.axis)
        let titleExtent = layout.fit.measure.extent("Åg", theme.fonts.axisTitle)
        let isTop = display.showsXAxisAtTop
        let whole = content
        let content = isTop ? content.inset(top: lineHeight + spacing) : content
        let hasTitles = content.height >= 8 * lineHeight
        let hasCategoryTitle =
            hasTitles && display.showsVerticalAxisTitle && !plot.categoryTitle.isEmpty
        let levels = levelLabels()
        let minY =
            (content.minY
            + (hasCategoryTitle || !levels.isEmpty ? titleExtent.height + 3 : 0))
            .rounded(.up)
        let hasValueTitle =
            hasTitles && display.showsHorizontalAxisTitle && !valueTitle(ofLayer: 0).isEmpty
        let maxY = max(
            minY,
            (content.maxY - (isTop ? 0 : lineHeight + spacing)
                - (hasValueTitle ? titleExtent.height + 2 : 0)
                - (isCut ? Self.trackRoom : 0)).rounded(.down))
        let bands = bandScale(from: minY, to: maxY)
        let rows = RowLabels(
            plot.categories, scale: bands, room: content.width * 0.36, style: categoryStyle,
            isHidden: !display.showsVerticalAxis)
        let scales = valueScales(
            parts: max(1, min(6, Int((content.width - rows.width) / 80))))
        let values = valueLabels(scales.left, layer: 0)
        let minX = (content.minX + max(rows.width + spacing, values.firstWidth / 2)).rounded(.up)
        let maxX = (content.maxX - values.lastWidth / 2).rounded(.down)
        guard maxX - minX >= content.width * Self.leastPart else { return withoutAxes(in: content) }
        var area = self.area(within: Rect(minX, minY, maxX - minX, maxY - minY), scales: scales)
        makeRoom(in: &area)

        var axes = lines(in: area, labels: levels)
        axes.below.append(
            .group(
                Group(
                    .axis, label: plot.categoryTitle,
                    nodes: rows.nodes(endingAt: minX - spacing, scale: area.bands))))
        axes.below.append(
            .group(
                values.horizontalAxisLabels(
                    on: area.left, below: isTop ? whole.minY : maxY + spacing,
                    bounds: content.minX...content.maxX)))
        if hasCategoryTitle {
            let room = levels.isEmpty ? content.width : max(0, minX - content.minX - spacing)
            axes.below += title(
                plot.categoryTitle, theme.colors.mutedText,
                at: Point(content.minX, content.minY + titleExtent.ascent), .start, room)
        }
        if hasValueTitle {
            axes.below += title(
                valueTitle(ofLayer: 0), theme.colors.mutedText,
                at: Point(
                    (minX + maxX) / 2,
                    content.maxY - titleExtent.descent - (isCut ? Self.trackRoom : 0)), .middle,
                maxX - minX)
        }
        if isCut { axes.below += track(in: Rect(minX, content.maxY - 5, maxX - minX, 4)) }
        return (area, axes)
    }
}
