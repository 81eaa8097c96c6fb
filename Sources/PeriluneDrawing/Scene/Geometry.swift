/// A point in a picture, in units of 1/72 inch; x goes to the right, y down.
package struct Point: Sendable, Hashable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// Width and height in points.
package struct Size: Sendable, Hashable {
    package var width: Double
    package var height: Double

    package init(_ width: Double, _ height: Double) {
        self.width = width
        self.height = height
    }
}

/// A rectangle in points: its top left corner, and its size.
///
/// `minY` is its upper edge, because y goes down.
package struct Rect: Sendable, Hashable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var minX: Double { x }
    package var minY: Double { y }
    package var maxX: Double { x + width }
    package var maxY: Double { y + height }
    package var midX: Double { x + width / 2 }
    package var midY: Double { y + height / 2 }
    /// Width and height without the place.
    package var size: Size { Size(width, height) }

    /// The rectangle, reduced on each side.
    package func inset(
        left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0
    ) -> Rect {
        Rect(x + left, y + top, max(0, width - left - right), max(0, height - top - bottom))
    }

    /// Whether the rectangles overlap; touching is not enough.
    package func intersects(_ other: Rect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    /// Whether the other rectangle is inside, including the edges.
    package func contains(_ other: Rect) -> Bool {
        minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
    }
}
