package import PeriluneDrawing

/// What surrounds the marks of every chart: title, drill path, legend, notes - and the room left between.
package struct Frame: Sendable {
    /// The place of the chart itself.
    package private(set) var content: Rect
    package private(set) var nodes: [Node] = []
    private let layout: ChartLayout

    /// Creates a frame in the whole rectangle of a chart, reduced by the theme's padding.
    ///
    /// The notes are those of the layout, in addition to the figure's own; they are shown only if the chart keeps its
    /// minimum height. An empty legend counts as none.
    package init(
        _ figure: Figure, notes: [String] = [], legend: Legend = Legend(), in rect: Rect,
        least: Double = Self.leastHeight, layout: ChartLayout
    ) {
        self.layout = layout
        let padding = min(layout.theme.spacing.padding, rect.width / 16, rect.height / 16)
        content = rect.inset(left: padding, top: padding, right: padding, bottom: padding)
        if !figure.display.isTitleHidden { addTitle(figure) }
        addNotes(figure.notes + notes + [figure.source], least: least)
        if !figure.display.isLegendHidden, let placed = legend.placed(in: content, layout: layout) {
            nodes.append(.group(placed.group))
            content = placed.rest
        }
    }

    /// The minimum height of the chart itself, whatever else is shown.
    package static let leastHeight = 36.0

    private mutating func addTitle(_ figure: Figure) {
        addLine(figure.title, titleFont(figure.title), layout.theme.colors.text, gap: 2)
        addLine(
            figure.subtitle, layout.theme.fonts.label, layout.theme.colors.mutedText, gap: 2)
        addBreadcrumbs((figure.topLevel.map { [$0] } ?? []) + figure.breadcrumbs)
        if !nodes.isEmpty { takeTop(layout.theme.spacing.label) }
    }

    /// A long title gets smaller before it is shortened, but not smaller than what an axis says.
    private func titleFont(_ title: String) -> Font {
        var font = layout.theme.fonts.title
        let least = min(font.size, layout.theme.fonts.axisTitle.size)
        // Longer titles are not measured.
        guard title.utf8.count <= 240 else { return font }
        while font.size > least, layout.fit.width(title, font) > content.width {
            font.size = max(least, font.size - 1)
        }
        return font
    }

    /// Adds a line at the top.
    private mutating func addLine(_ text: String, _ font: Font, _ color: Color, gap: Double) {
        let extent = layout.fit.measure.extent("Åg", font)
        guard !text.isEmpty, content.height >= extent.height + gap + Self.leastHeight,
            let line = layout.fit.line(text, font, within: content.width)
        else { return }
        nodes.append(
            .text(
                Text(
                    line.string, at: Point(content.minX, content.minY + extent.ascent), font: font,
                    color: color, full: line.full)))
        takeTop(extent.height + gap)
    }

    /// Adds the levels above, to which users can go back, and the current level.
    private mutating func addBreadcrumbs(_ crumbs: [String]) {
        let font = layout.theme.fonts.note
        let color = layout.theme.colors.mutedText
        let extent = layout.fit.measure.extent("Åg", font)
        guard crumbs.count > 0, content.height >= extent.height + Self.leastHeight else { return }
        let separator = "  ›  "
        let whole = crumbs.joined(separator: separator)
        guard layout.fit.width(whole, font) <= content.width else {
            return addLine(whole, font, color, gap: 2)
        }
        let between = layout.fit.width(separator, font)
        var x = content.minX
        let y = content.minY + extent.ascent
        for (level, crumb) in crumbs.enumerated() {
            if level > 0 {
                nodes.append(
                    .text(
                        Text(
                            "›", at: Point(x + between / 2, y), font: font, color: color,
                            anchor: .middle)))
                x += between
            }
            let text = Text(crumb, at: Point(x, y), font: font, color: color)
            nodes.append(
                .group(
                    Group(
                        data: [DataAttribute("crumb", "\(level)")], nodes: [.text(text)])))
            x += layout.fit.width(crumb, font)
        }
        takeTop(extent.height + 2)
    }

    /// Notes, from the bottom upwards.
    private mutating func addNotes(_ notes: [String], least: Double) {
        let font = layout.theme.fonts.note
        let extent = layout.fit.measure.extent("Åg", font)
        let whole = content.height
        for note in notes.reversed() where !note.isEmpty {
            let lines = lines(note, font)
            // Half a note says something else.
            guard content.height >= Double(lines.count) * extent.height + least
            else { continue }
            for line in lines.reversed() {
                nodes.append(
                    .text(
                        Text(
                            line.string, at: Point(content.minX, content.maxY - extent.descent),
                            font: font, color: layout.theme.colors.mutedText, full: line.full)))
                content = content.inset(bottom: extent.height)
            }
        }
        if content.height < whole {
            content = content.inset(bottom: layout.theme.spacing.label / 2)
        }
    }

    /// What is noted should be read to its end, so it may take a second line.
    private func lines(_ note: String, _ font: Font) -> [TextFit.Line] {
        guard let line = layout.fit.line(note, font, within: content.width) else { return [] }
        guard line.full != nil else { return [line] }
        return layout.fit.twoLines(note, font, within: content.width) ?? [line]
    }

    private mutating func takeTop(_ height: Double) {
        content = content.inset(top: min(height, content.height))
    }
}
