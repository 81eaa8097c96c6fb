import Glibc

/// The shape of a mark in a square of 1 by 1, which is stretched to the mark's rectangle.
package struct MarkShape: Sendable, Hashable {
    /// The corners: x from left to right, y from the base of the mark, 0, to its value, 1.
    package var corners: [Point]

    package init(_ corners: [Point]) { self.corners = corners }

    /// The direction from the base to the value.
    package enum Direction: Sendable, Hashable {
        case up, down, left, right
    }

    /// The shape within a rectangle.
    package func path(in rect: Rect, growing direction: Direction) -> Path {
        var path = Path()
        for (index, corner) in corners.enumerated() {
            let place =
                switch direction {
                case .up: (corner.x, 1 - corner.y)
                case .down: (corner.x, corner.y)
                case .right: (corner.y, corner.x)
                case .left: (1 - corner.y, corner.x)
                }
            let (x, y) = (rect.x + place.0 * rect.width, rect.y + place.1 * rect.height)
            if index == 0 { path.move(x, y) } else { path.line(x, y) }
        }
        path.close()
        return path
    }

    /// The shapes that a theme can name.
    package static let named: [String: MarkShape] = [
        "rectangle": MarkShape([Point(0, 0), Point(0, 1), Point(1, 1), Point(1, 0)]),
        "triangle": MarkShape([Point(0, 0), Point(0.5, 1), Point(1, 0)]),
        "diamond": MarkShape([Point(0.5, 0), Point(0, 0.5), Point(0.5, 1), Point(1, 0.5)]),
        "arrow": MarkShape([
            Point(0.25, 0), Point(0.25, 0.7), Point(0, 0.7), Point(0.5, 1), Point(1, 0.7),
            Point(0.75, 0.7), Point(0.75, 0),
        ]),
        "house": MarkShape([
            Point(0, 0), Point(0, 0.85), Point(0.5, 1), Point(1, 0.85), Point(1, 0),
        ]),
        "trapezoid": MarkShape([Point(0, 0), Point(0.2, 1), Point(0.8, 1), Point(1, 0)]),
        "ellipse": polygon(48),
    ]

    static func marker(_ marker: SeriesStyle.Marker) -> MarkShape {
        switch marker {
        case .circle: polygon(48)
        case .square: MarkShape([Point(0, 0), Point(0, 1), Point(1, 1), Point(1, 0)])
        case .triangle: MarkShape([Point(0, 0.05), Point(0.5, 1), Point(1, 0.05)])
        case .diamond: MarkShape([Point(0.5, 0), Point(0, 0.5), Point(0.5, 1), Point(1, 0.5)])
        case .plus: plus(turned: 0)
        case .cross: plus(turned: .pi / 4)
        case .pentagon: polygon(5)
        case .star: star
        }
    }

    /// A regular polygon with a corner at the top.
    private static func polygon(_ corners: Int) -> MarkShape {
        MarkShape((0..<corners).map { at(2 * .pi * Double($0) / Double(corners), 0.5) })
    }

    private static let star = MarkShape(
        (0..<10).map { at(.pi * Double($0) / 5, $0.isMultiple(of: 2) ? 0.5 : 0.22) })

    private static func plus(turned angle: Double) -> MarkShape {
        let (far, near) = (0.5, 0.15)
        return MarkShape(
            (0..<4).flatMap { quarter in
                [(-near, far), (near, far), (near, near)].map { x, y in
                    at(
                        angle + .pi / 2 * Double(quarter) + atan2(x, y),
                        (x * x + y * y).squareRoot())
                }
            })
    }

    /// A corner at an angle clockwise from the top.
    private static func at(_ angle: Double, _ radius: Double) -> Point {
        Point(0.5 + radius * sin(angle), 0.5 + radius * cos(angle))
    }
}
