import PeriluneDrawing

/// The positions of a plot's categories and numbers in the picture.
struct PlotArea: Sendable {
    /// Within the axes.
    var rect: Rect
    /// Bars: categories go down, numbers to the right.
    var isHorizontal: Bool
    var bands: BandScale
    /// Instead of bands, where categories are numbers.
    var positions: LinearScale?
    var left: LinearScale
    /// The scale of the second layer, if it has an axis of its own.
    var right: LinearScale?

    /// Sets the ticks of the time axis, which depend on the room for labels.
    mutating func setTicks(_ ticks: [Double]) {
        guard let scale = positions, !ticks.isEmpty else { return }
        positions = LinearScale(
            between: scale.domain, ticks: ticks, from: scale.start, to: scale.end)
    }

    func scale(_ layer: Int) -> LinearScale { layer == 0 ? left : right ?? left }

    /// The middle of a category along its axis; NaN for one without a place.
    func center(_ category: Int, _ places: [Double]?) -> Double {
        guard let positions else { return bands.center(of: category) }
        guard let places, category < places.count, places[category].isFinite else { return .nan }
        return positions.clamped(places[category])
    }

    /// A rectangle over a part of the category axis and a part of the value axis, on whole pixels.
    ///
    /// What is not zero is at least a pixel long.
    func rect(
        along start: Double, _ end: Double, from base: Double, to value: Double,
        on scale: LinearScale
    ) -> Rect {
        let a = scale.clamped(base).rounded()
        var b = scale.clamped(value).rounded()
        if a == b, value != base {
            let isUp = (value > base) == (scale.end > scale.start)
            b += isUp ? 1 : -1
            if b > max(scale.start, scale.end) || b < min(scale.start, scale.end) { b = a }
        }
        let low = min(a, b)
        let length = abs(a - b)
        return isHorizontal
            ? Rect(low, start, length, end - start) : Rect(start, low, end - start, length)
    }
}
