/// A mark to highlight, with its position in the picture.
struct HighlightedMark {
    var outline: Mark.Shape

    /// Finds all marks that a target selects.
    static func find(_ target: AnnotationTarget, in nodes: [Node]) -> [HighlightedMark] {
        var found: [HighlightedMark] = []
        search(nodes, target, Point(0, 0), target.chart == nil, &found)
        return found
    }

    private static func search(
        _ nodes: [Node], _ target: AnnotationTarget, _ offset: Point, _ isInChart: Bool,
        _ found: inout [HighlightedMark]
    ) {
        for node in nodes {
            switch node {
            case .group(let group):
                let place = Point(offset.x + group.offset.x, offset.y + group.offset.y)
                let isNamed = group.role != .series && isNamed(group, target.chart)
                search(group.nodes, target, place, isInChart || isNamed, &found)
            case .mark(let mark):
                guard isInChart, let identity = mark.identity, target.matches(identity) else {
                    continue
                }
                found.append(HighlightedMark(outline: mark.shape.moved(by: offset)))
            case .text, .image: continue
            }
        }
    }

    private static func isNamed(_ group: Group, _ chart: String?) -> Bool {
        guard let chart else { return false }
        return group.label == chart
            || group.data.contains { $0.name == "chart" && $0.value == chart }
    }
}

extension Mark.Shape {
    /// The shape moved by an offset, as in a group.
    package func moved(by offset: Point) -> Mark.Shape {
        func moved(_ point: Point) -> Point { Point(point.x + offset.x, point.y + offset.y) }
        func moved(_ rect: Rect) -> Rect {
            Rect(rect.x + offset.x, rect.y + offset.y, rect.width, rect.height)
        }
        switch self {
        case .rect(let rect, let corner): return .rect(moved(rect), corner: corner)
        case .rects(let rects): return .rects(rects.map(moved))
        case .circle(let center, let radius): return .circle(center: moved(center), radius: radius)
        case .line(let start, let end): return .line(moved(start), moved(end))
        case .path(let path): return .path(path.moved(by: offset))
        case .polyline(let points): return .polyline(points.map(moved))
        }
    }

    /// The bounding rectangle; control points of curves count as points.
    package var bounds: Rect {
        switch self {
        case .rect(let rect, _): rect
        case .rects(let rects):
            Rect(around: rects.flatMap { [Point($0.minX, $0.minY), Point($0.maxX, $0.maxY)] })
        case .circle(let center, let radius):
            Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius)
        case .line(let start, let end): Rect(around: [start, end])
        case .path(let path): Rect(around: path.points)
        case .polyline(let points): Rect(around: points)
        }
    }
}

extension Rect {
    /// The smallest rectangle that contains all points.
    init(around points: [Point]) {
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        self.init(left, top, (xs.max() ?? 0) - left, (ys.max() ?? 0) - top)
    }
}
