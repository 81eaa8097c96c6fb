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
    let stacking: Plot.Stacking?
    /// The numbers by category: what the value axis shows, and what a mark shows besides.
    private let values: [Double]
    private let others: [[Double]]
    /// The numbers beyond the whiskers of a box, by category.
    private let outliers: [[Double]]
    /// Where marks begin and end that do not begin at zero: in a stack, or in a waterfall.
    private let spans: [Span]

    /// A part of the value axis.
    struct Span {
        var from: Double
        var to: Double
    }

    /// The number of a category; NaN if it is missing or not finite.
    func value(_ category: Int) -> Double { Self.number(category, of: values) }

    /// The size of a bubble; NaN if there is none.
    func size(_ category: Int) -> Double { number(1, category) }

    /// A number of a category by its sequence, from 0; NaN if there is none.
    func number(_ sequence: Int, _ category: Int) -> Double {
        guard sequence > 0 else { return value(category) }
        guard sequence <= others.count else { return .nan }
        return Self.number(category, of: others[sequence - 1])
    }

    func outliers(_ category: Int) -> [Double] {
        category < outliers.count ? outliers[category].filter(\.isFinite) : []
    }

    /// Whether its marks are single columns or bars.
    var isColumn: Bool {
        switch kind {
        case .column, .bar, .bullet, .pie, .donut, .waterfall: true
        case .line, .area, .scatter, .bubble, .box, .candle: false
        }
    }

    /// The name of its marks' shape in a theme.
    var shapeName: String {
        stacking != nil && kind == .column ? "stackedColumn" : kind.rawValue
    }

    /// The start and end of the mark of a category; both are NaN if there is none.
    func span(_ category: Int) -> Span {
        if category < spans.count { return spans[category] }
        let value = value(category)
        return Span(from: value.isNaN ? .nan : 0, to: value)
    }

    private static func number(_ category: Int, of row: [Double]) -> Double {
        guard category < row.count, row[category].isFinite else { return .nan }
        return row[category]
    }

    private init(
        _ series: Plot.Series, number: Int, row: Int, label: String, layer: (Int, Plot.Layer),
        styleNumber: Int, theme: Theme, spans: [Span]
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
        others = layer.1.values.indices.dropFirst().map(cells)
        outliers = row < layer.1.outliers.count ? layer.1.outliers[row] : []
        stacking = layer.1.stacking
        self.spans = spans
        format = layer.1.values.first?.format ?? .plain
        sizeFormat = layer.1.values.dropFirst().first?.format ?? .plain
    }

    static func all(of plot: Plot, theme: Theme) -> [PlotSeries] {
        var all: [PlotSeries] = []
        let styleNumbers = SeriesStyles.numbers(
            plot.layers.flatMap(\.series).map(\.styleNumber), of: theme.series.count)
        for (index, layer) in plot.layers.enumerated() {
            let spans = PlotSpans(of: layer, in: plot)
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
                        styleNumber: styleNumbers[all.count], theme: theme,
                        spans: spans.ofSeries[row]))
            }
        }
        return all
    }
}
