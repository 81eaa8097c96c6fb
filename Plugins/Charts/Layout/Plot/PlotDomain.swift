/// The range of the value axis for some layers.
struct PlotDomain: Sendable {
    private(set) var values: ClosedRange<Double>?
    /// Lengths and areas are compared from zero; lines and points are compared with each other.
    private(set) var includesZero = false

    /// Computes the domain, extended by `common`, the range of several plots with the same axis, so that all of them
    /// include zero, or none.
    init(_ series: [PlotSeries], visible: Range<Int>, common: ClosedRange<Double>? = nil) {
        if let common {
            cover(common.lowerBound)
            cover(common.upperBound)
        }
        for series in series where series.isVisible {
            cover(series, visible)
            switch series.kind {
            case .line, .scatter, .bubble, .box, .candle: break
            default: includesZero = true
            }
        }
        if values == nil { includesZero = true }
        // If the values are not far from zero, include zero, so that small differences are not exaggerated.
        if let values, values.lowerBound >= 0, values.lowerBound <= values.upperBound / 2 {
            includesZero = true
        }
    }

    mutating func cover(_ value: Double) {
        guard value.isFinite else { return }
        values =
            values.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
    }

    private mutating func cover(_ series: PlotSeries, _ visible: Range<Int>) {
        var low = Double.infinity
        var high = -Double.infinity
        // Comparisons with NaN are false.
        func extend(_ value: Double) {
            if value < low { low = value }
            if value > high { high = value }
        }
        for category in visible {
            switch series.kind {
            case .box, .candle:
                for sequence in 0..<5 { extend(series.number(sequence, category)) }
                for outlier in series.outliers(category) { extend(outlier) }
            case .line, .scatter, .bubble: extend(series.value(category))
            default:
                let span = series.span(category)
                extend(span.from)
                extend(span.to)
            }
        }
        guard low <= high else { return }
        cover(low)
        cover(high)
    }
}
