package import PeriluneDrawing

/// Which look stands for which series.
package struct Legend: Sendable {
    package var entries: [Entry]
    /// Circles that tell which size stands for which number, from large to small.
    package var sizes: [Size]
    /// What the sizes are.
    package var sizeTitle: String

    package init(entries: [Entry] = [], sizes: [Size] = [], sizeTitle: String = "") {
        self.entries = entries
        self.sizes = sizes
        self.sizeTitle = sizeTitle
    }

    package struct Entry: Sendable {
        package var label: String
        package var symbol: Symbol
        package var style: SeriesStyle
        /// The number of the series that a tap hides or shows; `nil` where it does not stand for one.
        package var series: Int?
        package var isVisible: Bool

        package init(
            _ label: String, symbol: Symbol = .swatch, style: SeriesStyle, series: Int? = nil,
            isVisible: Bool = true
        ) {
            self.label = label
            self.symbol = symbol
            self.style = style
            self.series = series
            self.isVisible = isVisible
        }
    }

    package enum Symbol: Sendable, Hashable {
        case swatch
        /// A piece of a line, with the marker of its points or without.
        case line(hasMarker: Bool)
        case marker
        /// A thin bar, and a short line across it: what a bullet measures and its target.
        case bar, tick
    }

    /// A circle of a bubble chart and the number it stands for.
    package struct Size: Sendable, Hashable {
        package var radius: Double
        package var label: String

        package init(radius: Double, label: String) {
            self.radius = radius
            self.label = label
        }
    }

    package var isEmpty: Bool { entries.isEmpty && sizes.isEmpty }

    /// At the bottom, or on the right where the rectangle is wide and the bottom would need many rows;
    /// `nil` where there is no room for it besides the chart.
    func placed(in rect: Rect, layout: ChartLayout) -> (group: Group, rest: Rect)? {
        guard !isEmpty, rect.width >= 80, rect.height >= 90 else { return nil }
        let gap = layout.theme.spacing.label
        let rows = LegendLayout(self, width: rect.width, layout: layout)
        let column = LegendLayout(
            self, width: min(rect.width * 0.28, 200), layout: layout, isColumn: true)
        let isWide = rect.width >= 420 && rect.width > rect.height * 1.1
        if isWide, rows.lineCount > 2, column.height <= rect.height {
            let x = rect.maxX - column.width
            return (
                column.group(at: Point(x, rect.minY), label: label),
                rect.inset(right: column.width + 2 * gap)
            )
        }
        guard rows.height <= rect.height * 0.4 else { return nil }
        return (
            rows.group(at: Point(rect.minX, rect.maxY - rows.height), label: label),
            rect.inset(bottom: rows.height + gap)
        )
    }

    private var label: String {
        "Legend: " + entries.map(\.label).joined(separator: ", ")
    }
}
