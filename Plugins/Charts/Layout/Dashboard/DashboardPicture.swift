package import PeriluneDrawing

/// The figures of a dashboard and their places.
package struct DashboardPicture: Sendable {
    /// Above all; empty for none.
    package var title: String
    /// The figures, painted in this order.
    package var items: [Item]
    /// The unit of the places of the figures.
    package var scale: Scale
    /// How large the content of a layout in points is; `nil` for as large as it needs.
    package var contentSize: Size?
    /// The filters that are on, such as `Region: Eastern, Western`.
    package var filters: [String]
    /// BCP 47, such as `de-DE`.
    package var language: String

    package init(
        title: String = "", items: [Item], scale: Scale = .percent, contentSize: Size? = nil,
        filters: [String] = [], language: String = "en"
    ) {
        self.title = title
        self.items = items
        self.scale = scale
        self.contentSize = contentSize
        self.filters = filters
        self.language = language
    }

    /// The unit of the places.
    package enum Scale: String, Sendable, Hashable, CaseIterable {
        /// In percent of the available space, so that everything fits.
        case percent
        /// In points of 1/72 inch; the dashboard may be larger than the screen, which then scrolls.
        case points
    }

    /// A figure and its place.
    package struct Item: Sendable {
        /// The figure in this place.
        package var figure: Figure
        /// From the layout for the orientation; `nil` if the layout has none, for a place in a grid.
        package var place: Rect?

        package init(_ figure: Figure, place: Rect? = nil) {
            self.figure = figure
            self.place = place
        }
    }

    /// The default size of a screen in landscape or portrait.
    package static func screen(isPortrait: Bool) -> Size {
        isPortrait ? Size(768, 1024) : Size(1024, 768)
    }
}

/// A single chart that fills the whole picture.
package struct FullViewPicture: Sendable {
    /// The figure.
    package var figure: Figure
    /// The filters that are on, above the chart.
    package var filters: [String]
    /// The levels of a hierarchy from coarse to fine; empty for none.
    package var levels: [String]
    /// The index of the shown level, from 0.
    package var level: Int
    /// Panels of variables that the chart depends on.
    package var panels: [Figure]
    /// BCP 47, such as `de-DE`.
    package var language: String

    package init(
        figure: Figure, filters: [String] = [], levels: [String] = [], level: Int = 0,
        panels: [Figure] = [], language: String = "en"
    ) {
        self.figure = figure
        self.filters = filters
        self.levels = levels
        self.level = level
        self.panels = panels
        self.language = language
    }
}
