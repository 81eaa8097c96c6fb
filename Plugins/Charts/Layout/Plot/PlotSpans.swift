/// The start and end of marks that do not start at zero.
struct PlotSpans {
    /// By series and category; empty where marks begin at zero, or are hidden.
    private(set) var ofSeries: [[PlotSeries.Span]]

    init(of layer: Plot.Layer, in plot: Plot) {
        ofSeries = Array(repeating: [], count: layer.series.count)
        let cells = layer.values.first?.cells ?? []
        let shown = layer.series.indices.filter {
            layer.series[$0].isVisible && cells.indices.contains($0)
        }
        if layer.kind == .waterfall {
            for series in shown { ofSeries[series] = Self.steps(cells[series], plot) }
        } else if let stacking = layer.stacking {
            stack(shown.map { ($0, cells[$0]) }, plot.categories.count, stacking)
        }
    }

    /// Stacks each mark on those of the previous series; negative ones are stacked downwards.
    private mutating func stack(
        _ rows: [(series: Int, cells: [Double])], _ count: Int, _ stacking: Plot.Stacking
    ) {
        let none = PlotSeries.Span(from: .nan, to: .nan)
        for row in rows { ofSeries[row.series] = Array(repeating: none, count: count) }
        for category in 0..<count {
            func value(_ row: [Double]) -> Double {
                category < row.count && row[category].isFinite ? row[category] : .nan
            }
            var (below, above) = (0.0, 0.0)
            for row in rows {
                let value = value(row.cells)
                guard !value.isNaN else {
                    // A missing value of an area continues at the height of the area below.
                    ofSeries[row.series][category] = .init(from: above, to: above)
                    continue
                }
                let from = value < 0 ? below : above
                let to = max(-1e300, min(1e300, from + value))
                if value < 0 { below = to } else { above = to }
                ofSeries[row.series][category] = .init(from: from, to: to)
            }
            guard case .share = stacking else { continue }
            let total = above / 2 - below / 2
            for row in rows {
                let span = ofSeries[row.series][category]
                let part = { total > 0 ? $0 / 2 / total : 0 }
                ofSeries[row.series][category] = .init(from: part(span.from), to: part(span.to))
            }
        }
    }

    /// Each mark begins where the one before ends; a total begins at zero.
    private static func steps(_ cells: [Double], _ plot: Plot) -> [PlotSeries.Span] {
        var sum = 0.0
        return cells.enumerated().map { category, value in
            if plot.totals.contains(category) { return .init(from: 0, to: sum) }
            guard value.isFinite else { return .init(from: .nan, to: .nan) }
            let from = sum
            sum = max(-1e300, min(1e300, sum + value))
            return .init(from: from, to: sum)
        }
    }
}
