import PeriluneDrawing

/// A series of a plot with everything that drawing it takes.
///
/// Series are numbered through all layers, in order: the number is what a selection, an identity and a
/// colour of the palette mean.
struct PlotSeries: Sendable {
    let number: Int
    let layer: Int
    let kind: Plot.Kind
    let label: String
    let isVisible: Bool
    let style: SeriesStyle
    /// By ValueSequence: `values[0]` is what the value axis shows, `values[1]` the size of a bubble.
    let values: [[Double]]
    let format: NumberFormat
    let sizeFormat: NumberFormat

    /// The number of a category, NaN where there is none or it is none.
    func value(_ category: Int, sequence: Int = 0) -> Double {
        guard sequence < values.count, category < values[sequence].count else { return .nan }
        let value = values[sequence][category]
        return value.isFinite ? value : .nan
    }

    static func all(of plot: Plot, theme: Theme) -> [PlotSeries] {
        var all: [PlotSeries] = []
        for (index, layer) in plot.layers.enumerated() {
            for (row, series) in layer.series.enumerated() {
                let title = layer.title.isEmpty ? layer.values.first?.title ?? "" : layer.title
                let own = series.label.isEmpty ? title : series.label
                let isAmbiguous =
                    plot.layers.count > 1 && !series.label.isEmpty && !title.isEmpty
                    && plot.layers.indices.contains { other in
                        other != index && plot.layers[other].series.contains(series)
                    }
                all.append(
                    PlotSeries(
                        number: all.count, layer: index, kind: layer.kind,
                        label: isAmbiguous ? "\(title), \(own)" : own, isVisible: series.isVisible,
                        style: theme.style(all.count, label: series.label),
                        values: layer.values.map { row < $0.cells.count ? $0.cells[row] : [] },
                        format: layer.values.first?.format ?? .plain,
                        sizeFormat: layer.values.dropFirst().first?.format ?? .plain))
            }
        }
        return all
    }
}
