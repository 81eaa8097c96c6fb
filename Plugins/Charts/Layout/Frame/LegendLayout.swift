import PeriluneDrawing

/// The entries of a legend in rows as wide as the chart, or in one column beside it.
struct LegendLayout {
    private(set) var width = 0.0
    private(set) var height = 0.0
    private(set) var lineCount = 1
    private var nodes: [Node] = []
    let theme: Theme
    let fit: TextFit
    private let extent: TextExtent
    private let lineHeight: Double
    /// Whether entries are closer and lines shorter, because that saves a row.
    private let isTight: Bool
    var gap: Double { isTight ? 10 : 16 }

    init(
        _ legend: Legend, width available: Double, layout: ChartLayout, isColumn: Bool = false,
        isTight: Bool = false, mostLines: Int = .max
    ) {
        self.isTight = isTight
        theme = layout.theme
        fit = layout.fit
        extent = fit.measure.extent("Åg", theme.fonts.legend)
        lineHeight =
            max(extent.height, theme.spacing.swatch)
            + (isTight && isColumn || mostLines < .max ? 2 : 4)
        let places = places(of: legend.entries, isColumn, mostLines, within: available)
        for place in places.entries {
            nodes.append(.group(group(place.entry, place.line, at: middle(place.x, place.row))))
            width = max(width, place.x + place.width)
        }
        if let rest = places.rest {
            nodes.append(.text(self.rest(rest, of: legend.entries)))
            width = max(width, rest.x + rest.line.width)
        }
        lineCount = places.lineCount
        if !places.entries.isEmpty { height = Double(lineCount) * lineHeight }
        if !legend.sizes.isEmpty { addSizes(legend, within: available, isColumn: isColumn) }
    }

    private func middle(_ x: Double, _ row: Int) -> Point {
        Point(x, Double(row) * lineHeight + lineHeight / 2)
    }

    /// The number of further entries, which are listed in a tooltip.
    private func rest(_ rest: Rest, of entries: [Legend.Entry]) -> Text {
        Text(
            rest.line.string,
            at: Point(
                rest.x, middle(0, rest.row).y + (extent.ascent - extent.descent) / 2),
            font: theme.fonts.legend, color: theme.colors.mutedText,
            full: entries[rest.first...].map { $0.label + $0.ending }.joined(separator: ", "))
    }

    func group(at origin: Point, label: String) -> Group {
        Group(.legend, label: label, offset: origin, nodes: nodes)
    }

    func symbolWidth(_ symbol: Legend.Symbol) -> Double {
        let swatch = theme.spacing.swatch
        let gap = isTight ? 4.0 : 6
        return switch symbol {
        case .swatch, .marker, .bar, .tick: swatch + gap
        case .line: lineWidth + gap
        }
    }

    private var lineWidth: Double { theme.spacing.swatch * (isTight ? 1 : 2) }

    private func group(_ entry: Legend.Entry, _ line: TextFit.Line, at middle: Point) -> Group {
        var marks = symbol(entry, at: middle)
        if let series = entry.series, !marks.isEmpty {
            marks[0].identity = Mark.Identity(
                category: -1, series: series, label: entry.label + entry.ending,
                isSelected: entry.isVisible)
        }
        let text = Text(
            line.string,
            at: Point(
                middle.x + symbolWidth(entry.symbol),
                middle.y + (extent.ascent - extent.descent) / 2),
            font: theme.fonts.legend,
            color: entry.isVisible ? theme.colors.text : theme.colors.mutedText, full: line.full)
        return Group(
            data: entry.series.map { [DataAttribute("series", "\($0)")] } ?? [],
            nodes: marks.map(Node.mark) + [.text(text)])
    }

    /// Hollow where the series is hidden.
    private func symbol(_ entry: Legend.Entry, at middle: Point) -> [Mark] {
        let swatch = theme.spacing.swatch
        let color = entry.isVisible ? entry.style.color : theme.colors.mutedText
        let box = Rect(middle.x.rounded(), (middle.y - swatch / 2).rounded(), swatch, swatch)
        switch entry.symbol {
        case .swatch:
            let inner = box.inset(left: 0.5, top: 0.5, right: 0.5, bottom: 0.5)
            return [
                entry.isVisible
                    ? Mark(
                        .rect(box, corner: 2),
                        Paint(fill: entry.style.fill(on: theme.colors.plotBackground)))
                    : Mark(.rect(inner, corner: 2), .stroke(color))
            ]
        case .line(let hasMarker):
            let dash = entry.isVisible ? entry.style.dash : [1, 3]
            let line = Mark(
                .line(Point(middle.x, middle.y), Point(middle.x + lineWidth, middle.y)),
                .stroke(color, width: theme.lines.series, dash: dash))
            guard hasMarker, entry.isVisible else { return [line] }
            let center = Point(middle.x + lineWidth / 2, middle.y)
            let shape = entry.style.marker.shape(at: center, diameter: theme.lines.marker)
            return [line, Mark(shape, .fill(color))]
        case .bar:
            let third = (swatch / 3).rounded()
            let bar = Rect(box.x, (middle.y - third / 2).rounded(), swatch, third)
            return [Mark(.rect(bar), .fill(color))]
        case .tick:
            let tick = Rect((box.midX - 1.25).rounded(), box.y, 2.5, swatch)
            return [Mark(.rect(tick), .fill(color))]
        case .marker:
            let shape = entry.style.marker.shape(
                at: Point(middle.x + swatch / 2, middle.y), diameter: swatch - 2)
            return [Mark(shape, entry.isVisible ? .fill(color) : .stroke(color))]
        }
    }

    /// Adds circles in one row: beside the entries, or below them.
    private mutating func addSizes(_ legend: Legend, within available: Double, isColumn: Bool) {
        let font = theme.fonts.legend
        let largest = legend.sizes.map(\.radius).max() ?? 0
        let rowHeight = max(2 * largest, lineHeight) + 4
        let labels = legend.sizes.reduce(0) { $0 + 2 * $1.radius + 18 + fit.width($1.label, font) }
        let needed = labels - 14 + fit.width(legend.sizeTitle, font) + 12
        let isBeside = !isColumn && lineCount == 1 && width + 28 + needed <= available
        if isBeside, !nodes.isEmpty {
            // Align the entries of a row on a line.
            nodes = [.group(Group(offset: Point(0, rowHeight - lineHeight), nodes: nodes))]
            height = 0
        }
        let bottom = height + rowHeight - 2
        var x = isBeside && width > 0 ? width + 28 : 0
        var row: [Node] = []
        if !legend.sizeTitle.isEmpty,
            let line = fit.line(legend.sizeTitle, font, within: available / 3)
        {
            row.append(
                .text(
                    Text(
                        line.string, at: Point(x, bottom - extent.descent), font: font,
                        color: theme.colors.mutedText, full: line.full)))
            x += line.width + 12
        }
        for size in legend.sizes {
            let labelWidth = fit.width(size.label, font)
            guard x + 2 * size.radius + 4 + labelWidth <= available else { continue }
            row.append(
                .mark(
                    Mark(
                        .circle(
                            center: Point(x + size.radius, bottom - size.radius),
                            radius: size.radius),
                        .stroke(theme.colors.mutedText))))
            x += 2 * size.radius + 4
            row.append(
                .text(
                    Text(
                        size.label, at: Point(x, bottom - extent.descent), font: font,
                        color: theme.colors.mutedText)))
            x += labelWidth + 14
            width = max(width, x - 14)
        }
        nodes.append(.group(Group(nodes: row)))
        height += rowHeight
        // Circles are as high as several rows of entries.
        lineCount += isColumn ? 1 : 0
    }
}
