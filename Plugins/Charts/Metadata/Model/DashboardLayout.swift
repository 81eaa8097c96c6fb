/// Where the items of a dashboard stand on the screen.
public struct DashboardLayout: Sendable, Hashable {
    package var scale = Scale.percent
    package var landscape: Screen?
    package var portrait: Screen?
    package var place = MetadataPlace()

    package init() {}

    /// The unit of places and sizes.
    public enum Scale: String, Sendable, Hashable, CaseIterable {
        /// Of the screen; nothing scrolls.
        case percent = "Percent"
        /// Points of a content that may be larger than the screen.
        case points = "Points"
    }

    /// The places of items on a screen of one orientation.
    public struct Screen: Sendable, Hashable {
        /// The size of the content, in points.
        package var contentWidth: Double?
        package var contentHeight: Double?
        package var frames: [Frame] = []
        package var place = MetadataPlace()

        package init() {}
    }

    /// The place of an item.
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
