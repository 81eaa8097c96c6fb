/// The lines of a hatch, in a tile that is repeated from the picture's corner.
enum Hatching {
    /// The side of a tile in points.
    static let period = 6.0

    static func width(_ hatch: Paint.Hatch) -> Double { hatch == .dots ? 2.4 : 1.4 }

    /// The lines of the tile, as pairs of points; lines of no length are dots.
    ///
    /// Lines that cross the edge of the tile appear on both sides, so that tiles join without gaps.
    static func tile(_ hatch: Paint.Hatch) -> [(Point, Point)] {
        let (p, e) = (period, 1.5)
        let rising = [
            (Point(-e, e), Point(e, -e)), (Point(-e, p + e), Point(p + e, -e)),
            (Point(p - e, p + e), Point(p + e, p - e)),
        ]
        let falling = [
            (Point(-e, p - e), Point(e, p + e)), (Point(-e, -e), Point(p + e, p + e)),
            (Point(p - e, -e), Point(p + e, e)),
        ]
        switch hatch {
        case .diagonal: return rising
        case .antidiagonal: return falling
        case .cross: return rising + falling
        case .horizontal: return [(Point(0, p / 2), Point(p, p / 2))]
        case .vertical: return [(Point(p / 2, 0), Point(p / 2, p))]
        case .dots:
            return [
                (Point(p / 4, p / 4), Point(p / 4, p / 4)),
                (Point(3 * p / 4, 3 * p / 4), Point(3 * p / 4, 3 * p / 4)),
            ]
        }
    }
}
