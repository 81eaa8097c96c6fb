/// The arrangement of the items of a dashboard on the screen.
public struct DashboardLayout: Sendable, Hashable {
    /// The unit of all places and sizes.
    package var scale = Scale.percent
    /// The places on a screen that is wider than high; `nil` for those in portrait.
    package var landscape: Screen?
    /// The places on a screen that is higher than wide; `nil` for those in landscape.
    package var portrait: Screen?
    package var place = MetadataPlace()

    package init() {}

    /// The unit of places and sizes.
    public enum Scale: String, Sendable, Hashable, CaseIterable {
        /// In percent of the screen; nothing scrolls.
        case percent = "Percent"
        /// Points of a content that may be larger than the screen.
        case points = "Points"
    }

    /// The places of items on a screen of one orientation.
    public struct Screen: Sendable, Hashable {
        /// The width of the content with the scale `points`; `nil` for what its items need.
        package var contentWidth: Double?
        /// The height of the content with the scale `points`; `nil` for what its items need.
        package var contentHeight: Double?
        /// The places of items; the first one of a name is used.
        package var frames: [Frame] = []
        package var place = MetadataPlace()

        package init() {}
    }

    /// The place of an item, in the unit of the layout, from the upper left corner.
    public struct Frame: Sendable, Hashable {
        /// The name of a chart, group, grid, panel or diagram.
        package var name: String
        package var top: Double
        package var left: Double
        package var width: Double
        package var height: Double
        package var place = MetadataPlace()

        package init(name: String, top: Double, left: Double, width: Double, height: Double) {
            self.name = name
            self.top = top
            self.left = left
            self.width = width
            self.height = height
        }
    }
}
