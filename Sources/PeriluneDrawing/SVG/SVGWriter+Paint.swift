extension SVGWriter {
    /// Writes the fill and the stroke of a shape; both are always written, because groups set colours for their
    /// texts.
    mutating func write(_ paint: Paint, shape: Mark.Shape) {
        switch shape {
        case .line, .polyline: out.raw(" fill=\"none\"")
        default: fill(paint.fill)
        }
        guard let stroke = paint.stroke else { return }
        write(stroke)
        // As in PNG, where long lines are drawn in pieces with round ends.
        if case .polyline = shape {
            out.raw(" stroke-linejoin=\"round\"")
            if stroke.dash.isEmpty { out.raw(" stroke-linecap=\"round\"") }
        }
    }

    mutating func fill(_ fill: Paint.Fill?) {
        switch fill {
        case nil: out.raw(" fill=\"none\"")
        case .color(let color):
            out.attribute(" fill=\"", color)
            if color.opacity < 1 { out.attribute(" fill-opacity=\"", color.opacity) }
        case .hatch?:
            guard let fill else { return }
            out.raw(" fill=\"url(#")
            out.escaped(definitions.hatch(fill))
            out.raw(")\"")
        }
    }

    private mutating func write(_ stroke: Stroke) {
        out.attribute(" stroke=\"", stroke.color)
        if stroke.color.opacity < 1 { out.attribute(" stroke-opacity=\"", stroke.color.opacity) }
        if stroke.width != 1 { out.attribute(" stroke-width=\"", stroke.width) }
        guard !stroke.dash.isEmpty else { return }
        out.raw(" stroke-dasharray=\"")
        for (index, length) in stroke.dash.enumerated() {
            if index > 0 { out.raw(" ") }
            out.number(length)
        }
        out.raw("\"")
    }
}
