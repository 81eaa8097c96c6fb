/// Which parts of a chart are shown, and how high its rows are.
package struct Display: Sendable, Hashable {
    package var isTitleHidden = false
    package var isLegendHidden = false
    /// Marks alone, without axes and words.
    package var isThumbnail = false
    package var showsHorizontalAxis = true
    package var showsVerticalAxis = true
    package var showsHorizontalAxisTitle = true
    package var showsVerticalAxisTitle = true
    /// Whether the lines of the grid have their numbers.
    package var showsGridLabel = true
    package var showsXAxisAtTop = false
    /// Whether names stand beside the slices of a pie.
    package var showsSeriesLabels = true
    /// Whether names stand at the ends of lines, instead of a legend.
    package var hasDirectLabels = false
    /// Points, of horizontal bars and bullets; `nil` for what fits.
    package var rowHeight: Double?
    package var rowSpacing: Double?

    package init() {}

    /// The height of a row and the space to the next; `nil` where the metadata sets none.
    var row: (height: Double, band: Double)? {
        rowHeight.map { ($0, $0 + (rowSpacing ?? ($0 * 3 / 7).rounded())) }
    }
}
