package import PeriluneDrawing

/// Draws plots with the same axes side by side, below one legend.
package struct MultiplesLayout: Sendable {
    let layout: ChartLayout
    let panels: [Multiples.Panel]

    /// The width that a plot needs to show its marks; its height is two thirds of that.
    private static let leastWidth = 110.0

    package init(_ multiples: Multiples, _ layout: ChartLayout) {
        self.layout = layout
        var panels = multiples.panels
        var domain: ClosedRange<Double>?
        for panel in panels {
            let series = PlotSeries.all(of: panel.plot, theme: layout.theme)
            let own = PlotDomain(
                series,
                visible: BandScale.visible(
                    count: panel.plot.categories.count, range: panel.plot.range))
            guard let values = own.values else { continue }
            domain =
                domain.map {
                    min($0.lowerBound, values.lowerBound)...max($0.upperBound, values.upperBound)
                } ?? values
        }
        let smallest = panels.lazy.flatMap { $0.plot.layers }.flatMap { $0.values.prefix(1) }
            .flatMap(\.cells).joined().smallestDistance
        for index in panels.indices {
            panels[index].plot.sharedValueDomain = domain
            panels[index].plot.sharedSmallestValue = smallest
        }
        self.panels = panels
    }

    /// Draws within the frame.
    package func group(_ figure: Figure, in rect: Rect) -> Group {
        guard let first = panels.first else { return layout.message("no data", figure, in: rect) }
        let legend = PlotLayout(layout, first.plot, in: rect).legend
        let frame = Frame(figure, legend: legend, in: rect, layout: layout)
        let grid = CellGrid(
            count: panels.count, in: frame.content.sanitized, least: Self.leastWidth, aspect: 1.5,
            isCentered: false)
        var nodes: [Node] = []
        for (cell, panel) in zip(grid.cells, panels) {
            nodes.append(group(panel, figure.display, in: cell))
        }
        if let rest = grid.rest {
            nodes += layout.message("+\(panels.count - grid.cells.count) more", in: rest)
        }
        return layout.chart(
            figure, frame, description: "\(panels.count) charts with the same axes", marks: nodes)
    }

    private func group(_ panel: Multiples.Panel, _ display: Display, in cell: Rect) -> Node {
        var display = display
        display.hasDirectLabels = false
        let place = cell.inset(left: 4, top: 2, right: 6, bottom: 4)
        let layout = layout.fitting(place)
        var font = layout.theme.fonts.label
        font.weight = .bold
        let height = layout.fit.lineHeight(font) + 2
        let title = layout.line(
            panel.title, font, layout.theme.colors.text, x: place.minX,
            middle: place.minY + height / 2, within: place.width)
        let body = place.inset(top: min(height, place.height))
        let marks = PlotLayout(layout, panel.plot, display, in: body).nodes(in: body)
        return .group(
            Group(.group, label: panel.title, nodes: [title].compactMap { $0 } + marks))
    }
}
