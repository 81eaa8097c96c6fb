extension PlotLayout {
    /// The times of the categories that are shown, from early to late, each once.
    private var times: [Double] {
        guard let places = plot.positions else { return [] }
        let shown = places[visible.clamped(to: places.indices)].filter(\.isFinite)
        return Array(Set(shown)).sorted()
    }

    /// The shortest time between two categories; a day if there is only one.
    private func shortest(_ times: [Double]) -> Double {
        zip(times.dropFirst(), times).map { $0 - $1 }.min() ?? 86_400
    }

    /// The time scale; columns have half of their band on both sides, points a small margin.
    func timeScale(_ places: [Double], from start: Double, to end: Double) -> LinearScale? {
        let times = times
        guard let first = times.first, let last = times.last else { return nil }
        let band = shortest(times)
        let margin = columnSlots.isEmpty ? min(band / 2, (last - first) * 0.03) : band / 2
        let room = last > first ? margin : band / 2
        return LinearScale(between: (first - room)...(last + room), from: start, to: end)
    }

    /// Bands around times, as wide as the shortest time from one to the next.
    func bands(around scale: LinearScale) -> BandScale {
        let times = times
        let width = (scale.position(shortest(times)) - scale.position(0)).magnitude
        let widest = 190.0 * Double(max(1, columnSlots.count)).squareRoot()
        return BandScale(
            around: (plot.positions ?? []).map(scale.position), width: min(width, widest),
            visible: visible, from: scale.start, to: scale.end)
    }
}
