import PeriluneDrawing

/// A series of a plot with everything that drawing it takes.
///
/// Series are numbered through all layers, in order: the number is what a selection and an identity mean. It is a class because loops over thousands of marks hand it on, and a copy
/// of everything in it would cost more than the marks.
final class PlotSeries: Sendable {
    let number: Int
    let layer: Int
    let kind: Plot.Kind
    let label: String
    let isVisible: Bool
    /// The number of its style in the theme.
    let styleNumber: Int
    let style: SeriesStyle
    let format: NumberFormat
    let sizeFormat: NumberFormat
    /// What the value axis shows, by category.
    private let values: [Double]
    /// How large bubbles are, by category.
    private let sizes: [Double]

    /// The number of a category, NaN where there is none or it is none.
    func value(_ category: Int) -> Double { Self.number(category, of: values) }

    /// The second number of a category, NaN where there is none or it is none.
    func size(_ category: Int) -> Double { Self.number(category, of: sizes) }

    private static func number(_ category: Int, of row: [Double]) -> Double {
        guard category < row.count, row[category].isFinite else { return .nan }
        return row[category]
    }

    private init(
        _ series: Plot.Series, number: Int, row: Int, label: String, layer: (Int, Plot.Layer),
        styleNumber: Int, theme: Theme
    ) {
        func cells(_ sequence: Int) -> [Double] {
            guard layer.1.values.indices.contains(sequence) else { return [] }
            let cells = layer.1.values[sequence].cells
            return cells.indices.contains(row) ? cells[row] : []
        }
        self.number = number
        self.layer = layer.0
        kind = layer.1.kind
        self.label = label
        isVisible = series.isVisible
        self.styleNumber = styleNumber
        style = theme.style(styleNumber, label: series.label)
        values = cells(0)
        sizes = cells(1)
        format = layer.1.values.first?.format ?? .plain
        sizeFormat = layer.1.values.dropFirst().first?.format ?? .plain
    }

    static func all(of plot: Plot, theme: Theme) -> [PlotSeries] {
        var all: [PlotSeries] = []
        let styleNumbers = SeriesStyles.numbers(
            plot.layers.flatMap(\.series).map(\.styleNumber), of: theme.series.count)
        for (index, layer) in plot.layers.enumerated() {
            let title = layer.title.isEmpty ? layer.values.first?.title ?? "" : layer.title
            for (row, series) in layer.series.enumerated() {
                let own = series.label.isEmpty ? title : series.label
                // Two layers may have a series of the same name.
                let isAmbiguous =
                    !series.label.isEmpty && !title.isEmpty
                    && plot.layers.indices.contains { other in
                        other != index
                            && plot.layers[other].series.contains { $0.label == series.label }
                    }
                all.append(
                    PlotSeries(
                        series, number: all.count, row: row,
                        label: isAmbiguous ? "\(title), \(own)" : own, layer: (index, layer),
                        styleNumber: styleNumbers[all.count], theme: theme))
            }
        }
        return all
    }
}
