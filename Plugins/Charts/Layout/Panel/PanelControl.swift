import PeriluneDrawing

/// A control with its name and its value.
struct PanelControl: Sendable {
    let control: Panel.Control
    let index: Int
    let layout: ChartLayout

    private var colors: Theme.Colors { layout.theme.colors }
    private var font: Font { layout.theme.fonts.label }
    private var accent: Color { layout.theme.style(0).color }

    func node(in cell: Rect) -> Node {
        var identity = Mark.Identity(
            category: index, label: "\(control.title): \(control.value)")
        switch control.kind {
        case .slider(let share):
            identity.label = control.title
            identity.control = .slider(min(1, max(0, share)), value: control.value)
        case .toggle(let isOn):
            identity.label = control.title
            identity.control = .toggle(isOn: isOn)
        case .choice, .field: break
        }
        // The whole cell is what is touched.
        let ground = Mark(
            .rect(cell), .fill(colors.panel.withOpacity(0)), identity: identity)
        guard cell.width >= 24, cell.height >= 8 else {
            return .group(Group(.group, label: control.title, nodes: [.mark(ground)]))
        }
        let parts: [Node] =
            switch control.kind {
            case .toggle(let isOn): toggle(isOn, in: cell)
            case .slider(let part): slider(part, in: cell)
            case .choice: box(in: cell, isChoice: true)
            case .field: box(in: cell, isChoice: false)
            }
        return .group(Group(.group, label: control.title, nodes: parts + [.mark(ground)]))
    }

    private func title(in cell: Rect, middle: Double, before right: Double) -> [Node] {
        [
            layout.line(
                control.title, font, colors.text, x: cell.x, middle: middle,
                within: right - cell.x - 8)
        ].compactMap { $0 }
    }

    private func toggle(_ isOn: Bool, in cell: Rect) -> [Node] {
        let height = min(18, cell.height - 4, cell.width / 2)
        let track = Rect(cell.maxX - height * 1.8, cell.midY - height / 2, height * 1.8, height)
        let radius = height / 2 - 2
        let knob = Point(isOn ? track.maxX - height / 2 : track.minX + height / 2, track.midY)
        let paint =
            isOn
            ? Paint.fill(accent)
            : Paint(fill: .color(colors.band), stroke: Stroke(colors.axis))
        // The knob shows the state too, so with little room the name is more important.
        let saysState = cell.width >= 140
        let state =
            saysState
            ? layout.line(
                isOn ? "on" : "off", layout.theme.fonts.note, colors.mutedText,
                x: track.minX - 6, middle: cell.midY, anchor: .end, within: 40) : nil
        let radiusOff = max(1, radius - (isOn ? 0 : 1))
        return title(in: cell, middle: cell.midY, before: track.minX - (saysState ? 36 : 0))
            + [
                .mark(Mark(.rect(track, corner: height / 2), paint)),
                .mark(
                    Mark(
                        .circle(center: knob, radius: radiusOff),
                        .fill(isOn ? colors.panel : colors.axis))),
            ] + [state].compactMap { $0 }
    }

    private func slider(_ part: Double, in cell: Rect) -> [Node] {
        let part = part.isFinite ? min(1, max(0, part)) : 0
        let line = layout.fit.lineHeight(font)
        let hasTwo = cell.height >= line + 20
        var bold = font
        bold.weight = .bold
        let value = min(layout.fit.width(control.value, bold) + 1, cell.width / 2)
        let top = hasTwo ? cell.midY - (line + 16) / 2 + line / 2 : cell.midY
        let track =
            hasTwo
            ? Rect(cell.x + 6, top + line / 2 + 8, cell.width - 12, 0)
            : track(in: cell, before: cell.maxX - value - 16)
        let knob = Point(track.x + max(0, track.width) * part, track.y)
        let texts = [
            layout.line(
                control.value, bold, colors.text, x: cell.maxX, middle: top, anchor: .end,
                within: value)
        ].compactMap { $0 }
        let names = title(
            in: cell, middle: top, before: hasTwo ? cell.maxX - value : track.minX)
        guard track.width > 12 else { return names + texts }
        return names + texts + [
            .mark(
                Mark(
                    .line(Point(track.minX, track.y), Point(track.maxX, track.y)),
                    .stroke(colors.panelBorder, width: 4))),
            .mark(
                Mark(
                    .line(Point(track.minX, track.y), knob), .stroke(accent, width: 4))),
            .mark(
                Mark(
                    .circle(center: knob, radius: 6.5),
                    Paint(fill: .color(colors.panel), stroke: Stroke(accent, width: 2)))),
        ]
    }

    /// Beside the name, which gets as much of the room as leaves something to slide on.
    private func track(in cell: Rect, before right: Double) -> Rect {
        let name = cell.x + layout.fit.width(control.title, font) + 16
        let left = max(cell.x + cell.width * 0.42, min(name, right - 56))
        return Rect(left, cell.midY, right - left, 0)
    }

    private func box(in cell: Rect, isChoice: Bool) -> [Node] {
        let height = min(24, cell.height - 4)
        let width = min(cell.width, max(60, cell.width * 0.5))
        let rect = Rect(cell.maxX - width, cell.midY - height / 2, width, height).snapped
        let room = width - (isChoice ? 28 : 14)
        var nodes = title(in: cell, middle: cell.midY, before: rect.minX)
        nodes.append(
            .mark(
                Mark(
                    .rect(rect.inset(by: 0.5), corner: layout.theme.spacing.corner),
                    Paint(fill: .color(colors.plotBackground), stroke: Stroke(colors.axis)))))
        let value = layout.line(
            control.value, font, colors.text, x: rect.x + 7, middle: rect.midY, within: room)
        if let value { nodes.append(value) }
        guard isChoice else { return nodes }
        var arrow = Path()
        let center = Point(rect.maxX - 13, rect.midY)
        arrow.move(center.x - 4, center.y - 2)
        arrow.line(center.x + 4, center.y - 2)
        arrow.line(center.x, center.y + 3)
        arrow.close()
        nodes.append(.mark(Mark(.path(arrow), .fill(colors.mutedText))))
        return nodes
    }
}
