package import PeriluneDrawing

extension Rect {
    /// The rectangle with its edges at whole points, so that they are sharp; unchanged if it would become empty.
    package var snapped: Rect {
        let (left, top) = (minX.rounded(), minY.rounded())
        let (right, bottom) = (maxX.rounded(), maxY.rounded())
        guard right > left, bottom > top else { return self }
        return Rect(left, top, right - left, bottom - top)
    }

    /// The rectangle reduced by a length on each side.
    package func inset(by length: Double) -> Rect {
        inset(left: length, top: length, right: length, bottom: length)
    }

    /// The rectangle with infinite, NaN and negative lengths replaced; input may contain them.
    package var sanitized: Rect {
        func sanitized(_ value: Double) -> Double {
            value.isFinite ? max(-Self.far, min(Self.far, value)) : 0
        }
        return Rect(sanitized(x), sanitized(y), max(0, sanitized(width)), max(0, sanitized(height)))
    }

    private static let far = 1e6
}
