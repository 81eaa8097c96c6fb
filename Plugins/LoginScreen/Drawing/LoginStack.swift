import PeriluneDrawing

/// The elements of a login view from top to bottom, in the middle of its width.
struct LoginStack {
    private let painter: LoginPainter
    private var rows: [Row] = []

    private struct Row {
        /// Above it; nothing above the first.
        let gap: Double
        let height: Double
        let label: String
        let nodes: (Rect) -> [Node]
    }

    private static let fieldHeight = 40.0
    private static let fieldBorder = Color(0x8a95a1)

    init(_ painter: LoginPainter) {
        self.painter = painter
        let model = painter.model
        // Theme1 and theme2 have the screen to themselves, and spread out.
        let space = model.style == .basic ? 1.0 : 1.35
        if let icon = model.icon {
            add(0, icon.size, "login icon") { rect in
                [painter.icon(icon, Self.square(icon.size, in: rect))]
            }
        }
        if let server = model.server { addLine(20 * space, server) }
        if let change = model.changeLibrary { addLine(model.server == nil ? 20 : 8, change) }
        for (index, field) in model.shownFields.enumerated() {
            add((index == 0 ? 20 : 12) * space, Self.fieldHeight, field.label.text) { rect in
                Self.field(field, rect, painter)
            }
        }
        for (index, button) in model.buttons.enumerated() {
            add((index == 0 ? 20 : 10) * space, button.height, button.label.text) { rect in
                Self.button(button, rect, painter)
            }
        }
        if let checkbox = model.stayLoggedIn {
            let height = max(20, painter.height(checkbox.label))
            add(18 * space, height, checkbox.label.text) { rect in
                Self.checkbox(checkbox, rect, painter)
            }
        }
    }

    var height: Double {
        rows.enumerated().reduce(0) {
            $0 + $1.element.height + ($1.offset == 0 ? 0 : $1.element.gap)
        }
    }

    /// From the top to the middle of the gap that is nearest to the middle.
    var gapNearMiddle: Double {
        var y = 0.0
        var best = height / 2
        var distance = Double.infinity
        for (index, row) in rows.enumerated() {
            let gap = y + row.gap / 2
            if index > 0, abs(gap - height / 2) < distance {
                (best, distance) = (gap, abs(gap - height / 2))
            }
            y += row.height + (index > 0 ? row.gap : 0)
        }
        return best
    }

    func nodes(in area: Rect) -> [Node] {
        let width = painter.model.elementWidth
        // Edges on whole pixels are sharp.
        let x = (area.midX - width / 2).rounded()
        var y = area.y.rounded()
        return rows.enumerated().map { index, row in
            if index > 0 { y += row.gap }
            let rect = Rect(x, y, width, row.height)
            y += row.height
            return .group(
                Group(.group, label: row.label.isEmpty ? nil : row.label, nodes: row.nodes(rect)))
        }
    }

    private mutating func add(
        _ gap: Double, _ height: Double, _ label: String, _ nodes: @escaping (Rect) -> [Node]
    ) {
        rows.append(Row(gap: gap.rounded(), height: height, label: label, nodes: nodes))
    }

    private mutating func addLine(_ gap: Double, _ label: LoginModel.Label) {
        let painter = painter
        add(gap, painter.height(label).rounded(.up), label.text) { rect in
            painter.line(label, in: rect, width: rect.width, anchor: .middle)
        }
    }

    private static func square(_ side: Double, in rect: Rect) -> Rect {
        Rect(rect.midX - side / 2, rect.y, side, side)
    }

    private static func field(
        _ field: LoginModel.Field, _ rect: Rect, _ painter: LoginPainter
    ) -> [Node] {
        let frame = Mark(
            .rect(rect, corner: 4), Paint(fill: .color(.white), stroke: Stroke(fieldBorder)))
        let inner = rect.inset(left: 12, right: 12)
        return [.mark(frame)]
            + painter.line(field.label, in: inner, width: inner.width, anchor: .start)
    }

    private static func button(
        _ button: LoginModel.Button, _ rect: Rect, _ painter: LoginPainter
    ) -> [Node] {
        var nodes: [Node] = [.mark(Mark(.rect(rect, corner: 4), .fill(button.color)))]
        let inner = rect.inset(left: 12, right: 12)
        let icon = button.icon.map { min($0.size, rect.height - 6) } ?? 0
        let room = max(0, inner.width - (icon > 0 ? icon + 8 : 0))
        let text = painter.measure.ellipsized(button.label.text, button.label.font, width: room)
        let width = painter.measure.width(text, button.label.font)
        let start = rect.midX - (width + (icon > 0 ? icon + 8 : 0)) / 2
        if let shown = button.icon, icon > 0 {
            var shown = shown
            shown.size = icon
            nodes.append(painter.icon(shown, Rect(start, rect.midY - icon / 2, icon, icon)))
        }
        let place = Rect(start + (icon > 0 ? icon + 8 : 0), rect.y, width + 1, rect.height)
        return nodes + painter.line(button.label, in: place, width: room, anchor: .start)
    }

    private static func checkbox(
        _ checkbox: LoginModel.Checkbox, _ rect: Rect, _ painter: LoginPainter
    ) -> [Node] {
        let side = 18.0
        let room = max(0, rect.width - side - 8)
        let text = painter.measure.ellipsized(
            checkbox.label.text, checkbox.label.font, width: room)
        let width = painter.measure.width(text, checkbox.label.font)
        let start = (rect.midX - (width + side + 8) / 2).rounded()
        let box = Rect(start, (rect.midY - side / 2).rounded(), side, side)
        let paint = Paint(
            fill: .color(checkbox.isChecked ? checkbox.color : .white),
            stroke: Stroke(checkbox.color, width: 1.5))
        var nodes: [Node] = [.mark(Mark(.rect(box, corner: 3), paint))]
        if checkbox.isChecked {
            // White, unless it could not be seen.
            let isPale = checkbox.color.contrast(with: .white) < 2
            var tick = Path()
            tick.move(box.x + 4, box.y + 9.5)
            tick.line(box.x + 7.5, box.y + 13)
            tick.line(box.x + 14, box.y + 5.5)
            nodes.append(
                .mark(
                    Mark(.path(tick), .stroke(isPale ? checkbox.color.readable : .white, width: 2)))
            )
        }
        let place = Rect(box.maxX + 8, rect.y, room, rect.height)
        return nodes + painter.line(checkbox.label, in: place, width: room, anchor: .start)
    }
}

extension LoginPainter {
    fileprivate func height(_ label: LoginModel.Label) -> Double {
        measure.extent(label.text.isEmpty ? "x" : label.text, label.font).height
    }

    /// One line in the middle of a rectangle's height, shortened to a width.
    fileprivate func line(
        _ label: LoginModel.Label, in rect: Rect, width: Double, anchor: Text.Anchor
    ) -> [Node] {
        let text = measure.ellipsized(label.text, label.font, width: width)
        guard !text.isEmpty else { return [] }
        let x = anchor == .middle ? rect.midX : rect.x
        return [
            .text(
                Text(
                    text, at: Point(x, baseline(text, label.font, rect)), font: label.font,
                    color: label.color, anchor: anchor, full: text == label.text ? nil : label.text)
            )
        ]
    }
}

extension LoginModel {
    /// Only who logs in by name and password is asked for them.
    fileprivate var shownFields: [Field] {
        let asks = buttons.contains {
            $0.authentication == .standard || $0.authentication == .basicTrusted
        }
        return asks ? fields : []
    }
}
