/// A group of charts, each of which shows the selection in the previous one.
public struct DrillDownGroup: Sendable, Hashable {
    /// The name by which scripts, layouts and addresses know it.
    package var name: String
    /// Written above the group; empty for none.
    package var title = ""
    /// In the order of their `ChartSequence`: from coarse to fine.
    package var charts: [Chart] = []
    package var place = MetadataPlace()

    package init(name: String) { self.name = name }
}

/// Rectangles within rectangles: one level for each query.
public struct TreeMapGroup: Sendable, Hashable {
    /// The name by which scripts, layouts and addresses know it.
    package var name: String
    /// Written above the tree map; empty for none.
    package var title = ""
    /// In the order of their `ChartSequence`: from the outer to the inner.
    ///
    /// The first value of each is the area, the second the colour.
    package var levels: [Chart] = []
    package var place = MetadataPlace()

    package init(name: String) { self.name = name }
}

/// Charts of different kinds, drawn over each other.
public struct OverlayGroup: Sendable, Hashable {
    /// The name by which scripts, layouts and addresses know it.
    package var name: String
    /// Written above the chart; empty for none.
    package var title = ""
    /// The category axis of all layers.
    package var category: Chart.Axis?
    /// In the order of their `ChartSequence`; the last is drawn on top.
    package var layers: [Chart] = []
    /// The subtitle, and where the data comes from.
    package var caption = Chart.Caption()
    /// The visible parts.
    package var display = Display()
    /// Whether the second layer has a value axis of its own.
    package var hasDualAxis = false
    package var place = MetadataPlace()

    package init(name: String) { self.name = name }
}
