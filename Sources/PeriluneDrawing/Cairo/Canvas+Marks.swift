import CPeriluneDrawing
import PeriluneCore

extension Canvas {
    mutating func draw(_ mark: Mark) throws(PeriluneError) {
        if let fill = mark.paint.fill, !mark.shape.isLine {
            try set(fill)
            self.fill(mark.shape)
        }
        if let stroke = mark.paint.stroke, stroke.width > 0 {
            set(stroke.color)
            self.stroke(mark.shape, stroke)
        }
    }

    func set(_ color: Color) { perilune_canvas_set_color(canvas, perilune_color(color)) }

    private mutating func set(_ fill: Paint.Fill) throws(PeriluneError) {
        switch fill {
        case .color(let color): set(color)
        case .hatch(let hatch, let color, let ground):
            if let known = patterns[fill] { return perilune_canvas_set_pattern(canvas, known) }
            let lines = Hatching.tile(hatch).flatMap { [$0.0.x, $0.0.y, $0.1.x, $0.1.y] }
            var made: OpaquePointer?
            try check(
                perilune_canvas_create_hatch(
                    canvas, Hatching.period, lines, lines.count / 4, Hatching.width(hatch),
                    perilune_color(color), perilune_color(ground), &made))
            patterns[fill] = made
            if let made { perilune_canvas_set_pattern(canvas, made) }
        }
    }

    func fill(_ rects: [Rect]) {
        withNumbers(rects) { perilune_canvas_fill_rects(canvas, $0, rects.count) }
    }

    private func fill(_ shape: Mark.Shape) {
        switch shape {
        case .rect(let rect, let corner) where corner <= 0: fill([rect])
        case .rects(let rects): fill(rects)
        default:
            addPath(of: shape)
            perilune_canvas_fill(canvas)
            perilune_canvas_end_path(canvas)
        }
    }

    private func stroke(_ shape: Mark.Shape, _ stroke: Stroke) {
        stroke.dash.withUnsafeBufferPointer { dash in
            let style = perilune_stroke(
                width: stroke.width, dash: dash.baseAddress, dash_count: dash.count)
            switch shape {
            case .rect(let rect, let corner) where corner <= 0:
                withNumbers([rect]) { perilune_canvas_stroke_rects(canvas, $0, 1, style) }
            case .rects(let rects):
                withNumbers(rects) { perilune_canvas_stroke_rects(canvas, $0, rects.count, style) }
            case .line(let start, let end):
                withNumbers([start, end]) { perilune_canvas_line(canvas, $0, style) }
            case .polyline(let points):
                // With a transparent colour, overlapping strokes would be visible.
                let isOpaque = stroke.color.opacity >= 1
                withNumbers(points) {
                    perilune_canvas_polyline(canvas, $0, points.count, style, isOpaque)
                }
            case .rect, .circle, .path:
                addPath(of: shape, line: stroke.width)
                perilune_canvas_stroke(canvas, style)
                perilune_canvas_end_path(canvas)
            }
        }
    }

    private func addPath(of shape: Mark.Shape, line: Double = 0) {
        switch shape {
        case .rect(let rect, let corner):
            withNumbers([rect]) { perilune_canvas_add_rounded(canvas, $0, corner, line) }
        case .circle(let center, let radius):
            perilune_canvas_add_circle(canvas, center.x, center.y, radius)
        case .path(let path):
            path.verbs.withUnsafeBytes { verbs in
                let bytes = verbs.bindMemory(to: UInt8.self)
                withNumbers(path.points) {
                    perilune_canvas_add_path(canvas, bytes.baseAddress, bytes.count, $0)
                }
            }
        case .rects, .line, .polyline: break
        }
    }

    /// Calls a function with the coordinates of points or rectangles.
    private func withNumbers<Element>(
        _ elements: [Element], _ body: (UnsafePointer<Double>?) -> Void
    ) {
        elements.withUnsafeBytes { body($0.bindMemory(to: Double.self).baseAddress) }
    }
}

extension perilune_color {
    init(_ color: Color) {
        self.init(
            red: Double(color.red) / 255, green: Double(color.green) / 255,
            blue: Double(color.blue) / 255, alpha: color.opacity)
    }
}
