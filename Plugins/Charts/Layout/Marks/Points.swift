import PeriluneDrawing

extension MarkPainter {
    /// A marker at each point.
    func points() -> [Node] {
        guard !hasDensity else { return densities() }
        var outlined: [Mark.Shape] = []
        let all = shown(.scatter).map { (series: $0, places: places($0)) }
        // Alike in all series: a larger or darker point would seem to be more.
        let count = all.reduce(0) { max($0, $1.places.count) }
        let size = plot.markerSize
        let diameter = count > 2000 ? size / 2 : count > 300 ? size * 0.8 : size * 1.1
        // With many points, use transparency, so that places where they overlap are darker.
        let opacity = count > 300 ? 0.45 : 0.8
        let nodes = all.map { series, places in
            var marks: [Node] = []
            var batches: [Emphasis: [Rect]] = [:]
            for place in places {
                let emphasis = emphasis(place.category, series)
                if isSelected(place.category, series) {
                    outlined.append(.circle(center: place.point, radius: diameter * 5 / 6))
                }
                guard hasIdentities else {
                    batches[emphasis, default: []].append(
                        Rect(
                            place.x - diameter / 2, place.y - diameter / 2, diameter, diameter))
                    continue
                }
                let shape = series.style.marker.shape(at: place.point, diameter: diameter)
                let color = series.style.color.withOpacity(emphasis == .full ? opacity : 0.25)
                marks.append(
                    .mark(Mark(shape, .fill(color), identity: identity(place.category, series))))
            }
            for emphasis in [Emphasis.dimmed, .full] {
                guard let rects = batches[emphasis] else { continue }
                let color = series.style.color.withOpacity(emphasis == .full ? opacity : 0.25)
                marks.append(.mark(Mark(.rects(rects), .fill(color))))
            }
            return group(series, marks)
        }
        return nodes + outlines(outlined)
    }

    /// The positions of a series' points; only the first one in each pixel.
    func places(_ series: PlotSeries) -> [LinePoint] {
        let scale = area.scale(series.layer)
        var seen: Set<Pixel> = []
        return plot.visible.compactMap { category in
            let value = series.value(category)
            let x = area.center(category, plot.plot.positions)
            guard !value.isNaN, !x.isNaN else { return nil }
            let place = LinePoint(category: category, x: x, y: scale.clamped(value))
            return hasIdentities || seen.insert(Pixel(place)).inserted ? place : nil
        }
    }

    /// A pixel in which a mark is visible.
    struct Pixel: Hashable {
        var x: Int32
        var y: Int32

        init(_ place: LinePoint) {
            x = Int32(max(-1e9, min(1e9, place.x)))
            y = Int32(max(-1e9, min(1e9, place.y)))
        }
    }
}
