import Glibc
package import PeriluneDrawing

/// A slice of a circle; angles are radians, and count clockwise from 12 o'clock.
package struct Sector: Sendable, Hashable {
    /// The middle of the circle; moved outwards, of this slice alone.
    package var center: Point
    /// The distance from the centre to the rim.
    package var radius: Double
    /// The angle at which the slice begins.
    package var from: Double
    /// The angle at which it ends, not smaller than `from`.
    package var to: Double
    /// The radius of the hole of a donut; 0 for a pie.
    package var hole = 0.0

    package init(center: Point, radius: Double, from: Double, to: Double) {
        self.center = center
        self.radius = radius
        self.from = from
        self.to = to
    }

    /// The angle in the middle of the slice.
    package var middle: Double { (from + to) / 2 }

    /// The place at an angle, on the rim or at another distance from the centre.
    package func point(_ angle: Double, radius: Double? = nil) -> Point {
        let distance = radius ?? self.radius
        return Point(center.x + distance * sin(angle), center.y - distance * cos(angle))
    }

    /// The slice moved outwards.
    package func moved(by length: Double) -> Sector {
        var moved = self
        moved.center = point(middle, radius: length)
        return moved
    }

    /// The outline; a circle if nothing is missing.
    package var shape: Mark.Shape {
        if hole == 0, to - from >= 2 * .pi - 1e-9 {
            return .circle(center: center, radius: radius)
        }
        var path = Path()
        let start = point(from, radius: hole > 0 ? radius : 0)
        path.move(start.x, start.y)
        if hole == 0 {
            let rim = point(from)
            path.line(rim.x, rim.y)
        }
        addArc(to: &path, radius, from: from, to: to)
        if hole > 0 {
            let inner = point(to, radius: hole)
            path.line(inner.x, inner.y)
            addArc(to: &path, hole, from: to, to: from)
        }
        path.close()
        return .path(path)
    }

    private func addArc(to path: inout Path, _ radius: Double, from: Double, to: Double) {
        // A quarter by one curve is off by less than a thousandth of the radius.
        let parts = max(1, Int((abs(to - from) / (.pi / 2)).rounded(.up)))
        let step = (to - from) / Double(parts)
        let reach = 4 / 3 * tan(step / 4) * radius
        for part in 0..<parts {
            let (begin, end) = (from + Double(part) * step, from + Double(part + 1) * step)
            let (first, last) = (point(begin, radius: radius), point(end, radius: radius))
            path.curve(
                Point(first.x + reach * cos(begin), first.y + reach * sin(begin)),
                Point(last.x - reach * cos(end), last.y - reach * sin(end)), last)
        }
    }

    /// The slices of a circle, one after the other.
    package static func sectors(
        _ fractions: [Double], center: Point, radius: Double
    ) -> [Sector] {
        var angle = 0.0
        return fractions.map { fraction in
            let from = angle
            angle = min(2 * .pi, angle + fraction * 2 * .pi)
            return Sector(center: center, radius: radius, from: from, to: angle)
        }
    }
}
