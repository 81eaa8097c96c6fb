import PeriluneDrawing

@testable import ChartsPlugin

/// A laid out figure as flat lists, with everything at its place in the picture.
struct Drawn {
    private(set) var marks: [Mark] = []
    private(set) var texts: [Text] = []
    private(set) var groups: [Group] = []
    /// The group that each mark lies in.
    private(set) var roles: [Group.Role] = []
    let root: Group

    init(_ figure: Figure, in rect: Rect = Rect(0, 0, 640, 400), theme: Theme = .welterWeight) {
        self.init(ChartLayout(theme: theme, measure: FakeMeasure()).group(figure, in: rect))
    }

    init(_ group: Group) {
        root = group
        add(group, Point(0, 0))
    }

    var identified: [Mark] { marks.filter { $0.identity != nil && $0.identity?.category != -1 } }

    func marks(in role: Group.Role) -> [Mark] {
        zip(marks, roles).filter { $0.1 == role }.map(\.0)
    }

    private mutating func add(_ group: Group, _ offset: Point) {
        groups.append(group)
        let offset = Point(offset.x + group.offset.x, offset.y + group.offset.y)
        for node in group.nodes {
            switch node {
            case .group(let inner): add(inner, offset)
            case .mark(var mark):
                mark.shape = mark.shape.moved(by: offset)
                marks.append(mark)
                roles.append(group.role)
            case .text(var text):
                text.position = text.position.moved(by: offset)
                texts.append(text)
            case .image: break
            }
        }
    }
}

extension Point {
    func moved(by offset: Point) -> Point { Point(x + offset.x, y + offset.y) }
}

extension Rect {
    func moved(by offset: Point) -> Rect { Rect(x + offset.x, y + offset.y, width, height) }

    var corners: [Point] {
        [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
    }
}

extension Mark.Shape {
    /// Everything it is made of; of a circle the corners of its box.
    var points: [Point] {
        switch self {
        case .rect(let rect, _): rect.corners
        case .rects(let rects): rects.flatMap(\.corners)
        case .circle(let center, let radius):
            Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius).corners
        case .line(let a, let b): [a, b]
        case .path(let path): path.points
        case .polyline(let points): points
        }
    }

    func moved(by offset: Point) -> Mark.Shape {
        switch self {
        case .rect(let rect, let corner): .rect(rect.moved(by: offset), corner: corner)
        case .rects(let rects): .rects(rects.map { $0.moved(by: offset) })
        case .circle(let center, let radius):
            .circle(center: center.moved(by: offset), radius: radius)
        case .line(let a, let b): .line(a.moved(by: offset), b.moved(by: offset))
        case .polyline(let points): .polyline(points.map { $0.moved(by: offset) })
        case .path(let path): .path(path.moved(by: offset))
        }
    }

    var rect: Rect? {
        if case .rect(let rect, _) = self { return rect }
        return nil
    }
}

extension Path {
    func moved(by offset: Point) -> Path {
        var path = Path()
        var points = points.makeIterator()
        for verb in verbs {
            switch verb {
            case .close: path.close()
            case .move, .line:
                guard let point = points.next()?.moved(by: offset) else { continue }
                if verb == .move {
                    path.move(point.x, point.y)
                } else {
                    path.line(point.x, point.y)
                }
            case .curve:
                let curve = (0..<3).compactMap { _ in points.next()?.moved(by: offset) }
                if curve.count == 3 { path.curve(curve[0], curve[1], curve[2]) }
            }
        }
        return path
    }
}
