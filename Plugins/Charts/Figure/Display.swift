/// The visible parts of a chart, and the height of its rows.
public struct Display: Sendable, Hashable {
    /// Leaves the title out.
    public var isTitleHidden = false
    /// Leaves the legend out.
    public var isLegendHidden = false
    /// Marks alone, without axes and words.
    public var isThumbnail = false
    /// Whether the horizontal axis has labels.
    public var showsHorizontalAxis = true
    /// Whether the vertical axis has labels.
    public var showsVerticalAxis = true
    /// Whether the horizontal axis has a title.
    public var showsHorizontalAxisTitle = true
    /// Whether the vertical axis has a title.
    public var showsVerticalAxisTitle = true
    /// Whether the lines of the grid have their numbers.
    public var showsGridLabel = true
    /// Draws the horizontal axis above the plot.
    public var showsXAxisAtTop = false
    /// Whether names are shown beside the slices of a pie.
    public var showsSeriesLabels = true
    /// Whether names are shown at the ends of lines, instead of a legend.
    public var hasDirectLabels = false
    /// Points, of horizontal bars and bullets; `nil` for what fits.
    public var rowHeight: Double?
    /// Points between them; `nil` for a part of the height.
    public var rowSpacing: Double?

    /// Creates a display with all parts, as far as they fit.
    public init() {}

    /// The height of a row and the space to the next; `nil` if the metadata sets none.
    var row: (height: Double, band: Double)? {
        rowHeight.map { ($0, $0 + (rowSpacing ?? ($0 * 3 / 7).rounded())) }
    }
}
