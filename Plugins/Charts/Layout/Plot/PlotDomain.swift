/// What the value axis of some layers has to cover.
struct PlotDomain: Sendable {
    private(set) var values: ClosedRange<Double>?
    /// Lengths and areas are compared from zero; lines and points are compared with each other.
    private(set) var includesZero = false

    init(_ series: [PlotSeries], visible: Range<Int>) {
        for kind in Plot.Kind.allCases {
            let ofKind = series.filter { $0.kind == kind && $0.isVisible }
            guard !ofKind.isEmpty else { continue }
            switch kind {
            case .stackedColumn:
                for layer in Set(ofKind.map(\.layer)) {
                    coverStack(ofKind.filter { $0.layer == layer }, visible)
                }
            default: for series in ofKind { cover(series, visible) }
            }
            switch kind {
            case .line, .scatter, .bubble: break
            default: includesZero = true
            }
        }
        if values == nil { includesZero = true }
        // Where zero is near, an axis without it would only enlarge what is small.
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
        for category in visible {
            // Comparisons with NaN are false.
            let value = series.value(category)
            if value < low { low = value }
            if value > high { high = value }
        }
        guard low <= high else { return }
        cover(low)
        cover(high)
    }

    private mutating func coverStack(_ series: [PlotSeries], _ visible: Range<Int>) {
        for category in visible {
            let stack = PlotStack.sums(series, category)
            guard stack.hasValues else { continue }
            cover(stack.below)
            cover(stack.above)
        }
    }
}

/// What lies on one another at a category.
enum PlotStack {
    /// Numbers above zero and below it, each added up; so large a sum that it is none stays out.
    static func sums(
        _ series: [PlotSeries], _ category: Int
    ) -> (
        below: Double, above: Double, hasValues: Bool
    ) {
        var below = 0.0
        var above = 0.0
        var hasValues = false
        for series in series {
            let value = series.value(category)
            guard !value.isNaN else { continue }
            hasValues = true
            if value < 0 { below += value } else { above += value }
        }
        return (max(below, -1e300), min(above, 1e300), hasValues)
    }
}
