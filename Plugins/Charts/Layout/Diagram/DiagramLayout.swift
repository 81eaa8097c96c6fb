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
        let place = frame.content.sound
        guard place.width >= 4, place.height >= 4 else {
            return layout.chart(figure, frame, description: "", marks: [])
        }
        let boxes = fitting(place)
        let geometry = DiagramGeometry(
            nodeCount: diagram.nodes.count, edges: diagram.edges.map { ($0.from, $0.to) },
            box: boxes.size, in: place.inset(by: min(6, place.width / 20)))
        var marks: [Node] = [lines(geometry)]
        for (index, node) in diagram.nodes.enumerated() {
            marks.append(boxes.node(node, index, in: geometry.boxes[index]))
        }
        return layout.chart(
            figure, frame,
            description: "influence diagram of \(diagram.nodes.count) nodes",
            data: [DataAttribute("mode", diagram.mode.rawValue)],
            marks: [.group(Group(.diagram, nodes: marks))])
    }

    /// The largest texts with which boxes fit: no smaller than 9 points, else there are no texts.
    private func fitting(_ place: Rect) -> DiagramBoxes {
        let full = DiagramBoxes(diagram, scale: 1, layout)
        for scale in [1, 0.9, 0.82] {
            let boxes = DiagramBoxes(diagram, scale: scale, layout)
            let geometry = DiagramGeometry(
                nodeCount: diagram.nodes.count, edges: diagram.edges.map { ($0.from, $0.to) },
                box: boxes.size, in: place.inset(by: min(6, place.width / 20)))
            let fits = geometry.boxes.allSatisfy {
                $0.height >= boxes.size.height - 1.5 && $0.width >= boxes.least - 1.5
            }
            if fits { return boxes }
        }
        var small = full
        small.showsTexts = false
        return small
    }

    private func lines(_ geometry: DiagramGeometry) -> Node {
        let theme = layout.theme
        var nodes: [Node] = []
        let showsArrows = diagram.mode != .snapshot
        for (edge, points) in zip(diagram.edges, geometry.lines) where points.count > 1 {
            let isHot =
                diagram.nodes.indices.contains(edge.from) && diagram.nodes[edge.from].isSelected
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
        let (length, half) = (6.0, 3.0)
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
