package import PeriluneDrawing

/// The positions of the boxes of a diagram, and the lines between them.
///
/// Effects come first (on the left, or on top if the height exceeds the width), and causes after them.
package struct DiagramGeometry: Sendable {
    /// The boxes of the nodes.
    package private(set) var boxes: [Rect]
    /// From each cause to its effect; none for an edge that can not be drawn.
    package private(set) var lines: [[Point]]
    package private(set) var isHorizontal: Bool
    package private(set) var layers: Layers

    /// Between neighbours of a layer, and at least between layers.
    private static let gap = 10.0
    private static let leastAlong = 26.0
    private static let mostAlong = 96.0
    private static let bend = 12.0

    /// Lays out nodes with a desired size of boxes, which is reduced if there is less room.
    package init(nodeCount: Int, edges: [(from: Int, to: Int)], box: Size, in rect: Rect) {
        var layers = Layers(
            nodeCount: nodeCount, edges: edges.map { (effect: $0.to, cause: $0.from) })
        layers.order()
        self.layers = layers
        let count = Double(max(1, layers.layers.count))
        let most = layers.layers.reduce(1) { most, layer in
            max(most, layer.reduce(0.0) { $0 + ($1 < nodeCount ? 1 : 0.3) })
        }
        // The direction in which boxes keep more of their size.
        func scale(_ width: Double, _ height: Double) -> Double {
            min(rect.width / width, rect.height / height)
        }
        let lying = scale(
            count * (box.width + Self.leastAlong), most * (box.height + Self.gap))
        let standing = scale(
            most * (box.width + Self.gap), count * (box.height + Self.leastAlong))
        let isHorizontal = min(lying, 1) >= min(standing, 1)
        self.isHorizontal = isHorizontal
        let along = isHorizontal ? rect.width : rect.height
        let across = isHorizontal ? rect.height : rect.width

        let wish = isHorizontal ? (box.width, box.height) : (box.height, box.width)
        let length = min(
            wish.0, max(along / count * 0.4, (along - (count - 1) * Self.leastAlong) / count))
        let between =
            count > 1
            ? max(0, min(Self.mostAlong, (along - count * length) / (count - 1))) : 0
        let thickness = min(wish.1, across / most * 0.82)
        let room = max(thickness, min(across / most, thickness + Self.gap * 2.4))
        let start = (along - count * length - (count - 1) * between) / 2
        let places = layers.places(
            node: room, bend: min(Self.bend, room * 0.3), within: 0...across)

        var boxes = [Rect](repeating: rect, count: nodeCount)
        var layerOf = [Int](repeating: 0, count: places.count)
        for (layer, vertices) in layers.layers.enumerated() {
            for vertex in vertices { layerOf[vertex] = layer }
        }
        func near(_ vertex: Int) -> Double { start + Double(layerOf[vertex]) * (length + between) }
        for node in 0..<nodeCount {
            let (from, middle) = (near(node), places[node])
            boxes[node] =
                isHorizontal
                ? Rect(rect.x + from, rect.y + middle - thickness / 2, length, thickness)
                : Rect(rect.x + middle - thickness / 2, rect.y + from, thickness, length)
        }
        self.boxes = boxes.map(\.snapped)
        let ports = Ports(layers, places, room: thickness)
        lines = layers.routes.enumerated().map { edge, route in
            guard let effect = route.first, let cause = route.last else { return [] }
            let isForward = layerOf[effect] <= layerOf[cause]
            func point(_ along: Double, _ across: Double) -> Point {
                isHorizontal
                    ? Point(rect.x + along, rect.y + across)
                    : Point(rect.x + across, rect.y + along)
            }
            var points: [Point] = []
            for vertex in route {
                let from = near(vertex)
                if vertex == effect {
                    points.append(
                        point(from + (isForward ? length : 0), places[vertex] + ports.effect[edge]))
                } else if vertex == cause {
                    points.append(
                        point(from + (isForward ? 0 : length), places[vertex] + ports.cause[edge]))
                } else {
                    let ends = [point(from, places[vertex]), point(from + length, places[vertex])]
                    points += isForward ? ends : ends.reversed()
                }
            }
            return points.reversed()
        }
    }
}

/// How far from the middle of a box each line begins and ends, so that lines do not run into one.
private struct Ports {
    var effect: [Double]
    var cause: [Double]

    init(_ layers: Layers, _ places: [Double], room: Double) {
        effect = [Double](repeating: 0, count: layers.routes.count)
        cause = effect
        var atEffect = [[(edge: Int, place: Double)]](repeating: [], count: layers.nodeCount)
        var atCause = atEffect
        for (edge, route) in layers.routes.enumerated() where route.count > 1 {
            atEffect[route[0]].append((edge, places[route[1]]))
            atCause[route[route.count - 1]].append((edge, places[route[route.count - 2]]))
        }
        func spread(_ ends: [(edge: Int, place: Double)], _ offsets: inout [Double]) {
            let step = min(9, room * 0.6 / Double(max(1, ends.count)))
            let sorted = ends.sorted { ($0.place, $0.edge) < ($1.place, $1.edge) }
            for (index, end) in sorted.enumerated() {
                offsets[end.edge] = (Double(index) - Double(ends.count - 1) / 2) * step
            }
        }
        for ends in atEffect { spread(ends, &effect) }
        for ends in atCause { spread(ends, &cause) }
    }
}
