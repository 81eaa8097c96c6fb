import PeriluneDrawing

/// The points of a series from gap to gap.
///
/// Where many fall into one column of pixels, of each column the first, the lowest, the highest and the last
/// are kept: a line through them covers the same pixels as one through all.
struct LineRuns {
    private(set) var runs: [[LinePoint]] = []
    private var run: [LinePoint] = []
    /// The points of the current column of pixels.
    private var kept: (first: LinePoint, low: LinePoint, high: LinePoint, last: LinePoint)?
    private let isReduced: Bool

    init(isReduced: Bool) { self.isReduced = isReduced }

    mutating func add(_ point: LinePoint) {
        guard isReduced else {
            run.append(point)
            return
        }
        guard let column = kept, column.first.x.rounded(.down) == point.x.rounded(.down) else {
            flush()
            kept = (point, point, point, point)
            return
        }
        kept?.last = point
        // y goes down.
        if point.y > column.low.y { kept?.low = point }
        if point.y < column.high.y { kept?.high = point }
    }

    mutating func gap() {
        flush()
        if !run.isEmpty { runs.append(run) }
        run = []
    }

    private mutating func flush() {
        guard let column = kept else { return }
        kept = nil
        let inner =
            column.low.category < column.high.category
            ? [column.low, column.high] : [column.high, column.low]
        for point in [column.first] + inner + [column.last]
        where run.last?.category != point.category {
            run.append(point)
        }
    }
}

/// A point of a line and its category.
struct LinePoint {
    var category: Int
    var x: Double
    var y: Double
    /// The lower edge of an area.
    var base = 0.0

    var point: Point { Point(x, y) }
}
