package import PeriluneDrawing

/// Draws a number for each category and series as the colour of a cell.
package struct HeatMapLayout: Sendable {
    let layout: ChartLayout
    let plot: Plot
    private let cells: [[Double]]
    private let colors: TileColors?
    /// The series that are shown, as indices, from the top.
    private let rows: [Int]
    private let visible: Range<Int>

    package init(_ plot: Plot, _ layout: ChartLayout) {
        self.layout = layout
        self.plot = plot
        let layer = plot.layers.first
        let cells = layer?.values.first?.cells ?? []
        self.cells = cells
        let rows = cells.indices.filter { index in
            guard let series = layer?.series, index < series.count else { return true }
            return series[index].isVisible
        }
        self.rows = rows
        let visible = BandScale.visible(count: plot.categories.count, range: plot.range)
        self.visible = visible
        // Colours do not change with the part of the categories that is shown.
        colors = TileColors(rows.flatMap { cells[$0] }, layout.theme)
    }

    private var values: Plot.Values? { plot.layers.first?.values.first }

    private func value(_ series: Int, _ category: Int) -> Double {
        guard category < cells[series].count else { return .nan }
        return cells[series][category]
    }

    /// Draws within the frame.
    package func group(_ figure: Figure, in rect: Rect) -> Group {
        guard let colors, let values else { return layout.message("no data", figure, in: rect) }
        let frame = Frame(figure, in: rect, layout: layout)
        return layout.chart(
            figure, frame,
            description:
                "heat map, \(plot.categories.count) categories, \(rows.count) series",
            marks: nodes(colors, values, figure.display, in: frame.content))
    }

    private func nodes(
        _ colors: TileColors, _ values: Plot.Values, _ display: Display, in rect: Rect
    ) -> [Node] {
        var nodes: [Node] = []
        var body = rect
        let legend = ColorLegend(colors, values.title, values.format, layout, width: rect.width)
        if !display.isLegendHidden, rect.height >= legend.height * 3.2, rect.width >= 120 {
            nodes.append(legend.node(at: Point(rect.x, rect.maxY - legend.height + 4)))
            body = rect.inset(bottom: legend.height)
        }
        let places = self.places(display, in: body)
        nodes += places.labels
        guard places.columns.width > 0, places.rows.width > 0 else { return nodes }
        return nodes + marks(colors, values, places)
    }

    private struct Places {
        var columns: BandScale
        var rows: BandScale
        var labels: [Node] = []
    }

    private func places(_ display: Display, in rect: Rect) -> Places {
        let theme = layout.theme
        let style = CategoryLabels.Style(
            font: theme.fonts.axis, color: theme.colors.mutedText, fit: layout.fit)
        func bands(_ rect: Rect) -> Places {
            Places(
                columns: BandScale(
                    count: plot.categories.count, range: plot.range, from: rect.minX.rounded(),
                    to: rect.maxX.rounded()),
                rows: BandScale(
                    count: rows.count, range: 0...1, from: rect.minY.rounded(),
                    to: rect.maxY.rounded()))
        }
        let least = 3 * layout.fit.lineHeight(style.font)
        guard !display.isThumbnail, rect.width >= 2 * least, rect.height >= 1.5 * least else {
            return bands(rect)
        }
        let names = rows.map { row in
            Label(
                plot.layers[0].series.indices.contains(row) ? plot.layers[0].series[row].label : "")
        }
        let spacing = theme.spacing.label
        let rowLabels = RowLabels(
            names, scale: bands(rect).rows, room: rect.width * 0.36, style: style,
            isHidden: !display.showsVerticalAxis)
        var body = rect.inset(left: rowLabels.width > 0 ? rowLabels.width + spacing : 0)
        let titleHeight =
            plot.categoryTitle.isEmpty || !display.showsHorizontalAxisTitle
                || rect.height < 10 * layout.fit.lineHeight(style.font)
            ? 0 : layout.fit.lineHeight(theme.fonts.axisTitle) + 2
        let labels = CategoryLabels(
            plot.categories, scale: bands(body).columns, bounds: rect.minX...rect.maxX,
            room: display.showsHorizontalAxis ? body.height * 0.4 : 0, style: style)
        body = body.inset(bottom: labels.height + spacing + titleHeight)
        var places = bands(body)
        places.labels = [
            .group(
                Group(
                    .axis, label: names.map(\.text).joined(separator: ", "),
                    nodes: rowLabels.nodes(endingAt: body.minX - spacing, scale: places.rows))),
            .group(
                Group(
                    .axis, label: plot.categoryTitle,
                    nodes: labels.nodes(below: body.maxY.rounded() + spacing))),
        ]
        if titleHeight > 0 {
            let title = layout.line(
                plot.categoryTitle, theme.fonts.axisTitle, theme.colors.mutedText, x: body.midX,
                middle: rect.maxY - titleHeight / 2, anchor: .middle, within: body.width)
            if let title { places.labels.append(title) }
        }
        return places
    }

    /// More marks than these are too many to walk through by keyboard, and each makes a file longer.
    private static let mostIdentities = 1000

    private func marks(
        _ colors: TileColors, _ values: Plot.Values, _ places: Places
    ) -> [Node] {
        let hasIdentities = visible.count * rows.count <= Self.mostIdentities
        // Separate the cells by a gap if they are large enough.
        let gap = min(places.columns.width, places.rows.width) >= 6 ? 1.0 : 0
        var marks: [Node] = []
        var texts: [Node?] = []
        var selected: [Mark.Shape] = []
        var batches: [Int: [Rect]] = [:]
        for (row, series) in rows.enumerated() {
            let top = places.rows.start(of: row).rounded()
            let bottom = places.rows.start(of: row + 1).rounded()
            for category in visible {
                let value = value(series, category)
                guard value.isFinite else { continue }
                let left = places.columns.start(of: category).rounded()
                let right = places.columns.start(of: category + 1).rounded()
                let rect = Rect(
                    left, top, max(1, right - left - gap), max(1, bottom - top - gap))
                let isSelected = plot.selection.contains(category: category, series: series)
                if isSelected { selected.append(.rect(rect)) }
                guard hasIdentities else {
                    batches[colors.step(value), default: []].append(rect)
                    continue
                }
                let color = colors.color(value)
                let text = values.format.full(value)
                marks.append(
                    .mark(
                        Mark(
                            .rect(rect), .fill(color),
                            identity: Mark.Identity(
                                category: category, series: series,
                                label: "\(name(category, series)): \(text)",
                                isSelected: isSelected))))
                texts.append(self.text(text, on: color, in: rect))
            }
        }
        marks += batches.sorted { $0.key < $1.key }
            .map { .mark(Mark(.rects($0.value), .fill(colors.color(step: $0.key)))) }
        // Show all numbers or none, since a part of them would seem to be chosen.
        let numbers = texts.compactMap(\.self)
        if numbers.count == texts.count { marks += numbers }
        return [.group(Group(.series, label: values.title, nodes: marks))]
            + outlines(selected)
    }

    private func name(_ category: Int, _ series: Int) -> String {
        let all = plot.layers[0].series
        let label = all.indices.contains(series) ? all[series].label : ""
        return [plot.categories[category].text, label].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    /// The number of a cell, where all of it fits.
    private func text(_ string: String, on color: Color, in rect: Rect) -> Node? {
        let font = layout.theme.fonts.label
        guard layout.fit.width(string, font) + 6 <= rect.width,
            layout.fit.lineHeight(font) <= rect.height
        else { return nil }
        return layout.line(
            string, font, color.readable, x: rect.midX, middle: rect.midY, anchor: .middle,
            within: rect.width)
    }

    private func outlines(_ shapes: [Mark.Shape]) -> [Node] {
        guard !shapes.isEmpty, shapes.count <= 400 else { return [] }
        let theme = layout.theme
        let paint = Paint.stroke(theme.colors.selection, width: theme.lines.selection)
        return [.group(Group(.decoration, nodes: shapes.map { .mark(Mark($0, paint)) }))]
    }
}
