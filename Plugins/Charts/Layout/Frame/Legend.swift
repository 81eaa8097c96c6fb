package import PeriluneDrawing

/// The meanings of the styles in a chart.
package struct Legend: Sendable {
    /// The styles and their labels, in order; empty if there is only one series.
    package var entries: [Entry]
    /// Circles that show which size stands for which number, from large to small.
    package var sizes: [Size]
    /// The title of the sizes.
    package var sizeTitle: String

    package init(entries: [Entry] = [], sizes: [Size] = [], sizeTitle: String = "") {
        self.entries = entries
        self.sizes = sizes
        self.sizeTitle = sizeTitle
    }

    /// A symbol and its meaning.
    package struct Entry: Sendable {
        /// The label, shortened if it does not fit.
        package var label: String
        /// Stays where the label is shortened: ` 38%`.
        package var ending = ""
        /// The form in which the style is shown.
        package var symbol: Symbol
        /// The style of the symbol.
        package var style: SeriesStyle
        /// The number of the series that a tap hides or shows; `nil` if the entry is not a series.
        package var series: Int?
        /// Whether the series is shown; the entry of a hidden one is pale.
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

    /// The symbol before a label.
    package enum Symbol: Sendable, Hashable {
        case swatch
        /// A piece of a line, with the marker of its points or without.
        case line(hasMarker: Bool)
        case marker
        /// A thin bar, and a short line across it: what a bullet measures and its target.
        case bar, tick
    }

    /// A circle of a bubble chart with its number.
    package struct Size: Sendable, Hashable {
        /// The radius in points, as in the chart.
        package var radius: Double
        /// The formatted number.
        package var label: String

        package init(radius: Double, label: String) {
            self.radius = radius
            self.label = label
        }
    }

    /// Whether there is nothing to explain, so that the legend takes no room.
    package var isEmpty: Bool { entries.isEmpty && sizes.isEmpty }

    /// At the bottom, or on the right if the bottom would need many rows or is too small; `nil` if there is no room
    /// beside the chart.
    func placed(in rect: Rect, layout: ChartLayout) -> (group: Group, rest: Rect)? {
        guard !isEmpty, rect.width >= 56, rect.height >= 50 else { return nil }
        let gap = layout.theme.spacing.label
        var rows = LegendLayout(self, width: rect.width, layout: layout)
        if rows.lineCount > 1 {
            let tight = LegendLayout(self, width: rect.width, layout: layout, isTight: true)
            if tight.lineCount < rows.lineCount { rows = tight }
        }
        let column = LegendLayout(
            self, width: min(rect.width * 0.28, 200), layout: layout, isColumn: true)
        let isWide = rect.width >= 420 && rect.width > rect.height * 1.1
        if isWide, rows.lineCount > 2, column.height <= rect.height {
            return beside(column, in: rect, layout: layout)
        }
        // A chart keeps most of the room, and what it needs to be read.
        if rows.height <= rect.height * 0.4, rect.height - rows.height - gap >= 60 {
            return (
                rows.group(at: Point(rect.minX, rect.maxY - rows.height), label: label),
                rect.inset(bottom: rows.height + gap)
            )
        }
        let narrow = LegendLayout(
            self, width: rect.width * 0.4, layout: layout, isColumn: true, isTight: true)
        if narrow.height <= rect.height, rect.width - narrow.width - 2 * gap >= 96 {
            return beside(narrow, in: rect, layout: layout)
        }
        return compact(in: rect, layout: layout)
    }

    /// The first entries, and how many there are besides, in as many rows as the chart can do without.
    private func compact(in rect: Rect, layout: ChartLayout) -> (group: Group, rest: Rect)? {
        let gap = layout.theme.spacing.label
        // A lower chart has no axes, so it gives up only one row.
        let least = 4.5 * layout.fit.lineHeight(layout.theme.fonts.axis)
        var entries = self
        entries.sizes = []
        for (most, rest) in [(3, least), (2, least), (1, 36)] {
            let rows = LegendLayout(
                entries, width: rect.width, layout: layout, isTight: true, mostLines: most)
            if rows.lineCount > 0, rows.height <= rect.height * 0.35,
                rect.height - rows.height - gap >= rest
            {
                return (
                    rows.group(at: Point(rect.minX, rect.maxY - rows.height), label: label),
                    rect.inset(bottom: rows.height + gap)
                )
            }
        }
        return nil
    }

    private func beside(
        _ column: LegendLayout, in rect: Rect, layout: ChartLayout
    ) -> (group: Group, rest: Rect) {
        (
            column.group(at: Point(rect.maxX - column.width, rect.minY), label: label),
            rect.inset(right: column.width + 2 * layout.theme.spacing.label)
        )
    }

    private var label: String {
        "Legend: " + entries.map { $0.label + $0.ending }.joined(separator: ", ")
    }
}
