import PeriluneDrawing

/// Reduces the columns that share a pixel.
///
/// Of each series only the highest column of a pixel is kept, and the lowest one below zero. They are drawn in
/// one place, shorter ones in front of taller ones, so that the top of every series is visible at its true height.
/// Drawing them in the order of the series, or mixing their colours, would hide some.
struct ColumnReduction {
    let pixels: Int
    let slots: Int
    /// The category by pixel and slot; -1 if there is none.
    private(set) var highest: [Int32]
    private(set) var lowest: [Int32]
    private var highs: [Double]
    private var lows: [Double]

    init(pixels: Int, slots: Int) {
        self.pixels = pixels
        self.slots = slots
        highest = Array(repeating: -1, count: pixels * slots)
        lowest = highest
        highs = Array(repeating: 0, count: pixels * slots)
        lows = highs
    }

    /// Adds a column; NaN and zero are ignored.
    mutating func add(_ category: Int, slot: Int, pixel: Int, below: Double, above: Double) {
        let place = min(max(0, pixel), pixels - 1) * slots + slot
        if above > highs[place] {
            highs[place] = above
            highest[place] = Int32(truncatingIfNeeded: category)
        }
        if below < lows[place] {
            lows[place] = below
            lowest[place] = Int32(truncatingIfNeeded: category)
        }
    }
}

extension MarkPainter {
    func reducedColumns() -> [Node] {
        let start = area.bands.start
        let pixels = max(1, Int((area.bands.end - start).rounded(.up)))
        let geometry = columnGeometry
        var reduction = ColumnReduction(pixels: pixels, slots: slots.count)
        for (index, slot) in slots.enumerated() {
            for category in plot.visible {
                var (below, above) = (0.0, 0.0)
                for series in slot where series.isColumn && !series.value(category).isNaN {
                    below = min(below, series.span(category).to)
                    above = max(above, series.span(category).to)
                }
                for pixel in geometry.pixels(category) {
                    reduction.add(
                        category, slot: index, pixel: pixel, below: below, above: above)
                }
            }
        }
        var pieces = ColumnPieces(seriesCount: plot.series.count)
        for pixel in 0..<pixels {
            let along = start + Double(pixel)
            pieces.add(
                columnParts(reduction.highest, pixel, isNegative: false), at: along, in: area)
            pieces.add(columnParts(reduction.lowest, pixel, isNegative: true), at: along, in: area)
        }
        return slots.joined().map { series in
            let styles: [(Emphasis, [Rect])] = [
                (.dimmed, pieces.dimmed[series.number]), (.full, pieces.full[series.number]),
            ]
            return group(
                series,
                styles.filter { !$0.1.isEmpty }.map { style, rects in
                    .mark(Mark(.rects(rects), fill(series, style)))
                })
        }
    }

    /// The parts of all columns of a pixel, each from zero or from the part of the stack below it.
    private func columnParts(
        _ categories: [Int32], _ pixel: Int, isNegative: Bool
    ) -> [ColumnPieces.Part] {
        var parts: [ColumnPieces.Part] = []
        for (index, slot) in slots.enumerated() {
            let category = Int(categories[pixel * slots.count + index])
            guard category >= 0 else { continue }
            for series in slot {
                let value = series.value(category)
                guard isNegative ? value < 0 : value > 0 else { continue }
                let scale = area.scale(series.layer)
                let span = series.span(category)
                parts.append(
                    ColumnPieces.Part(
                        series: series.number, emphasis: emphasis(category, series),
                        base: scale.clamped(span.from).rounded(),
                        end: scale.clamped(span.to).rounded()))
            }
        }
        return parts
    }
}

/// The visible parts of the columns that share a pixel.
struct ColumnPieces {
    private(set) var full: [[Rect]]
    private(set) var dimmed: [[Rect]]

    struct Part {
        var series: Int
        var emphasis: MarkPainter.Emphasis
        var base: Double
        var end: Double
    }

    init(seriesCount: Int) {
        full = Array(repeating: [], count: seriesCount)
        dimmed = full
    }

    /// Adds the parts of a column; the longest one is visible up to the next one in front of it.
    mutating func add(_ parts: [Part], at along: Double, in area: PlotArea) {
        guard let base = parts.first?.base else { return }
        let sorted = parts.sorted { abs($0.end - base) < abs($1.end - base) }
        var reached = base
        for part in sorted {
            let from = abs(part.base - base) > abs(reached - base) ? part.base : reached
            let length = abs(part.end - from)
            guard length > 0 else { continue }
            let low = min(from, part.end)
            let rect =
                area.isHorizontal ? Rect(low, along, length, 1) : Rect(along, low, 1, length)
            if part.emphasis == .full {
                full[part.series].append(rect)
            } else {
                dimmed[part.series].append(rect)
            }
            reached = part.end
        }
    }
}
