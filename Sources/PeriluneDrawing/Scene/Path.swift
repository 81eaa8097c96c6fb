/// A path of straight lines and Bézier curves.
///
/// Verbs and coordinates are in two flat arrays, so that a line of two thousand points needs only two allocations.
package struct Path: Sendable, Hashable {
    /// A step of a path, with the number of its points in ``points``.
    package enum Verb: UInt8, Sendable, Hashable {
        /// One point each.
        case move, line
        /// Two control points and the end.
        case curve
        /// No point.
        case close
    }

    package private(set) var verbs: [Verb] = []
    package private(set) var points: [Point] = []

    package init() {}

    /// Begins a part of the shape at a point.
    package mutating func move(_ x: Double, _ y: Double) {
        verbs.append(.move)
        points.append(Point(x, y))
    }

    /// Draws a straight line from the current point.
    package mutating func line(_ x: Double, _ y: Double) {
        verbs.append(.line)
        points.append(Point(x, y))
    }

    /// Draws a cubic Bézier curve from the current point, with two control points.
    package mutating func curve(_ control1: Point, _ control2: Point, _ end: Point) {
        verbs.append(.curve)
        points.append(control1)
        points.append(control2)
        points.append(end)
    }

    /// Draws a straight line back to where the part began.
    package mutating func close() { verbs.append(.close) }

    /// Adds a closed rectangle, clockwise from its top left corner.
    package mutating func rect(_ rect: Rect) {
        move(rect.minX, rect.minY)
        line(rect.maxX, rect.minY)
        line(rect.maxX, rect.maxY)
        line(rect.minX, rect.maxY)
        close()
    }

    /// Whether the path has no steps.
    package var isEmpty: Bool { verbs.isEmpty }

    /// The path moved by an offset.
    package func moved(by offset: Point) -> Path {
        var path = self
        path.points = points.map { Point($0.x + offset.x, $0.y + offset.y) }
        return path
    }
}
