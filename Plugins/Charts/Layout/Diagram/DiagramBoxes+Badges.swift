import PeriluneDrawing

extension DiagramBoxes {
    /// A pin, a sign for charts, a count of alerts, and a sign for a stored value that its formula denies.
    func badges(_ node: DiagramPicture.Node, in box: Rect, _ ink: Color) -> [Node] {
        let colors = layout.theme.colors
        var nodes: [Node] = []
        guard showsTexts else {
            if node.alerts > 0, box.width >= 8, box.height >= 8 {
                let dot = Mark.Shape.circle(center: Point(box.maxX - 3, box.minY + 3), radius: 3)
                nodes.append(.mark(Mark(dot, .fill(colors.bad))))
            }
            return nodes
        }
        if node.isPinned {
            nodes += pin(at: Point(box.maxX - Self.padding - 4, box.minY + 12), ink)
        }
        if node.hasCharts, mode != .snapshot {
            let bottom = box.maxY - (mode == .goalSeek ? 22 : 8)
            nodes.append(charts(right: box.maxX - Self.padding, bottom: bottom, ink))
        }
        if node.disagrees, mode != .snapshot {
            nodes += badge("≠", at: Point(box.minX + 2, box.minY), colors.warning)
        }
        if node.alerts > 0 {
            let count = node.alerts > 99 ? "99+" : "\(node.alerts)"
            nodes += badge(count, at: Point(box.maxX - 2, box.minY), colors.bad)
        }
        return nodes
    }

    /// A text on a ground with round ends, on the edge of the box.
    private func badge(_ string: String, at center: Point, _ ground: Color) -> [Node] {
        var font = nameFont
        font.size = 9
        font.weight = .bold
        let width = max(15, (layout.fit.width(string, font) + 8).rounded(.up))
        let rect = Rect(center.x - width / 2, center.y - 7.5, width, 15)
        let paint = Paint(
            fill: .color(ground), stroke: Stroke(layout.theme.colors.panel, width: 1.5))
        return [
            .mark(Mark(.rect(rect, corner: 7.5), paint)),
            layout.line(
                string, font, ground.readable, x: center.x, middle: center.y, anchor: .middle,
                within: width),
        ].compactMap { $0 }
    }

    /// A drawing pin: a head, a collar and a needle.
    private func pin(at center: Point, _ color: Color) -> [Node] {
        var head = Path()
        head.move(center.x - 2.5, center.y - 5)
        head.line(center.x + 2.5, center.y - 5)
        head.line(center.x + 1.8, center.y - 0.5)
        head.line(center.x + 4, center.y + 1.5)
        head.line(center.x - 4, center.y + 1.5)
        head.line(center.x - 1.8, center.y - 0.5)
        head.close()
        return [
            .mark(Mark(.path(head), .fill(color))),
            .mark(
                Mark(
                    .line(Point(center.x, center.y + 1), Point(center.x, center.y + 6)),
                    .stroke(color, width: 1.2))),
        ]
    }

    /// Three dots at the end of the box, which stand for hidden nodes.
    func more(in box: Rect) -> Node {
        let dots = (0..<3).map { index in
            Node.mark(
                Mark(
                    .circle(
                        center: Point(
                            box.maxX - Self.padding - Double(index) * 5, box.maxY - 7),
                        radius: 1.4), .fill(layout.theme.colors.mutedText)))
        }
        return .group(Group(.decoration, nodes: dots))
    }

    private func charts(right: Double, bottom: Double, _ color: Color) -> Node {
        let heights = [4.0, 7, 10]
        let rects = heights.enumerated().map { index, height in
            Rect(right - 11 + Double(index) * 4, bottom - height, 3, height)
        }
        return .mark(Mark(.rects(rects), .fill(color.withOpacity(0.75))))
    }
}
