import PeriluneDrawing

/// The boxes of a diagram: a name, a value, and signs for what there is to know of a node.
struct DiagramBoxes: Sendable {
    let layout: ChartLayout
    let mode: DiagramPicture.Mode
    let nameFont: Font
    let valueFont: Font
    /// With all texts whole, up to a limit.
    let size: Size
    /// With names shortened, but values whole.
    let least: Double
    var showsTexts = true

    static let padding = 8.0

    init(
        _ nodes: [DiagramPicture.Node], _ mode: DiagramPicture.Mode, _ scale: Double,
        _ layout: ChartLayout
    ) {
        self.layout = layout
        self.mode = mode
        var name = layout.theme.fonts.label
        name.size = max(9, name.size * scale)
        var value = name
        value.size = max(9, (name.size * 1.18).rounded(.down))
        value.weight = .bold
        (nameFont, valueFont) = (name, value)
        let fit = layout.fit
        // Longer names are shortened.
        let most = 190 * max(1, scale)
        var widest = 0.0
        var least = 40.0
        for node in nodes {
            var line = fit.width(node.value, value)
            if mode != .snapshot, let change = node.change {
                line += fit.width(change, name) + 26
            }
            if mode != .snapshot, node.hasCharts { line += 16 }
            least = max(least, min(line, 130))
            // A sign in the corner must not cover the name.
            let sign = mode != .snapshot && node.isPinned ? 14.0 : 0
            widest = max(widest, min(most, fit.width(node.text, name) + sign), min(line, most))
        }
        let lines = fit.lineHeight(name) + fit.lineHeight(value)
        let lever = mode == .goalSeek ? 14.0 : 0
        self.least = least + 2 * Self.padding
        // Short names and numbers get boxes of the least width: narrower ones would have no texts.
        size = Size(
            max((widest + 2 * Self.padding + 2).rounded(.up), self.least),
            (lines + 10 + lever).rounded(.up))
    }

    /// A box; with a sign below it where causes are not shown.
    func node(_ node: DiagramPicture.Node, _ index: Int, in box: Rect, hidden: Int) -> Node {
        let colors = layout.theme.colors
        // Away from the ground, so that the text on it is read well.
        let strong = colors.nodeBorder.mixed(with: colors.text, part: 0.25)
        let fill = node.isPinned ? colors.pinned : node.isDefault ? strong : colors.node
        let ink = fill.readable == .white ? Color.white : colors.text
        let text = node.isPinned || node.isDefault ? fill.readable : ink
        let border =
            node.isSelected
            ? Stroke(colors.selection, width: layout.theme.lines.selection)
            : Stroke(colors.nodeBorder, width: node.isDefault ? 2 : 1)
        let corner = min(layout.theme.spacing.corner, box.height / 3, box.width / 3)
        var nodes: [Node] = [
            .mark(
                Mark(
                    .rect(
                        box.inset(by: min(border.width, box.width, box.height) / 2), corner: corner),
                    Paint(fill: .color(fill), stroke: border),
                    identity: Mark.Identity(
                        category: index, label: describe(node), isSelected: node.isSelected)))
        ]
        if showsTexts {
            nodes += texts(node, in: box, text)
            if mode == .goalSeek { nodes.append(lever(node, in: box, text)) }
        }
        if mode != .snapshot || node.alerts > 0 { nodes += badges(node, in: box, text) }
        if hidden > 0 { nodes.append(more(in: box)) }
        return .group(
            Group(
                .node, label: node.text, data: [DataAttribute("node", node.name)], nodes: nodes))
    }

    private func describe(_ node: DiagramPicture.Node) -> String {
        var facts = ["\(node.text): \(node.value)"]
        if let change = node.change { facts.append("changed by \(change)") }
        if node.isPinned { facts.append("set by hand") }
        if node.disagrees { facts.append("stored value differs from its formula") }
        switch node.alerts {
        case 0: break
        case 1: facts.append("1 alert")
        default: facts.append("\(node.alerts) alerts")
        }
        return facts.joined(separator: ", ")
    }

    private func texts(_ node: DiagramPicture.Node, in box: Rect, _ color: Color) -> [Node] {
        let fit = layout.fit
        let (first, second) = (fit.lineHeight(nameFont), fit.lineHeight(valueFont))
        let lever = mode == .goalSeek ? 14.0 : 0
        let top = box.y + (box.height - lever - first - second) / 2
        let left = box.x + Self.padding
        let room = box.width - 2 * Self.padding
        let pin = mode != .snapshot && node.isPinned ? 12.0 : 0
        let isPlain = !node.isDefault && !node.isPinned
        let muted = isPlain ? layout.theme.colors.mutedText : color
        let value = top + first + second / 2
        var nodes = [
            layout.line(
                node.text, nameFont, muted, x: left, middle: top + first / 2, within: room - pin),
            layout.line(node.value, valueFont, color, x: left, middle: value, within: room),
        ].compactMap { $0 }
        if mode != .snapshot, let change = node.change {
            let after = left + fit.width(node.value, valueFont) + 8
            let charts = node.hasCharts ? 16.0 : 0
            nodes += self.change(
                change, from: after, to: box.maxX - Self.padding - charts, middle: value)
        }
        return nodes
    }

    /// The difference from the initial value, on its own background.
    private func change(
        _ change: String, from left: Double, to right: Double, middle: Double
    )
        -> [Node]
    {
        let colors = layout.theme.colors
        let width = layout.fit.width(change, nameFont) + 8
        guard width <= right - left else { return [] }
        let height = layout.fit.lineHeight(nameFont)
        let ground = colors.nodeBorder.mixed(with: colors.panel, part: 0.84)
        let pill = Rect(left, (middle - height / 2).rounded(), width, height.rounded())
        return [
            .mark(Mark(.rect(pill, corner: 4), .fill(ground))),
            layout.line(
                change, nameFont, layout.theme.legible(colors.nodeBorder, on: ground),
                x: pill.midX, middle: middle, anchor: .middle, within: width),
        ].compactMap { $0 }
    }

    /// A slider that shows the value between its bounds, with a handle to drag.
    private func lever(_ node: DiagramPicture.Node, in box: Rect, _ color: Color) -> Node {
        let y = box.maxY - 10
        let (left, right) = (box.x + Self.padding + 4, box.maxX - Self.padding - 4)
        let part = node.lever.map { $0.isFinite ? min(1, max(0, $0)) : 0.5 } ?? 0.5
        let place = Point(left + (right - left) * part, y)
        let ground = color.withOpacity(0.25)
        var track: [Node] = [
            .mark(Mark(.line(Point(left, y), Point(right, y)), .stroke(ground, width: 3)))
        ]
        if node.lever != nil {
            track.append(.mark(Mark(.line(Point(left, y), place), .stroke(color, width: 3))))
        }
        return .group(
            Group(
                .decoration,
                nodes: track + [
                    .mark(
                        Mark(
                            .circle(center: place, radius: 4.5),
                            Paint(
                                fill: .color(layout.theme.colors.panel),
                                stroke: Stroke(color, width: 1.5))))
                ]))
    }
}
