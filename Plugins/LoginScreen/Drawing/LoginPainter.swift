import PeriluneCore
import PeriluneDrawing

/// Draws a login screen: the background, the login view, and in it a stack of elements.
struct LoginPainter {
    let model: LoginModel
    let images: ImageFolder?
    let measure: any TextMeasure

    /// Above and below the stack in a card, and between it and the edge of a screen.
    private static let padding = 36.0
    private static let cardCorner = 10.0
    private static let cardBorder = Color(0xd5dae0)
    /// A second edge below the card: a shadow that every format can draw.
    private static let cardShadow = Color(0x1d2327, opacity: 0.08)

    func scene() -> Scene {
        let stack = LoginStack(self)
        var size = model.size
        let margin = model.isCard ? Self.padding + 16 : Self.padding
        // Where the background ends in the middle, it ends between two elements.
        let middle =
            model.background.extent == .upperHalf ? stack.gapNearMiddle : stack.height / 2
        // The app scrolls content that is higher than the screen; the picture shows all of it.
        let half = max(middle, stack.height - middle) + margin
        size.height = max(size.height, 2 * half)
        let area = Rect(
            (size.width - model.viewWidth) / 2, size.height / 2 - middle, model.viewWidth,
            stack.height)
        var nodes = background(size)
        if model.isCard {
            nodes += card(area.inset(top: -Self.padding, bottom: -Self.padding))
        }
        nodes += stack.nodes(in: area)
        return Scene(
            size: size, title: title, description: description,
            background: model.background.extent == .whole ? model.background.color : .white,
            nodes: [
                .group(
                    Group(
                        .screen, label: title,
                        data: [
                            DataAttribute("device", model.device.name),
                            DataAttribute("orientation", model.orientation.rawValue),
                            DataAttribute("style", model.style.name),
                        ], nodes: nodes))
            ])
    }

    private var title: String { "Login screen on \(model.device.title), \(model.orientation)" }

    private var description: String {
        let buttons = model.buttons.map(\.label.text).filter { !$0.isEmpty }
        let shown = buttons.isEmpty ? "no buttons" : "buttons: \(buttons.joined(separator: ", "))"
        return "Style \(model.style.name), \(shown)"
    }

    private func background(_ size: Size) -> [Node] {
        let height = model.background.extent == .upperHalf ? size.height / 2 : size.height
        guard model.background.extent != .none else { return [] }
        let rect = Rect(0, 0, size.width, height)
        var nodes: [Node] = [.mark(Mark(.rect(rect), .fill(model.background.color)))]
        if let name = model.background.image { nodes.append(image(name, rect)) }
        return [.group(Group(.decoration, clip: rect, nodes: nodes))]
    }

    private func card(_ rect: Rect) -> [Node] {
        let below = Rect(rect.x - 1, rect.y + 2, rect.width + 2, rect.height + 2)
        return [
            .mark(Mark(.rect(below, corner: Self.cardCorner + 1), .fill(Self.cardShadow))),
            .mark(
                Mark(
                    .rect(rect, corner: Self.cardCorner),
                    Paint(fill: .color(.white), stroke: Stroke(Self.cardBorder)))),
        ]
    }

    /// An image that cropsToFill its rectangle, or a placeholder if the image is missing.
    func image(_ name: String, _ rect: Rect) -> Node {
        if let png = images?.png(name) {
            return .image(Image(png: png, rect: rect, label: name, cropsToFill: true))
        }
        let ground = Color(0xeef1f5)
        let font = Font(size: 12)
        let text = measure.ellipsized("image \(name)", font, width: rect.width - 16)
        return .group(
            Group(
                .decoration, label: "image \(name), not found", clip: rect,
                nodes: [
                    .mark(
                        Mark(
                            .rect(rect),
                            Paint(fill: .hatch(.diagonal, Color(0xdfe4ea), on: ground)))),
                    .mark(
                        Mark(
                            .rect(
                                Rect(
                                    rect.x, rect.maxY - 24,
                                    min(rect.width, measure.width(text, font) + 16), 24)),
                            .fill(ground))),
                    .text(
                        Text(
                            text, at: Point(rect.x + 8, rect.maxY - 8), font: font,
                            color: Color(0x5a6570), full: "image \(name), not found")),
                ]))
    }

    /// An icon in the middle of a square.
    func icon(_ icon: LoginModel.Icon, _ rect: Rect) -> Node {
        switch icon.picture {
        case .usual: return .mark(Mark(.path(Self.books(rect)), .fill(icon.color)))
        case .image(let name):
            if let png = images?.png(name) {
                return .image(Image(png: png, rect: rect, label: name))
            }
            return placeholder(rect, icon.color, "image")
        case .symbol(let character, let font):
            // A private-use character belongs to a font that is not installed on this machine.
            if let scalar = character.unicodeScalars.first,
                scalar.properties.generalCategory == .privateUse
            {
                return placeholder(rect, icon.color, String(scalar.value, radix: 16))
            }
            let face = Font(font ?? "sans-serif", size: icon.size * 0.9)
            let text = String(character)
            return .text(
                Text(
                    text, at: Point(rect.midX, baseline(text, face, rect)), font: face,
                    color: icon.color, anchor: .middle))
        }
    }

    /// A frame, with a word in it if it fits.
    private func placeholder(_ rect: Rect, _ color: Color, _ word: String) -> Node {
        let width = rect.width < 32 ? 1.5 : 2
        let frame = rect.inset(left: width, top: width, right: width, bottom: width)
        var nodes: [Node] = [
            .mark(
                Mark(
                    .rect(frame, corner: rect.width / 6),
                    .stroke(color, width: width)))
        ]
        let font = Font(size: max(9, rect.width / 5))
        if measure.width(word, font) <= frame.width - 4, rect.width >= 32 {
            nodes.append(
                .text(
                    Text(
                        word, at: Point(rect.midX, baseline(word, font, rect)), font: font,
                        color: color, anchor: .middle)))
        } else {
            nodes.append(
                .mark(
                    Mark(
                        .circle(center: Point(rect.midX, rect.midY), radius: rect.width / 7),
                        .fill(color))))
        }
        return .group(Group(.decoration, nodes: nodes))
    }

    /// The baseline of a line of text that is centred vertically in a rectangle.
    func baseline(_ text: String, _ font: Font, _ rect: Rect) -> Double {
        let extent = measure.extent(text, font)
        return rect.midY + (extent.ascent - extent.descent) / 2
    }

    /// Three books on a shelf: the app's own icon is not ours to draw.
    private static func books(_ rect: Rect) -> Path {
        let unit = rect.width / 12
        var path = Path()
        path.rect(Rect(rect.x + unit, rect.y + 2 * unit, 2 * unit, 7.5 * unit))
        path.rect(Rect(rect.x + 3.5 * unit, rect.y + unit, 2.5 * unit, 8.5 * unit))
        // The third one leans.
        let foot = rect.y + 9.5 * unit
        path.move(rect.x + 6.8 * unit, rect.y + 2.6 * unit)
        path.line(rect.x + 8.7 * unit, rect.y + 2 * unit)
        path.line(rect.x + 11.2 * unit, foot - 0.6 * unit)
        path.line(rect.x + 9.3 * unit, foot)
        path.close()
        path.rect(Rect(rect.x, rect.y + 10.2 * unit, 12 * unit, 0.8 * unit))
        return path
    }
}
