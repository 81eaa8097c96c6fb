import Glibc
package import PeriluneDrawing

/// The places of labels beside a pie, and their leader lines.
package struct LeaderLines: Sendable {
    /// The labels of slices: first those on the right, then those on the left, each from top to bottom.
    package var labels: [Label]

    /// A label with its line; the label has the same height as all others.
    package struct Label: Sendable, Hashable {
        /// The index of the slice.
        package var slice: Int
        /// Whether the label is to the right of the pie, so that its text starts at the line.
        package var isRight: Bool
        /// On the rim, before it, and at the label, whose middle is at that height.
        package var points: [Point]
    }

    /// Places labels of equal height near the slices, one below the other.
    ///
    /// A slice of size zero gets none. `nil` if there is no room, or only with lines that cross each other or the
    /// pie.
    package init?(_ sectors: [Sector], height: Double, within range: ClosedRange<Double>) {
        labels = []
        for isRight in [true, false] {
            var side = sectors.indices.filter {
                sectors[$0].to > sectors[$0].from && (sectors[$0].middle <= .pi) == isRight
            }
            // From top to bottom.
            if !isRight { side.reverse() }
            guard Double(side.count) * height <= range.upperBound - range.lowerBound else {
                return nil
            }
            let elbows = side.map {
                sectors[$0].point(sectors[$0].middle, radius: reach(sectors[$0]))
            }
            let middles = Separation.places(
                desired: elbows.map(\.y), lengths: side.map { _ in height }, within: range)
            for (index, slice) in side.enumerated() {
                let sector = sectors[slice]
                let end = sector.center.x + (isRight ? 1 : -1) * (sector.radius + Self.width)
                labels.append(
                    Label(
                        slice: slice, isRight: isRight,
                        points: [
                            sector.point(sector.middle), elbows[index],
                            Point(end, middles[index]),
                        ]))
            }
        }
        guard isClear(sectors) else { return nil }
    }

    /// From the rim to the label.
    package static let width = 18.0

    private func reach(_ sector: Sector) -> Double { sector.radius + 7 }

    private func isClear(_ sectors: [Sector]) -> Bool {
        for (index, label) in labels.enumerated() {
            let sector = sectors[label.slice]
            let (elbow, end) = (label.points[1], label.points[2])
            if Self.distance(sector.center, elbow, end) < sector.radius + 1 { return false }
            let crosses = labels[(index + 1)...].contains {
                Self.cross(elbow, end, $0.points[1], $0.points[2])
            }
            if crosses { return false }
        }
        return true
    }

    /// From a point to the nearest place of a line.
    private static func distance(_ point: Point, _ from: Point, _ to: Point) -> Double {
        let (x, y) = (to.x - from.x, to.y - from.y)
        let length = x * x + y * y
        let along = length > 0 ? ((point.x - from.x) * x + (point.y - from.y) * y) / length : 0
        let part = min(1, max(0, along))
        return hypot(from.x + part * x - point.x, from.y + part * y - point.y)
    }

    /// Whether two lines have a place in common.
    package static func cross(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
        func side(_ p: Point, _ q: Point, _ r: Point) -> Double {
            (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        }
        return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
    }
}
