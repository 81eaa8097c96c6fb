/// A picture before it is written: laid out once, then written as SVG, PNG or PDF.
package struct Scene: Sendable {
    /// The size of the page in points; nothing outside is visible.
    package var size: Size
    /// The name of the picture for screen readers.
    package var title: String
    /// What it shows, in one or two sentences.
    package var description: String
    /// BCP 47, such as `en` or `de-DE`.
    package var language: String
    /// Painted below all nodes.
    package var background: Color
    /// Painted in order, later ones over earlier ones.
    package var nodes: [Node]

    package init(
        size: Size, title: String, description: String = "", language: String = "en",
        background: Color = .white, nodes: [Node] = []
    ) {
        self.size = size
        self.title = title
        self.description = description
        self.language = language
        self.background = background
        self.nodes = nodes
    }
}

/// A part of a scene.
package enum Node: Sendable {
    case group(Group)
    case mark(Mark)
    case text(Text)
    case image(Image)
}

/// Nodes that belong together: a chart of a dashboard, an axis, a series.
package struct Group: Sendable {
    /// Decides the role for screen readers, and whether they see the group at all.
    package var role: Role
    /// A description for screen readers.
    package var label: String?
    /// Written as `data-name="value"`.
    package var data: [DataAttribute]
    /// Only what lies within can be seen.
    package var clip: Rect?
    /// Moves everything in the group.
    package var offset: Point
    /// From 0 to 1, of the group as a whole.
    package var opacity: Double
    /// Painted in order, in the coordinates of the group.
    package var nodes: [Node]

    package init(
        _ role: Role = .group, label: String? = nil, data: [DataAttribute] = [], clip: Rect? = nil,
        offset: Point = Point(0, 0), opacity: Double = 1, nodes: [Node] = []
    ) {
        self.role = role
        self.label = label
        self.data = data
        self.clip = clip
        self.offset = offset
        self.opacity = opacity
        self.nodes = nodes
    }

    /// What a group is for in the picture: an ARIA role and a description of it.
    package enum Role: String, Sendable, Hashable {
        case group, dashboard, chart, axis, legend, series, table, row, diagram, node, panel, screen
        case annotation
        /// Seen only: grid lines and frames.
        case decoration
    }
}

/// A fact about a part of a picture, for programs that read it: a name and its value.
package struct DataAttribute: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A painted shape.
package struct Mark: Sendable {
    /// Where it is, in the coordinates of its group.
    package var shape: Shape
    /// How its surface and its outline are painted.
    package var paint: Paint
    /// What it stands for; `nil` for what is only to be seen.
    package var identity: Identity?

    package init(_ shape: Shape, _ paint: Paint, identity: Identity? = nil) {
        self.shape = shape
        self.paint = paint
        self.identity = identity
    }

    /// The outline of a mark.
    package enum Shape: Sendable {
        case rect(Rect, corner: Double = 0)
        /// Many rectangles of one paint, such as the columns of a series with thousands of them.
        case rects([Rect])
        case circle(center: Point, radius: Double)
        case line(Point, Point)
        case path(Path)
        /// Painted in strokes of some fifty points: lines of thousands of points cross themselves.
        case polyline([Point])
    }

    /// The data of a mark; for the keyboard and screen readers, the mark is a button.
    package struct Identity: Sendable, Hashable {
        /// Counted from 0; -1 where there is none.
        package var category: Int
        /// Counted from 0; -1 where there is none.
        package var series: Int
        /// Of several values of one category and series.
        package var value: Int
        /// `Eastern, Bikes: 120`.
        package var label: String
        /// Whether the user has selected it, which screen readers announce.
        package var isSelected: Bool
        /// `nil` for what is pressed.
        package var control: Control?

        /// What an input is for assistive technology.
        package enum Control: Sendable, Hashable {
            /// Where the value lies between its ends, from 0 to 1, and how it is written.
            case slider(Double, value: String)
            case toggle(isOn: Bool)
        }

        package init(
            category: Int, series: Int = -1, value: Int = 0, label: String,
            isSelected: Bool = false
        ) {
            self.category = category
            self.series = series
            self.value = value
            self.label = label
            self.isSelected = isSelected
        }
    }
}

/// One line of text.
package struct Text: Sendable {
    /// What is drawn, on one line.
    package var string: String
    /// Where the anchor lies; y is the baseline.
    package var position: Point
    /// The font; the text is not shortened to fit.
    package var font: Font
    /// Of all letters.
    package var color: Color
    /// Which point of the baseline lies at the position.
    package var anchor: Anchor
    /// Degrees clockwise around the position.
    package var rotation: Double
    /// The whole text where `string` was shortened.
    package var full: String?

    package init(
        _ string: String, at position: Point, font: Font, color: Color, anchor: Anchor = .start,
        rotation: Double = 0, full: String? = nil
    ) {
        self.string = string
        self.position = position
        self.font = font
        self.color = color
        self.anchor = anchor
        self.rotation = rotation
        self.full = full
    }

    /// A point of the baseline: the start, the middle or the end of the line.
    package enum Anchor: String, Sendable, Hashable, CaseIterable {
        case start, middle, end
    }
}

/// A font, of a family that falls back to what the machine has.
package struct Font: Sendable, Hashable {
    /// The name of a family, or a generic one such as `sans-serif`.
    package var family: String
    /// In points.
    package var size: Double
    /// The nearest weight that the family has is used.
    package var weight: Weight
    /// Whether letters are slanted.
    package var isItalic: Bool
    /// Whether all figures are equally wide, so that those of one place are below one another.
    package var isTabular: Bool

    package init(
        _ family: String = "sans-serif", size: Double, weight: Weight = .regular,
        isItalic: Bool = false, isTabular: Bool = false
    ) {
        self.family = family
        self.size = size
        self.weight = weight
        self.isItalic = isItalic
        self.isTabular = isTabular
    }

    /// The weight as a number of CSS and OpenType.
    package enum Weight: Int, Sendable, Hashable {
        case regular = 400, semibold = 600, bold = 700
    }
}

/// A picture in the picture: PNG only, from bytes.
package struct Image: Sendable {
    /// The bytes of the PNG file.
    package var png: [UInt8]
    /// Where it is drawn, stretched to this size unless it ``fills`` it.
    package var rect: Rect
    /// A description for screen readers; `nil` for an image that is only decoration.
    package var label: String?
    /// Cut off what does not fit instead of distorting.
    package var fills: Bool

    package init(png: [UInt8], rect: Rect, label: String? = nil, fills: Bool = false) {
        self.png = png
        self.rect = rect
        self.label = label
        self.fills = fills
    }
}
