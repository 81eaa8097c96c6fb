/// The theme of pictures: fonts, colours, styles of series, line widths and paddings.
///
/// Layouts take all visual properties from the theme, so that pictures have a common style.
package struct Theme: Sendable, Hashable {
    /// The name that metadata and options select it by.
    package var name: String
    /// Whether text is bright on a dark background.
    package var isDark: Bool
    /// The font of each kind of text.
    package var fonts: Fonts
    /// The colours, except for those of the series.
    package var colors: Colors
    /// The styles of the series, in order; from the ninth on with hatch, dash and marker besides colour.
    package var series: [SeriesStyle]
    /// The styles of single series, by their label.
    package var seriesByLabel: [String: SeriesStyle]
    /// The shapes of columns, bars and other marks, by the kind of a layer, such as `column`.
    package var shapes: [String: MarkShape]
    /// The colours of a sequential scale, from low to high.
    package var sequential: ColorScale
    /// The colours of a diverging scale, from bad to good; the middle is 0, or a target.
    package var diverging: ColorScale
    /// The widths of lines, in points.
    package var lines: LineWidths
    /// The paddings and gaps, in points.
    package var spacing: Spacing

    /// The style of a series: its own by label, else that of its index, from 0.
    package func style(_ index: Int, label: String = "") -> SeriesStyle {
        if let own = seriesByLabel[label] { return own }
        guard !series.isEmpty else { return SeriesStyle(color: colors.neutral) }
        return series[(index % series.count + series.count) % series.count]
    }

    /// The shape of the marks of a series, if it is not the default of the kind.
    package func shape(of kind: String, _ index: Int, label: String = "") -> MarkShape? {
        style(index, label: label).shape ?? shapes[kind]
    }
}

extension Theme {
    /// One font for each use.
    package struct Fonts: Sendable, Hashable {
        /// The title of a dashboard or a screen.
        package var heading: Font
        /// The title of a chart.
        package var title: Font
        /// The title of an axis.
        package var axisTitle: Font
        /// Ticks and categories of an axis.
        package var axis: Font
        /// Labels beside and on marks.
        package var label: Font
        /// The entries of a legend.
        package var legend: Font
        /// The cells of a table.
        package var table: Font
        /// The titles of the columns of a table.
        package var tableHeader: Font
        /// Notes below a chart about what is not shown and why.
        package var note: Font
    }

    /// Widths of lines in points.
    package struct LineWidths: Sendable, Hashable {
        /// The lines of axes, and thin lines of marks such as whiskers.
        package var axis: Double
        /// The lines at the ticks.
        package var grid: Double
        /// The border of marks that touch: columns of a stack, tiles, slices.
        package var border: Double
        /// The lines of a line chart.
        package var series: Double
        /// The line of a reference value.
        package var reference: Double
        /// The outline of what is selected.
        package var selection: Double
        /// The diameter of a marker.
        package var marker: Double
    }

    /// Paddings and gaps, in points unless they are fractions.
    package struct Spacing: Sendable, Hashable {
        /// The padding of a picture or a panel of a dashboard.
        package var padding: Double
        /// The gap between the panels of a dashboard.
        package var gap: Double
        /// The gap between a label and its mark.
        package var label: Double
        /// The length of a tick.
        package var tick: Double
        /// The side of a swatch in the legend.
        package var swatch: Double
        /// The radius of the corners of panels.
        package var corner: Double
        /// The radius of the corners of columns and bars.
        package var markCorner: Double
        /// The fraction of a category's band that is left free between groups of columns.
        package var band: Double
        /// The padding above and below a line of a table.
        package var row: Double
    }
}
