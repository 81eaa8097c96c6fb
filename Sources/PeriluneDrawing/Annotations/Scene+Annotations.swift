import Glibc
package import PeriluneCore

extension Scene {
    /// The scene with annotations on top: text, lines, arrows, circles, rectangles, and highlights of data items.
    ///
    /// - Throws: `annotation.invalid` if an annotation is invalid, or its target does not exist.
    package func annotated(_ annotations: [Value]) throws(PeriluneError) -> Scene {
        guard !annotations.isEmpty else { return self }
        guard annotations.count <= 1000 else {
            throw PeriluneError(
                .annotationInvalid, "there are \(annotations.count) annotations; the limit is 1000")
        }
        let painter = AnnotationPainter(scene: self)
        var nodes: [Node] = []
        for (index, value) in annotations.enumerated() {
            let annotation = try AnnotationReader.read(value, number: index + 1, size: size)
            nodes += try painter.nodes(annotation, number: index + 1)
        }
        var scene = self
        scene.nodes.append(.group(Group(.annotation, label: "Annotations", nodes: nodes)))
        return scene
    }
}

/// Converts annotations to nodes of a scene.
struct AnnotationPainter {
    private let scene: Scene
    private let family: String
    private let color: Color

    init(scene: Scene) {
        self.scene = scene
        family = TextStyle.first(in: scene.nodes)?.font.family ?? Theme.Fonts.family
        let isDark = scene.background.luminance < 0.18
        color = (isDark ? Theme.welterWeightDark : .welterWeight).colors.highlight
    }

    func nodes(_ styled: StyledAnnotation, number: Int) throws(PeriluneError) -> [Node] {
        let color = styled.color ?? color
        let stroke = Stroke(color, width: styled.width)
        switch styled.annotation {
        case .text(let string, let place, let size, let anchor, let ground):
            let font = Font(family, size: size, weight: .bold)
            let texts = try lines(
                of: Text(string, at: place, font: font, color: color, anchor: anchor))
            var nodes: [Node] = []
            for text in texts where ground != nil {
                nodes.append(
                    .mark(Mark(.rect(try box(of: text), corner: 3), .fill(ground ?? color))))
            }
            return nodes + texts.map { .text($0) }
        case .line(let start, let end, let isArrow, let dash):
            var stroke = stroke
            stroke.dash = dash
            return isArrow ? arrow(start, end, stroke) : [line(start, end, stroke)]
        case .circle(let center, let radius, let fill):
            let paint = Paint(fill: fill.map { .color($0) }, stroke: stroke)
            return [.mark(Mark(.circle(center: center, radius: radius), paint))]
        case .rectangle(let rect, let fill):
            let paint = Paint(fill: fill.map { .color($0) }, stroke: stroke)
            return [.mark(Mark(.rect(rect), paint))]
        case .highlight(let target, let label):
            return try highlight(target, label, stroke, number)
        }
    }

    /// The lines of a text within the picture, moved inwards if necessary, and wrapped if it is wider than the
    /// picture.
    private func lines(of text: Text) throws(PeriluneError) -> [Text] {
        let measure = try PangoMeasure()
        let edge = 4.0
        let room = scene.size.width - 2 * edge
        guard room > text.font.size * 4 else { return [text] }
        let extent = measure.extent(text.string, text.font)
        let strings =
            extent.width <= room
            ? [text.string] : measure.wrapped(text.string, text.font, width: room, lines: 4)
        return strings.enumerated().map { index, string in
            var line = text
            line.string = string
            let width = measure.width(string, text.font)
            let left = text.anchor == .start ? 0 : text.anchor == .middle ? width / 2 : width
            line.position.x = min(
                max(text.position.x, edge + left), scene.size.width - edge - (width - left))
            line.position.y += Double(index) * extent.height
            return line
        }
    }

    private func box(of text: Text) throws(PeriluneError) -> Rect {
        let extent = try PangoMeasure().extent(text.string, text.font)
        let left =
            switch text.anchor {
            case .start: 0.0
            case .middle: extent.width / 2
            case .end: extent.width
            }
        return Rect(
            text.position.x - left - 4, text.position.y - extent.ascent - 2, extent.width + 8,
            extent.height + 4)
    }

    private func line(_ start: Point, _ end: Point, _ stroke: Stroke) -> Node {
        .mark(Mark(.line(start, end), Paint(stroke: stroke)))
    }

    private func arrow(_ start: Point, _ end: Point, _ stroke: Stroke) -> [Node] {
        let length = hypot(end.x - start.x, end.y - start.y)
        guard length > 0 else { return [line(start, end, stroke)] }
        let (across, down) = ((end.x - start.x) / length, (end.y - start.y) / length)
        let head = min(length, 6 + 3 * stroke.width)
        let base = Point(end.x - across * head, end.y - down * head)
        let half = head * 0.45
        var path = Path()
        path.move(end.x, end.y)
        path.line(base.x - down * half, base.y + across * half)
        path.line(base.x + down * half, base.y - across * half)
        path.close()
        return [line(start, base, stroke), .mark(Mark(.path(path), .fill(stroke.color)))]
    }

    private func highlight(
        _ target: AnnotationTarget, _ label: String?, _ stroke: Stroke, _ number: Int
    ) throws(PeriluneError) -> [Node] {
        let found = HighlightedMark.find(target, in: scene.nodes)
        guard !found.isEmpty else {
            throw PeriluneError(
                .annotationInvalid,
                "annotation \(number): there is nothing to highlight at \(target.description)",
                hint: "name categories and series, or number them from 0")
        }
        // A light line below separates the outline from marks of a similar colour.
        let halo = Paint(
            stroke: Stroke(scene.background.withOpacity(1), width: stroke.width + 2.5))
        var nodes: [Node] = []
        for mark in found {
            nodes.append(.mark(Mark(mark.outline, halo)))
            nodes.append(.mark(Mark(mark.outline, Paint(stroke: stroke))))
        }
        if let label, let first = found.first {
            let top = first.outline.bounds
            let text = Text(
                label, at: Point(top.midX, max(14, top.minY - 6)),
                font: Font(family, size: 12, weight: .bold), color: stroke.color, anchor: .middle)
            nodes += try lines(of: text).map { .text($0) }
        }
        return nodes
    }
}
