import PeriluneDrawing

extension PieLayout {
    /// The sectors of the slices; selected slices are moved outwards.
    func arranged(
        _ series: Int, _ values: [Double], _ center: Point, _ radius: Double
    ) -> [Sector] {
        var sectors = Sector.sectors(Shares.fractions(values), center: center, radius: radius)
        if data.isDonut {
            for slice in sectors.indices { sectors[slice].hole = radius * Self.holePart }
        }
        guard values.count(where: { $0 > 0 }) > 1 else { return sectors }
        return sectors.enumerated().map { slice, sector in
            data.isSelected(slice, series: series)
                ? sector.moved(by: min(6, radius * 0.1)) : sector
        }
    }

    /// The radius of a donut's hole, as a part of its own.
    private static let holePart = 0.58

    /// The sum in the hole of a donut, if it fits.
    private func total(_ series: Int, _ values: [Double], _ sectors: [Sector]) -> [Node] {
        // A selected slice is not centred at the middle.
        let still = sectors.indices.first { !data.isSelected($0, series: series) } ?? 0
        guard data.isDonut, data.shares.negatives == 0, sectors.indices.contains(still) else {
            return []
        }
        let (center, hole) = (sectors[still].center, sectors[still].hole)
        var font = layout.theme.fonts.title
        let text = data.formatted(values.reduce(0, +))
        let most = hole * 1.6
        while font.size > layout.theme.fonts.label.size, layout.fit.width(text, font) > most {
            font.size -= 1
        }
        guard layout.fit.width(text, font) <= most, layout.fit.lineHeight(font) <= hole * 1.2
        else { return [] }
        let line = layout.line(
            text, font, layout.theme.colors.text, x: center.x, middle: center.y, anchor: .middle,
            within: most)
        return [line].compactMap { $0 }
    }

    /// The slices of one series.
    func pie(
        _ series: Int, _ values: [Double], _ sectors: [Sector], showsPercentages: Bool = false
    ) -> Node {
        let theme = layout.theme
        let percentages = Shares.percentages(values)
        var marks: [Node] = []
        var texts: [Node] = []
        // Draw selected slices over their neighbours.
        let order = sectors.indices.sorted { left, right in
            let (first, second) = (
                data.isSelected(left, series: series), data.isSelected(right, series: series)
            )
            return first == second ? left < right : second
        }
        let isWhole = values.count { $0 > 0 } == 1
        for slice in order where sectors[slice].to > sectors[slice].from {
            let isSelected = data.isSelected(slice, series: series)
            let sector = sectors[slice]
            let color = data.color(slice, theme)
            let border =
                isSelected
                ? Stroke(theme.colors.selection, width: theme.lines.selection)
                : Stroke(theme.colors.panel, width: isWhole ? 0.5 : 1.5)
            let percent = data.percentText(percentages[slice], for: values[slice])
            let name = [data.label(slice), data.seriesLabel(series)].filter { !$0.isEmpty }
            marks.append(
                .mark(
                    Mark(
                        sector.shape, Paint(fill: .color(color), stroke: border),
                        identity: Mark.Identity(
                            category: data.category(slice), series: series,
                            label: "\(name.joined(separator: ", ")): "
                                + "\(data.formatted(values[slice])), \(percent)",
                            isSelected: isSelected))))
            if showsPercentages, let text = inside(percent, sector, color) { texts.append(text) }
        }
        let label = data.seriesLabel(series)
        return .group(
            Group(
                .series, label: label.isEmpty ? nil : label,
                nodes: marks + texts + total(series, values, sectors)))
    }

    /// A percentage on its slice, where the slice is wide enough there.
    private func inside(_ percent: String, _ sector: Sector, _ color: Color) -> Node? {
        let font = layout.theme.fonts.label
        let extent = layout.fit.measure.extent(percent, font)
        let distance =
            sector.hole > 0 ? (sector.radius + sector.hole) / 2 : sector.radius * 0.64
        let angle = min(sector.to - sector.from, .pi / 2)
        // The chord at that distance, a little shorter than the arc.
        guard distance * angle * 0.9 >= (extent.width + extent.height) / 2 + 4,
            sector.radius - distance >= extent.width / 2 + 2
        else { return nil }
        let place = sector.point(sector.middle, radius: distance)
        return layout.line(
            percent, font, color.readable, x: place.x, middle: place.y, anchor: .middle,
            within: extent.width + 1)
    }
}
