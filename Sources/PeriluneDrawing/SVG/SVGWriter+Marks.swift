extension SVGWriter {
    mutating func write(_ nodes: [Node]) {
        var index = 0
        while index < nodes.count {
            switch nodes[index] {
            case .group(let group): write(group)
            case .text(let text): write(text)
            case .image(let image): write(image)
            case .mark(let mark):
                let end = endOfRun(nodes, from: index, of: mark.paint)
                if end - index > 1 {
                    writeRun(nodes[index..<end], of: mark)
                    index = end
                    continue
                }
                write(mark, withPaint: true)
            }
            index += 1
        }
    }

    /// The end of the run of marks with the same paint.
    private func endOfRun(_ nodes: [Node], from start: Int, of paint: Paint) -> Int {
        var end = start + 1
        while end < nodes.count, case .mark(let mark) = nodes[end], mark.paint == paint { end += 1 }
        return end
    }

    /// Writes marks with the same paint, which is written once.
    ///
    /// If there are too many marks for buttons, rectangles are combined into one path.
    private mutating func writeRun(_ run: ArraySlice<Node>, of first: Mark) {
        let isBox = first.shape.isBox
        let isUniform = run.allSatisfy { node in
            guard case .mark(let mark) = node else { return false }
            return mark.shape.isBox == isBox && mark.shape.isLine == first.shape.isLine
        }
        guard isUniform, !first.shape.isLine || first.shape.isBox else {
            for case .mark(let mark) in run { write(mark, withPaint: true) }
            return
        }
        if isBox, !hasButtons, first.identity != nil {
            out.raw("<path")
            write(first.paint, shape: first.shape)
            out.raw(" shape-rendering=\"crispEdges\"")
            labelSeries(run)
            out.raw(" d=\"")
            for case .mark(let mark) in run { write(boxes: mark.shape) }
            out.raw("\"/>\n")
            return
        }
        out.raw("<g")
        write(first.paint, shape: first.shape)
        if isBox { out.raw(" shape-rendering=\"crispEdges\"") }
        out.raw(">\n")
        for case .mark(let mark) in run { write(mark, withPaint: false) }
        out.raw("</g>\n")
    }

    /// Labels a picture that replaces many buttons: the name of the series, and its number if all belong to one
    /// series.
    private mutating func labelSeries(_ run: ArraySlice<Node>) {
        var number: Int?
        for case .mark(let mark) in run {
            guard let identity = mark.identity, number == nil || number == identity.series else {
                number = nil
                break
            }
            number = identity.series
        }
        if let number, number >= 0 { out.attribute(" data-series=\"", number) }
        if let series {
            out.raw(" role=\"img\"")
            out.attribute(" aria-label=\"", series)
        }
    }

    private mutating func write(_ mark: Mark, withPaint: Bool) {
        switch mark.shape {
        case .rect(let rect, let corner):
            out.attribute("<rect x=\"", rect.x)
            out.attribute(" y=\"", rect.y)
            out.attribute(" width=\"", max(0, rect.width))
            out.attribute(" height=\"", max(0, rect.height))
            if corner > 0 { out.attribute(" rx=\"", corner) }
        case .circle(let center, let radius):
            out.attribute("<circle cx=\"", center.x)
            out.attribute(" cy=\"", center.y)
            out.attribute(" r=\"", max(0, radius))
        case .line(let start, let end):
            out.attribute("<line x1=\"", start.x)
            out.attribute(" y1=\"", start.y)
            out.attribute(" x2=\"", end.x)
            out.attribute(" y2=\"", end.y)
        case .rects:
            out.raw("<path d=\"")
            write(boxes: mark.shape)
            out.raw("\"")
        case .path(let path):
            out.raw("<path d=\"")
            write(path)
            out.raw("\"")
        case .polyline(let points):
            out.raw("<path d=\"")
            write(polyline: points)
            out.raw("\"")
        }
        if withPaint {
            write(mark.paint, shape: mark.shape)
            if mark.shape.isBox { out.raw(" shape-rendering=\"crispEdges\"") }
        }
        if let identity = mark.identity {
            write(identity)
        } else if case .rects = mark.shape, let series {
            out.raw(" role=\"img\"")
            out.attribute(" aria-label=\"", series)
        }
        out.raw("/>\n")
    }

    private mutating func write(_ identity: Mark.Identity) {
        if hasButtons {
            switch identity.control {
            case nil:
                out.raw(" role=\"button\" aria-pressed=\"")
                if identity.isSelected { out.raw("true\"") } else { out.raw("false\"") }
            case .toggle(let isOn):
                out.raw(" role=\"switch\" aria-checked=\"")
                if isOn { out.raw("true\"") } else { out.raw("false\"") }
            case .slider(let share, let value):
                out.raw(" role=\"slider\" aria-valuemin=\"0\" aria-valuemax=\"100\"")
                out.attribute(
                    " aria-valuenow=\"", share.isFinite ? Int((share * 100).rounded()) : 0)
                out.attribute(" aria-valuetext=\"", value)
            }
            out.attribute(" aria-label=\"", identity.label)
            // Each chart has one tab stop, which arrow keys move.
            if isTabStop { out.raw(" tabindex=\"0\"") } else { out.raw(" tabindex=\"-1\"") }
            isTabStop = false
        }
        if identity.category >= 0 { out.attribute(" data-category=\"", identity.category) }
        if identity.series >= 0 { out.attribute(" data-series=\"", identity.series) }
        if identity.value > 0 { out.attribute(" data-value=\"", identity.value) }
    }
}
