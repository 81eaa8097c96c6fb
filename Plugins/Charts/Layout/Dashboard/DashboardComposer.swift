package import PeriluneDrawing

/// Makes one picture of several figures, or of one alone.
package struct DashboardComposer: Sendable {
    /// Lays out the figures, each within its place.
    package var chartLayout: ChartLayout

    package init(theme: Theme, measure: any TextMeasure) {
        chartLayout = ChartLayout(theme: theme, measure: measure)
    }

    /// Makes the picture of a dashboard, of a size that a layout in points may override.
    package func scene(_ picture: DashboardPicture, size: Size) -> Scene {
        let theme = chartLayout.theme
        let whole = Rect(0, 0, size.width, size.height).sanitized
        let strip = Strip(title: picture.title, filters: picture.filters, layout: chartLayout)
        let top = strip.height(width: whole.width)
        let margin = picture.scale == .percent ? min(6, whole.width / 60) : 0
        let area = whole.inset(
            left: margin, top: max(top, margin), right: margin, bottom: margin)
        let places = DashboardPlaces(
            picture.items.map(\.place), scale: picture.scale, contentSize: picture.contentSize,
            area: area.size, gap: theme.spacing.gap)
        let layout = chartLayout.fitting(dashboard: size)
        var nodes: [Node] = []
        var width = whole.width
        var height = whole.height
        if picture.scale == .points || places.size.height > area.height {
            width = places.size.width + 2 * margin
            height = places.size.height + area.y + margin
        }
        for (item, place) in zip(picture.items, places.places) where !place.isEmpty {
            nodes.append(
                .group(
                    card(
                        item.figure,
                        in: Rect(
                            place.x + area.x, place.y + area.y, place.width, place.height),
                        layout)))
        }
        if picture.items.isEmpty { nodes += layout.message("no charts", in: area) }
        nodes += strip.nodes(width: width)
        let names = picture.items.map { $0.figure.title.isEmpty ? $0.figure.name : $0.figure.title }
        return Scene(
            size: Size(width, height), title: picture.title.isEmpty ? "Dashboard" : picture.title,
            description:
                "Dashboard of \(names.count == 1 ? "1 chart" : "\(names.count) charts"): \(names.joined(separator: ", "))",
            language: picture.language, background: theme.colors.background,
            nodes: [.group(Group(.dashboard, nodes: nodes))])
    }

    /// Draws a single chart with its filters and the levels of its hierarchy.
    package func scene(_ picture: FullViewPicture, size: Size) -> Scene {
        let theme = chartLayout.theme
        let whole = Rect(0, 0, size.width, size.height).sanitized
        let strip = Strip(
            filters: picture.filters, levels: picture.levels, level: picture.level,
            layout: chartLayout)
        var area = whole.inset(top: strip.height(width: whole.width))
        var nodes = strip.nodes(width: whole.width)
        if !picture.panels.isEmpty {
            let height = min(140, area.height * 0.3)
            let bottom = Rect(area.x, area.maxY - height, area.width, height)
                .inset(by: min(8, height / 8))
            let width = bottom.width / Double(picture.panels.count)
            for (index, panel) in picture.panels.enumerated() {
                let place = Rect(
                    bottom.x + Double(index) * width, bottom.y, width, bottom.height)
                nodes.append(
                    .group(card(panel, in: place.inset(left: index == 0 ? 0 : 8), chartLayout)))
            }
            area = area.inset(bottom: height)
        }
        nodes.insert(.group(chartLayout.group(picture.figure, in: area)), at: 0)
        let title = picture.figure.title
        return Scene(
            size: whole.size, title: title.isEmpty ? picture.figure.name : title,
            description: (picture.figure.breadcrumbs + picture.filters).joined(separator: ", "),
            language: picture.language, background: theme.colors.panel, nodes: nodes)
    }

    /// A chart on its own background, clipped to its place.
    private func card(_ figure: Figure, in place: Rect, _ layout: ChartLayout) -> Group {
        let colors = layout.theme.colors
        let ground = Mark(
            .rect(place.inset(by: 0.5), corner: min(layout.theme.spacing.corner, place.height / 2)),
            Paint(fill: .color(colors.panel), stroke: Stroke(colors.panelBorder)))
        return Group(
            .group, clip: place,
            nodes: [.mark(ground), .group(layout.group(figure, in: place))])
    }
}

extension Rect {
    fileprivate var isEmpty: Bool { width < 1 || height < 1 }
}
