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
    /// Beside and above the text of fields and buttons.
    private static let (beside, above) = (12.0, 6.0)
    private static let checkboxSide = 18.0
    private static let fieldBorder = Color(0x8a95a1)

    init(_ painter: LoginPainter) {
        self.painter = painter
        let model = painter.model
        // Theme1 and theme2 have the screen to themselves, and spread out.
        let space = model.style == .basic ? 1.0 : 1.35
        let inner = max(0, model.elementWidth - 2 * Self.beside)
        if let icon = model.icon {
            add(0, icon.size, "login icon") { rect in
                [painter.icon(icon, Self.square(icon.size, in: rect))]
            }
        }
        if let server = model.server { addLine(20 * space, server) }
        if let change = model.changeLibrary { addLine(model.server == nil ? 20 : 8, change) }
        for (index, field) in model.shownFields.enumerated() {
            let lines = painter.height(field.label, width: inner) + 2 * Self.above
            let height = max(Self.fieldHeight, lines.rounded(.up))
            add((index == 0 ? 20 : 12) * space, height, field.label.text) { rect in
                Self.field(field, rect, painter)
            }
        }
        for (index, button) in model.buttons.enumerated() {
            let room = inner - Self.room(for: button)
            let lines = painter.height(button.label, width: room) + 2 * Self.above
            let height =
                painter.lines(button.label, width: room).count > 1
                ? max(button.height, lines.rounded(.up)) : button.height
            add((index == 0 ? 20 : 10) * space, height, button.label.text) { rect in
                Self.button(button, rect, painter)
            }
        }
        if let checkbox = model.stayLoggedIn {
            let room = max(0, model.elementWidth - Self.checkboxSide - 8)
            let height = max(20, painter.height(checkbox.label, width: room))
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
        let height = painter.height(label, width: painter.model.elementWidth).rounded(.up)
        add(gap, height, label.text) { rect in
            painter.text(label, in: rect, width: rect.width, anchor: .middle)
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
        let inner = rect.inset(left: beside, right: beside)
        return [.mark(frame)]
            + painter.text(field.label, in: inner, width: inner.width, anchor: .start)
    }

    /// The width that the icon of a button takes from its text.
    private static func room(for button: LoginModel.Button) -> Double {
        guard let icon = button.icon, icon.size > 0, button.height > 6 else { return 0 }
        return min(icon.size, button.height - 6) + 8
    }

    private static func button(
        _ button: LoginModel.Button, _ rect: Rect, _ painter: LoginPainter
    ) -> [Node] {
        var nodes: [Node] = [.mark(Mark(.rect(rect, corner: 4), .fill(button.color)))]
        let inner = rect.inset(left: beside, right: beside)
        let beforeText = room(for: button)
        let room = max(0, inner.width - beforeText)
        let width = painter.width(button.label, width: room)
        let start = rect.midX - (width + beforeText) / 2
        if let shown = button.icon, beforeText > 0 {
            var shown = shown
            shown.size = beforeText - 8
            nodes.append(
                painter.icon(
                    shown, Rect(start, rect.midY - shown.size / 2, shown.size, shown.size)))
        }
        let place = Rect(start + beforeText, rect.y, width + 1, rect.height)
        return nodes + painter.text(button.label, in: place, width: room, anchor: .start)
    }

    private static func checkbox(
        _ checkbox: LoginModel.Checkbox, _ rect: Rect, _ painter: LoginPainter
    ) -> [Node] {
        let side = checkboxSide
        let room = max(0, rect.width - side - 8)
        let width = painter.width(checkbox.label, width: room)
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
        return nodes + painter.text(checkbox.label, in: place, width: room, anchor: .start)
    }
}

extension LoginPainter {
    private static let mostLines = 3

    /// A label in as many lines as it needs, up to three.
    fileprivate func lines(_ label: LoginModel.Label, width: Double) -> [String] {
        measure.wrapped(label.text, label.font, width: width, lines: Self.mostLines)
    }

    /// The height of a line; accents and descenders do not change it from one line to the next.
    private func lineHeight(_ label: LoginModel.Label) -> Double {
        measure.extent(label.text.isEmpty ? "x" : label.text, label.font).height
    }

    fileprivate func height(_ label: LoginModel.Label, width: Double) -> Double {
        Double(lines(label, width: width).count) * lineHeight(label)
    }

    /// The width of the longest line.
    fileprivate func width(_ label: LoginModel.Label, width: Double) -> Double {
        lines(label, width: width).reduce(0) { max($0, measure.width($1, label.font)) }
    }

    /// A label in the middle of a rectangle's height, in lines of a width.
    fileprivate func text(
        _ label: LoginModel.Label, in rect: Rect, width: Double, anchor: Text.Anchor
    ) -> [Node] {
        let lines = lines(label, width: width)
        let height = lineHeight(label)
        let top = rect.midY - height * Double(lines.count) / 2
        let x = anchor == .middle ? rect.midX : rect.x
        let isWhole = !lines.contains { $0.hasSuffix("…") }
        return lines.enumerated().compactMap { number, text in
            guard !text.isEmpty else { return nil }
            let line = Rect(rect.x, top + height * Double(number), rect.width, height)
            return .text(
                Text(
                    text, at: Point(x, baseline(text, label.font, line)), font: label.font,
                    color: label.color, anchor: anchor, full: isWhole ? nil : label.text))
        }
    }
}

extension LoginModel {
    /// Name and password are shown only for sign-ins that need them.
    fileprivate var shownFields: [Field] {
        let asks = buttons.contains {
            $0.authentication == .standard || $0.authentication == .basicTrusted
        }
        return asks ? fields : []
    }
}
