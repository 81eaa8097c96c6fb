/// A colour of sRGB with its opacity.
package struct Color: Sendable, Hashable {
    /// The red component, from 0 to 255, like the other two.
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    /// The opacity, from 0 (transparent) to 1.
    package var opacity: Double

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, opacity: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.opacity = opacity
    }

    /// A colour as `0xRRGGBB`.
    package init(_ rgb: UInt32, opacity: Double = 1) {
        self.init(
            UInt8(rgb >> 16 & 0xff), UInt8(rgb >> 8 & 0xff), UInt8(rgb & 0xff), opacity: opacity)
    }

    /// Opaque black.
    package static let black = Color(0)
    /// Opaque white.
    package static let white = Color(0xffffff)
}

/// How a line is drawn.
package struct Stroke: Sendable, Hashable {
    /// The colour, which the whole line has.
    package var color: Color
    /// In points.
    package var width: Double
    /// Lengths of dashes and gaps in points; empty for a whole line.
    package var dash: [Double]

    package init(_ color: Color, width: Double = 1, dash: [Double] = []) {
        self.color = color
        self.width = width
        self.dash = dash
    }
}

/// How a shape is painted: its surface first, and its outline over it.
package struct Paint: Sendable, Hashable {
    /// The fill of the area; `nil` for none, as for lines.
    package var fill: Fill?
    /// The outline; `nil` for none.
    package var stroke: Stroke?

    package init(fill: Fill? = nil, stroke: Stroke? = nil) {
        self.fill = fill
        self.stroke = stroke
    }

    /// A shape in one colour.
    package static func fill(_ color: Color) -> Paint { Paint(fill: .color(color)) }

    /// Lines in one colour.
    package static func stroke(_ color: Color, width: Double = 1, dash: [Double] = []) -> Paint {
        Paint(stroke: Stroke(color, width: width, dash: dash))
    }

    /// What fills a shape.
    package enum Fill: Sendable, Hashable {
        /// One colour.
        case color(Color)
        /// Lines or dots over a background, as a second channel besides colour.
        case hatch(Hatch, Color, on: Color)
    }

    /// A pattern that can be distinguished without colour.
    package enum Hatch: String, Sendable, Hashable, CaseIterable {
        case diagonal, antidiagonal, cross, horizontal, vertical, dots
    }
}
