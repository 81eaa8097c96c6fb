import PeriluneDrawing

extension PlotLayout {
    /// The legend, if there are several series, if a filter has left one of several, or if sizes need one.
    var legend: Legend {
        var legend = Legend()
        if directLabels != nil || plot.isInHexagons { return legend }
        if series.count > 1 || plot.layers.first?.series.first?.styleNumber != nil {
            legend.entries = series.map { series in
                Legend.Entry(
                    series.label, symbol: symbol(series), style: series.style,
                    series: series.number, isVisible: series.isVisible)
            }
        }
        legend.entries += waterfallEntries
        legend.sizes = bubbles.legend
        if !legend.sizes.isEmpty { legend.sizeTitle = bubbles.title }
        return legend
    }

    private func symbol(_ series: PlotSeries) -> Legend.Symbol {
        switch series.kind {
        case .line: .line(hasMarker: hasMarkers)
        // Points without number are drawn as squares.
        case .scatter: hasIdentities ? .marker : .swatch
        default: .swatch
        }
    }

    /// A line with more points than these would be a row of markers.
    var hasMarkers: Bool { visible.count <= 30 }

    /// Notes about parts that the picture omits or draws in an unexpected way.
    func notes(for area: PlotArea) -> [String] {
        var notes: [String] = []
        if let forecast = forecastNote { notes.append(forecast) }
        let painter = MarkPainter(self, area)
        notes += painter.reductionNotes
        if !plot.isInHexagons { notes += painter.densityNotes }
        if bubbles.negatives > 0 {
            let values = bubbles.negatives == 1 ? "value" : "values"
            notes.append("\(bubbles.negatives) negative \(values) not shown")
        }
        return notes
    }

    private var forecastNote: String? {
        guard let start = plot.predictiveStart, visible.contains(where: { $0 >= start }),
            plot.categories.indices.contains(start)
        else { return nil }
        let kinds = Set(plot.layers.map(\.kind))
        let from = plot.categories[start].text
        if !kinds.isDisjoint(with: [.line, .area]) { return "Dashed from \(from) on: forecast" }
        return kinds.isDisjoint(with: [.column, .bar])
            ? nil : "Pale from \(from) on: forecast"
    }

    /// A sentence that describes the chart.
    var description: String {
        let kinds = plot.layers.map(Self.name)
        let kind = kinds.first.map { first in
            kinds.allSatisfy { $0 == first }
                ? first : "overlay of " + kinds.joined(separator: " and ")
        }
        let shown =
            isCut
            ? "categories \(visible.lowerBound + 1) to \(visible.upperBound) of \(plot.categories.count)"
            : "\(plot.categories.count) categories"
        return [kind ?? "chart", shown, series.count > 1 ? "\(series.count) series" : nil]
            .compactMap { $0 }.joined(separator: ", ")
    }

    private static func name(_ layer: Plot.Layer) -> String {
        switch layer.kind {
        case .box: "box plot"
        case .candle: "candlestick chart"
        default:
            switch layer.stacking {
            case .sum: "stacked \(layer.kind.rawValue) chart"
            case .share: "100% stacked \(layer.kind.rawValue) chart"
            case nil: "\(layer.kind.rawValue) chart"
            }
        }
    }

    /// Where categories lie, for programs that find one at a point: the plot, the first category and how many
    /// there are, and where their bands begin and how long they are together.
    func data(_ area: PlotArea) -> [DataAttribute] {
        let rect = area.rect
        let sides = [rect.x, rect.y, rect.width, rect.height].map { "\(Int($0))" }
        return [
            DataAttribute("plot", sides.joined(separator: " ")),
            DataAttribute("categories", "\(visible.lowerBound) \(visible.count)"),
            DataAttribute(
                "bands",
                "\(isHorizontal ? "y" : "x") \(Int(area.bands.start)) "
                    + "\(Int(area.bands.end - area.bands.start))"),
        ]
    }
}
