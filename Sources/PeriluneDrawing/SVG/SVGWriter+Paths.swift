extension SVGWriter {
    /// Writes rectangles as one path.
    mutating func write(boxes shape: Mark.Shape) {
        switch shape {
        case .rect(let rect, _): write(box: rect)
        case .rects(let rects): for rect in rects { write(box: rect) }
        default: break
        }
    }

    @inline(__always)
    private mutating func write(box rect: Rect) {
        let (x, y) = (SVGBuffer.hundredths(rect.x), SVGBuffer.hundredths(rect.y))
        // Edges are rounded instead of widths, so that touching rectangles still touch.
        let width = SVGBuffer.hundredths(rect.maxX) - x
        let height = SVGBuffer.hundredths(rect.maxY) - y
        out.byte(UInt8(ascii: "M"))
        out.number(hundredths: x)
        out.next(hundredths: y)
        out.byte(UInt8(ascii: "h"))
        out.number(hundredths: width)
        out.byte(UInt8(ascii: "v"))
        out.number(hundredths: height)
        out.byte(UInt8(ascii: "h"))
        out.number(hundredths: -width)
        out.byte(UInt8(ascii: "z"))
    }

    /// Writes a polyline as relative steps, which are shorter than absolute coordinates and accumulate no errors.
    mutating func write(polyline points: [Point]) {
        guard let first = points.first else { return }
        var (x, y) = (SVGBuffer.hundredths(first.x), SVGBuffer.hundredths(first.y))
        out.byte(UInt8(ascii: "M"))
        out.number(hundredths: x)
        out.next(hundredths: y)
        guard points.count > 1 else { return }
        out.byte(UInt8(ascii: "l"))
        for (index, point) in points.dropFirst().enumerated() {
            let (nextX, nextY) = (SVGBuffer.hundredths(point.x), SVGBuffer.hundredths(point.y))
            if index == 0 {
                out.number(hundredths: nextX - x)
            } else {
                out.next(hundredths: nextX - x)
            }
            out.next(hundredths: nextY - y)
            (x, y) = (nextX, nextY)
        }
    }

    mutating func write(_ path: Path) {
        var next = 0
        for verb in path.verbs {
            switch verb {
            case .move: out.byte(UInt8(ascii: "M"))
            case .line: out.byte(UInt8(ascii: "L"))
            case .curve: out.byte(UInt8(ascii: "C"))
            case .close: out.byte(UInt8(ascii: "z"))
            }
            for place in 0..<verb.points {
                let point = path.points[next]
                let x = SVGBuffer.hundredths(point.x)
                if place == 0 { out.number(hundredths: x) } else { out.next(hundredths: x) }
                out.next(hundredths: SVGBuffer.hundredths(point.y))
                next += 1
            }
        }
    }
}

extension Path.Verb {
    /// The number of points of the shape.
    var points: Int {
        switch self {
        case .move, .line: 1
        case .curve: 3
        case .close: 0
        }
    }
}

extension Mark.Shape {
    /// Whether its edges are parallel to the pixels, so that they should be sharp.
    var isBox: Bool {
        switch self {
        case .rect(_, let corner): corner <= 0
        case .rects: true
        case .line(let start, let end): start.x == end.x || start.y == end.y
        case .circle, .path, .polyline: false
        }
    }

    /// Whether only its stroke is visible.
    var isLine: Bool {
        switch self {
        case .line, .polyline: true
        default: false
        }
    }
}
