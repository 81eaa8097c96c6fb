/// A picture that was laid out and can be written as SVG, PNG or PDF.
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
    /// The role for screen readers, which also determines whether they see the group.
    package var role: Role
    /// A description for screen readers.
    package var label: String?
    /// Written as `data-name="value"`.
    package var data: [DataAttribute]
    /// The rectangle outside of which nothing is visible; `nil` for no clipping.
    package var clip: Rect?
    /// Moves everything in the group.
    package var offset: Point
    /// The opacity of the group as a whole, from 0 to 1.
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

    /// The role of a group in the picture: an ARIA role with a description.
    package enum Role: String, Sendable, Hashable {
        case group, dashboard, chart, axis, legend, series, table, row, diagram, node, panel, screen
        case annotation
        /// Only for decoration: grid lines and frames.
        case decoration
    }
}

/// A property of a part of a picture, for programs that read it: a name and its value.
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
    /// The shape, in the coordinates of its group.
    package var shape: Shape
    /// The paint of its area and outline.
    package var paint: Paint
    /// The data that it stands for; `nil` for decoration.
    package var identity: Identity?

    package init(_ shape: Shape, _ paint: Paint, identity: Identity? = nil) {
        self.shape = shape
        self.paint = paint
        self.identity = identity
    }

    /// The outline of a mark.
    package enum Shape: Sendable {
        case rect(Rect, corner: Double = 0)
        /// Several rectangles with the same paint, such as the columns of a series with thousands of them.
        case rects([Rect])
        case circle(center: Point, radius: Double)
        case line(Point, Point)
        case path(Path)
        /// A line that is painted in pieces of about fifty points, because lines with thousands of points intersect
        /// themselves.
        case polyline([Point])
    }

    /// The data of a mark; for the keyboard and screen readers, the mark is a button.
    package struct Identity: Sendable, Hashable {
        /// The index of the category, from 0; -1 if there is none.
        package var category: Int
        /// The index of the series, from 0; -1 if there is none.
        package var series: Int
        /// The index among several values of one category and series.
        package var value: Int
        /// The label, such as `Eastern, Bikes: 120`.
        package var label: String
        /// Whether the user has selected it, which screen readers announce.
        package var isSelected: Bool
        /// The kind of input; `nil` for a button.
        package var control: Control?

        /// An input control for assistive technology.
        package enum Control: Sendable, Hashable {
            /// A slider with its position from 0 to 1, and the text of its value.
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
    /// The text to draw, on one line.
    package var string: String
    /// The position of the anchor; y is the baseline.
    package var position: Point
    /// The font; the text is not truncated.
    package var font: Font
    /// Of all letters.
    package var color: Color
    /// Which point of the baseline lies at the position.
    package var anchor: Anchor
    /// Degrees clockwise around the position.
    package var rotation: Double
    /// The complete text if `string` was truncated.
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

    /// The anchor of a text: the start, the middle or the end of its baseline.
    package enum Anchor: String, Sendable, Hashable, CaseIterable {
        case start, middle, end
    }
}

/// A font; if its family is not available, a fallback is used.
package struct Font: Sendable, Hashable {
    /// The name of a family, or a generic one such as `sans-serif`.
    package var family: String
    /// In points.
    package var size: Double
    /// The weight; the nearest one of the family is used.
    package var weight: Weight
    /// Whether letters are slanted.
    package var isItalic: Bool
    /// Whether all digits have the same width, so that numbers in a column are aligned.
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

/// An image in the picture, from the bytes of a PNG.
package struct Image: Sendable {
    /// The bytes of the PNG file.
    package var png: [UInt8]
    /// The rectangle, to which the image is stretched unless ``cropsToFill`` is set.
    package var rect: Rect
    /// A description for screen readers; `nil` for an image that is only decoration.
    package var label: String?
    /// Whether to crop the image instead of stretching it.
    package var cropsToFill: Bool

    package init(png: [UInt8], rect: Rect, label: String? = nil, cropsToFill: Bool = false) {
        self.png = png
        self.rect = rect
        self.label = label
        self.cropsToFill = cropsToFill
    }
}
