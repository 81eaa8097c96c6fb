import PeriluneDrawing

extension PlotLayout {
    /// The value axes, from 0 to 1; their position is known when their labels have been measured.
    func valueScales(parts: Int) -> (left: LinearScale, right: LinearScale?) {
        let isDual = plot.hasDualAxis && plot.layers.count > 1
        var domain = PlotDomain(
            series.filter { !isDual || $0.layer == 0 }, visible: visible,
            common: plot.sharedValueDomain)
        for line in [reference, plot.upperThreshold, plot.lowerThreshold] {
            if let line { domain.cover(line) }
        }
        let areCounts = plot.layers.allSatisfy {
            $0.values.first?.areCounts == true && $0.stacking?.isShare != true
        }
        var parts = parts
        if areCounts, let values = domain.values, values.upperBound < 100 {
            parts = max(1, min(parts, Int(values.upperBound)))
        }
        let left =
            logarithmic(domain, layer: 0, parts: parts)
            ?? LinearScale(
                covering: domain.values, includesZero: domain.includesZero, from: 0, to: 1,
                parts: parts)
        guard isDual else { return (left, nil) }
        let other = PlotDomain(series.filter { $0.layer > 0 }, visible: visible)
        if let right = logarithmic(other, layer: 1, parts: parts) { return (left, right) }
        if left.isLogarithmic {
            return (
                left,
                LinearScale(
                    covering: other.values, includesZero: other.includesZero, from: 0, to: 1,
                    parts: parts)
            )
        }
        if let pair = LinearScale.pair(domain, other, parts: parts) { return pair }
        let beside = LinearScale(
            beside: left, covering: other.values, includesZero: other.includesZero)
        let right =
            beside
            ?? LinearScale(
                covering: other.values, includesZero: other.includesZero, from: 0, to: 1,
                parts: parts)
        return (left, right)
    }

    /// The logarithmic scale of a layer; `nil` if its values do not use one.
    private func logarithmic(_ domain: PlotDomain, layer: Int, parts: Int) -> LinearScale? {
        guard plot.layers.indices.contains(layer) else { return nil }
        let layers = plot.hasDualAxis ? [plot.layers[layer]] : plot.layers
        guard let values = domain.values,
            layers.allSatisfy({ $0.values.first?.isLogarithmic == true })
        else { return nil }
        if layers.contains(where: { $0.values.first?.isSymmetric == true }) {
            let cells = layers.flatMap { $0.values.prefix(1).flatMap(\.cells) }.joined()
            return LinearScale(
                symmetric: values, smallest: plot.sharedSmallestValue ?? cells.smallestDistance,
                from: 0,
                to: 1, parts: parts)
        }
        guard values.lowerBound > 0 else { return nil }
        return LinearScale(logarithmic: values, from: 0, to: 1, parts: parts)
    }

    /// The part of a band between groups of columns.
    var bandGap: Double {
        guard isHorizontal, let row = display.row else { return theme.spacing.band }
        return 1 - row.height / row.band
    }

    /// The scale of categories in bands, from the left or from the top.
    func bandScale(from start: Double, to end: Double) -> BandScale {
        if isHorizontal, let row = display.row {
            let count = Double(max(1, visible.count))
            return BandScale(
                count: plot.categories.count, range: plot.range, from: start,
                to: min(end, start + (row.band * count).rounded()))
        }
        // Limits the width of columns: a few of them are centered instead of stretched.
        let widest = isHorizontal ? 72.0 : 190.0
        let slots = Double(max(1, columnSlots.count))
        let most = max(widest, slots * (isHorizontal ? 40 : 80)) * Double(visible.count)
        let spare = columnSlots.isEmpty ? 0 : max(0, (end - start) - most)
        return BandScale(
            count: plot.categories.count, range: plot.range, from: start + (spare / 2).rounded(),
            to: end - (spare / 2).rounded())
    }

    /// The scale of categories that are times, bins or numbers; `nil` for others, and for numbers with columns.
    func positionScale(from start: Double, to end: Double) -> LinearScale? {
        guard let places = plot.positions else { return nil }
        if plot.time != nil { return timeScale(places, from: start, to: end) }
        if let bins = plot.bins { return binScale(bins, from: start, to: end) }
        guard columnSlots.isEmpty else { return nil }
        if let names = plot.positionNames {
            // A name has as much room on its left as on its right.
            return LinearScale(
                between: -0.5...(Double(max(1, names.count)) - 0.5), from: start, to: end)
        }
        var domain = PlotDomain([], visible: visible)
        for place in places[visible.clamped(to: places.indices)] { domain.cover(place) }
        if plot.hasSymmetricPositions, let values = domain.values {
            return LinearScale(
                symmetric: values, smallest: places.smallestDistance, from: start, to: end,
                parts: max(1, min(8, Int((end - start) / 80))))
        }
        if plot.hasLogarithmicPositions, let values = domain.values, values.lowerBound > 0 {
            return LinearScale(
                logarithmic: values, from: start, to: end,
                parts: max(1, min(8, Int((end - start) / 80))))
        }
        return LinearScale(
            covering: domain.values, includesZero: false, from: start, to: end,
            parts: max(1, min(8, Int((end - start) / 80))))
    }

    /// The columns side by side in each category: every series of columns, and every stack.
    var columnSlots: [[PlotSeries]] {
        var slots: [[PlotSeries]] = []
        for (index, layer) in plot.layers.enumerated() {
            let own = series.filter { $0.layer == index && $0.isVisible }
            switch layer.kind {
            case .column where layer.stacking != nil, .bar where layer.stacking != nil:
                slots += own.isEmpty ? [] : [own]
            case .column, .bar, .bullet, .pie, .donut, .waterfall, .box, .candle:
                slots += own.map { [$0] }
            case .line, .area, .scatter, .bubble: break
            }
        }
        return slots
    }

    /// The whole rectangle for marks, without axes.
    func bareArea(in rect: Rect) -> PlotArea {
        let inner = Rect(
            rect.minX.rounded(.up), rect.minY.rounded(.up),
            max(0, rect.maxX.rounded(.down) - rect.minX.rounded(.up)),
            max(0, rect.maxY.rounded(.down) - rect.minY.rounded(.up)))
        return area(within: inner, scales: valueScales(parts: 2))
    }

    /// The scales at their places within the axes.
    func area(within rect: Rect, scales: (left: LinearScale, right: LinearScale?)) -> PlotArea {
        let ends =
            isHorizontal ? (from: rect.minX, to: rect.maxX) : (from: rect.maxY, to: rect.minY)
        var area = PlotArea(
            rect: rect, isHorizontal: isHorizontal,
            bands: isHorizontal
                ? bandScale(from: rect.minY, to: rect.maxY)
                : bandScale(from: rect.minX, to: rect.maxX),
            positions: isHorizontal ? nil : positionScale(from: rect.minX, to: rect.maxX),
            left: scales.left.placed(from: ends.from, to: ends.to),
            right: scales.right?.placed(from: ends.from, to: ends.to))
        if let positions = area.positions {
            if plot.time != nil { area.bands = bands(around: positions) }
            if let bins = plot.bins { area.bands = bands(of: bins, on: positions) }
        }
        makeRoomBeside(&area)
        return area
    }
}

extension Sequence<Double> {
    /// The smallest distance of a non-zero number from zero; 1 if there is none.
    var smallestDistance: Double {
        reduce(.infinity) { $1.isFinite && $1 != 0 ? Swift.min($0, abs($1)) : $0 }.finiteOrOne
    }
}

extension Double {
    fileprivate var finiteOrOne: Double { isFinite ? self : 1 }
}
