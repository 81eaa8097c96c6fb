/// How pictures look: fonts, colours, the looks of series, widths of lines and paddings.
///
/// A layout takes everything that is seen from here, so that one picture is like the next.
package struct Theme: Sendable, Hashable {
    package var name: String
    /// Whether it is bright on dark.
    package var isDark: Bool
    package var fonts: Fonts
    package var colors: Colors
    /// The looks of the series, in order; from the ninth on with hatch, dash and marker besides colour.
    package var series: [SeriesStyle]
    /// The looks of single series, by their label.
    package var seriesByLabel: [String: SeriesStyle]
    /// What columns, bars and other marks are shaped like, by the kind of a layer, such as `column`.
    package var shapes: [String: MarkShape]
    /// From little to much.
    package var sequential: ColorScale
    /// From bad over neutral to good; the middle is 0, or a target.
    package var diverging: ColorScale
    package var lines: LineWidths
    package var spacing: Spacing

    /// The look of a series: its own by label, or the one for its index, counted from 0.
    package func style(_ index: Int, label: String = "") -> SeriesStyle {
        if let own = seriesByLabel[label] { return own }
        guard !series.isEmpty else { return SeriesStyle(color: colors.neutral) }
        return series[(index % series.count + series.count) % series.count]
    }

    /// What the marks of a series are shaped like where that is not the usual shape of the kind.
    package func shape(of kind: String, _ index: Int, label: String = "") -> MarkShape? {
        style(index, label: label).shape ?? shapes[kind]
    }
}

extension Theme {
    /// One font for each use.
    package struct Fonts: Sendable, Hashable {
        /// Of a dashboard or a screen.
        package var heading: Font
        /// Of a chart.
        package var title: Font
        /// What an axis shows.
        package var axisTitle: Font
        /// Ticks and categories of an axis.
        package var axis: Font
        /// Beside and on marks.
        package var label: Font
        package var legend: Font
        package var table: Font
        package var tableHeader: Font
        /// Below a chart: what is not shown, and why.
        package var note: Font
    }

    /// Widths of lines in points.
    package struct LineWidths: Sendable, Hashable {
        package var axis: Double
        package var grid: Double
        /// Around marks that touch: columns of a stack, tiles, slices.
        package var border: Double
        /// Of a line chart.
        package var series: Double
        package var reference: Double
        package var selection: Double
        /// The diameter of a marker.
        package var marker: Double
    }

    /// Paddings and gaps in points, but for those that are a part of something.
    package struct Spacing: Sendable, Hashable {
        /// Around everything in a picture or a panel of a dashboard.
        package var padding: Double
        /// Between the panels of a dashboard.
        package var gap: Double
        /// Between a text and what it labels.
        package var label: Double
        /// The length of a tick.
        package var tick: Double
        /// The side of a sample of the legend.
        package var swatch: Double
        /// Round corners of panels.
        package var corner: Double
        /// Of columns and bars.
        package var markCorner: Double
        /// The part of a category's band that is left free between groups of columns.
        package var band: Double
        /// Above and below a line of a table.
        package var row: Double
    }
}
