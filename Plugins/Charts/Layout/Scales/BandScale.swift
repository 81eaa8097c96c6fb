/// Assigns a band of the axis to each category.
package struct BandScale: Sendable, Hashable {
    /// The categories that are shown.
    package private(set) var visible: Range<Int>
    package private(set) var start: Double
    package private(set) var end: Double
    /// The width of a band; it may be less than a pixel.
    package private(set) var width: Double
    /// The centers of all categories, if bands are not evenly spaced.
    private var centers: [Double]?

    /// Evenly spaced bands for the part of the categories that `range` shows; 0 to 1 is all of them.
    package init(count: Int, range: ClosedRange<Double>, from start: Double, to end: Double) {
        visible = Self.visible(count: count, range: range)
        self.start = start
        self.end = end
        width = visible.isEmpty ? 0 : (end - start) / Double(visible.count)
    }

    /// Bands of equal width around these centers, one for each category.
    init(
        around centers: [Double], width: Double, visible: Range<Int>, from start: Double,
        to end: Double
    ) {
        self.visible = visible
        self.centers = centers
        self.width = width
        self.start = start
        self.end = end
    }

    /// The categories whose bands overlap a range by more than a rounding error; at least one.
    package static func visible(count: Int, range: ClosedRange<Double>) -> Range<Int> {
        guard count > 0 else { return 0..<0 }
        let all = Double(count)
        let trace = 1e-6
        let first = Int(min(max(0, range.lowerBound * all + trace), all - 1))
        let last = (min(max(0, range.upperBound), 1) * all - trace).rounded(.up)
        return first..<max(first + 1, Int(min(last, all)))
    }

    /// The start of a category's band.
    package func start(of category: Int) -> Double {
        if centers != nil { return center(of: category) - width / 2 }
        return start
            + (end - start) * (Double(category - visible.lowerBound) / Double(visible.count))
    }

    /// The middle of the band of a category.
    package func center(of category: Int) -> Double {
        if let centers { return centers.indices.contains(category) ? centers[category] : .nan }
        return start
            + (end - start)
            * ((Double(category - visible.lowerBound) + 0.5) / Double(visible.count))
    }
}
