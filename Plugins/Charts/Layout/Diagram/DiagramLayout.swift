package import PeriluneDrawing

/// Draws an influence diagram: boxes with names and values, lines from causes to effects.
package struct DiagramLayout: Sendable {
    let layout: ChartLayout
    let diagram: DiagramPicture

    package init(_ diagram: DiagramPicture, _ layout: ChartLayout) {
        self.diagram = diagram
        self.layout = layout
    }

    /// Draws within the frame.
    package func group(_ figure: Figure, in rect: Rect) -> Group {
        guard !diagram.nodes.isEmpty else { return layout.message("no data", figure, in: rect) }
        let frame = Frame(figure, in: rect, layout: layout)
        let place = frame.content.sanitized
        guard place.width >= 24, place.height >= 24 else {
            return layout.chart(figure, frame, description: "", marks: [])
        }
        let view = view(in: place)
        var marks: [Node] = [lines(view)]
        for (place, index) in view.nodes.enumerated() {
            marks.append(
                view.boxes.node(
                    diagram.nodes[index], index, in: view.geometry.boxes[place],
                    hidden: view.hidden[place]))
        }
        return layout.chart(
            figure, frame,
            description: "influence diagram of \(diagram.nodes.count) nodes",
            data: [DataAttribute("mode", diagram.mode.rawValue)],
            marks: [.group(Group(.diagram, nodes: marks))])
    }

    /// The visible nodes and their positions.
    struct View {
        /// The shown nodes, by their indices.
        var nodes: [Int]
        var edges: [DiagramPicture.Edge]
        /// For each shown node, the number of its causes that are not shown.
        var hidden: [Int]
        var boxes: DiagramBoxes
        var geometry: DiagramGeometry
        /// Whether all texts can be read.
        var fits: Bool
    }

    /// All nodes if their texts are legible; in a snapshot otherwise those nearest to the final effects, else boxes
    /// without texts.
    private func view(in place: Rect) -> View {
        let place = place.inset(by: min(8, place.width / 20))
        let all = view(Array(diagram.nodes.indices), in: place)
        if all.fits { return all }
        if diagram.mode == .snapshot {
            let depths = all.geometry.layers.depths
            var most = (depths.max() ?? 0) - 1
            while most > 0 {
                let fewer = view(diagram.nodes.indices.filter { depths[$0] <= most }, in: place)
                if fewer.fits { return fewer }
                most -= 1
            }
        }
        var small = all
        small.boxes.showsTexts = false
        return small
    }

    /// With much room and few nodes, use larger texts.
    private func scales(_ count: Int, in place: Rect) -> [Double] {
        let isLarge = min(place.width / 720, place.height / 480) >= 1 && count <= 100
        return (isLarge ? [1.6, 1.4, 1.2] : []) + [1, 0.9, 0.82]
    }

    /// Some nodes with the largest texts that fit, of at least 9 points.
    private func view(_ nodes: [Int], in place: Rect) -> View {
        let places = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
        var edges: [DiagramPicture.Edge] = []
        var hidden = [Int](repeating: 0, count: nodes.count)
        for edge in diagram.edges {
            switch (places[edge.from], places[edge.to]) {
            case (let from?, let to?): edges.append(DiagramPicture.Edge(from: from, to: to))
            case (nil, let to?) where diagram.nodes.indices.contains(edge.from): hidden[to] += 1
            default: break
            }
        }
        let pairs = edges.map { (from: $0.from, to: $0.to) }
        var view: View?
        for scale in scales(nodes.count, in: place) {
            let boxes = DiagramBoxes(nodes.map { diagram.nodes[$0] }, diagram.mode, scale, layout)
            let geometry = DiagramGeometry(
                nodeCount: nodes.count, edges: pairs, box: boxes.size, in: place)
            // Texts that are larger than usual leave no excuse for shortened ones.
            let width = scale > 1 ? boxes.size.width : boxes.least
            let fits = geometry.boxes.allSatisfy {
                $0.height >= boxes.size.height - 1.5 && $0.width >= width - 1.5
            }
            let next = View(
                nodes: nodes, edges: edges, hidden: hidden, boxes: boxes, geometry: geometry,
                fits: fits)
            if fits { return next }
            view = view ?? next
        }
        return view
            ?? View(
                nodes: [], edges: [], hidden: [],
                boxes: DiagramBoxes([], diagram.mode, 1, layout),
                geometry: DiagramGeometry(nodeCount: 0, edges: [], box: Size(1, 1), in: place),
                fits: false)
    }

    private func lines(_ view: View) -> Node {
        let theme = layout.theme
        let geometry = view.geometry
        var nodes: [Node] = []
        let showsArrows = diagram.mode != .snapshot && view.boxes.showsTexts
        for (edge, points) in zip(view.edges, geometry.lines) where points.count > 1 {
            let isHot = diagram.nodes[view.nodes[edge.from]].isSelected
            let color = isHot ? theme.colors.selection : theme.colors.edge
            var path = Path()
            path.move(points[0].x, points[0].y)
            for (from, to) in zip(points, points.dropFirst()) {
                let isFlat =
                    geometry.isHorizontal ? abs(from.y - to.y) < 0.5 : abs(from.x - to.x) < 0.5
                if isFlat {
                    path.line(to.x, to.y)
                } else if geometry.isHorizontal {
                    let middle = (from.x + to.x) / 2
                    path.curve(Point(middle, from.y), Point(middle, to.y), to)
                } else {
                    let middle = (from.y + to.y) / 2
                    path.curve(Point(from.x, middle), Point(to.x, middle), to)
                }
            }
            nodes.append(
                .mark(Mark(.path(path), .stroke(color, width: isHot ? 2 : 1.25))))
            if showsArrows, let end = points.last {
                let before = points[points.count - 2]
                nodes.append(.mark(arrow(from: before, to: end, geometry.isHorizontal, color)))
            }
        }
        return .group(Group(.decoration, nodes: nodes))
    }

    /// Lines end straight on, so the direction is that of the axis.
    private func arrow(
        from before: Point, to end: Point, _ isHorizontal: Bool, _ color: Color
    ) -> Mark {
        let distance = isHorizontal ? abs(before.x - end.x) : abs(before.y - end.y)
        let (length, half) = (min(6, distance / 2), 3.0)
        var path = Path()
        path.move(end.x, end.y)
        if isHorizontal {
            let back = before.x > end.x ? length : -length
            path.line(end.x + back, end.y - half)
            path.line(end.x + back, end.y + half)
        } else {
            let back = before.y > end.y ? length : -length
            path.line(end.x - half, end.y + back)
            path.line(end.x + half, end.y + back)
        }
        path.close()
        return Mark(.path(path), .fill(color))
    }
}
