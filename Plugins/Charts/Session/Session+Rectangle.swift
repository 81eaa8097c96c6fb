public import PeriluneCore
package import PeriluneDrawing

extension Session {
    /// The target that a rectangle over the picture of a chart selects, for ``perform(_:on:)``.
    ///
    /// It is a category if the rectangle contains all its series, else single items. A mark counts if it is
    /// completely inside of the rectangle; hidden series are ignored.
    ///
    /// - Parameters:
    ///   - x: The left edge, in points from the left edge of the picture.
    ///   - y: The upper edge, in points from the upper edge of the picture.
    ///   - width: The width in points.
    ///   - height: The height in points.
    ///   - request: The request of the picture, for a chart and not the whole dashboard.
    /// - Returns: `nil` if the view has no categories, or the rectangle contains none.
    /// - Throws: The errors of ``draw(_:)``.
    public func target(
        x: Double, y: Double, width: Double, height: Double, in request: PictureRequest
    ) async throws -> ChartAction.Target? {
        try await target(of: Rect(x, y, width, height), in: request)
    }

    /// The same for a rectangle in points of the picture.
    package func target(
        of rectangle: Rect, in request: PictureRequest
    ) async throws -> ChartAction.Target? {
        guard item(ofView: request.view) != nil, let drawn = try await scene(request) else {
            return nil
        }
        return Self.target(of: rectangle, in: drawn)
    }

    /// The target that a rectangle selects in the picture of a chart.
    package static func target(of rectangle: Rect, in drawn: DrawnScene) -> ChartAction.Target? {
        guard let built = drawn.figures.first else { return nil }
        switch built.figure.content {
        case .plot, .pie, .bullet, .heatMap, .multiples: break
        default: return nil
        }
        var marks = RectangleMarks(rectangle)
        // The chart comes first; the levels beside it have numbers too, as categories do.
        marks.collect(Array(drawn.scene.nodes.prefix(1)), offset: Point(0, 0))
        var categories: [String] = []
        var items: [ChartAction.Item] = []
        for (category, series) in marks.inside.sorted(by: { $0.key < $1.key })
        where built.categories.indices.contains(category) {
            let key = built.categories[category].text
            if series == marks.all[category] {
                categories.append(key)
                continue
            }
            for series in series.sorted() where built.series.indices.contains(series) {
                items.append(.init(category: key, series: built.series[series].text))
            }
        }
        guard !categories.isEmpty || !items.isEmpty else { return nil }
        return .items(categories: categories, items: items)
    }
}

/// The series of each category that have a mark, and those whose marks lie in a rectangle.
private struct RectangleMarks {
    let rectangle: Rect
    private(set) var all: [Int: Set<Int>] = [:]
    private(set) var inside: [Int: Set<Int>] = [:]

    init(_ rectangle: Rect) { self.rectangle = rectangle }

    mutating func collect(_ nodes: [Node], offset: Point) {
        for node in nodes {
            switch node {
            case .group(let group) where group.role != .legend && group.role != .panel:
                collect(
                    group.nodes,
                    offset: Point(offset.x + group.offset.x, offset.y + group.offset.y))
            case .mark(let mark):
                guard let identity = mark.identity, identity.category >= 0 else { continue }
                all[identity.category, default: []].insert(identity.series)
                if rectangle.contains(mark.shape.moved(by: offset).bounds) {
                    inside[identity.category, default: []].insert(identity.series)
                }
            case .group, .text, .image: continue
            }
        }
    }
}
