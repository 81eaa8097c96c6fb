extension Grid {
    /// A chart as a table: a row for each category, a column for each series and value.
    package init(_ plot: Plot) {
        var columns = [
            Column(
                title: plot.categoryTitle,
                content: .text(
                    plot.categories.map(\.text), isNumber: false,
                    colors: Array(repeating: nil, count: plot.categories.count)),
                isHeader: true)
        ]
        for layer in plot.layers {
            for values in layer.values {
                for (series, cells) in zip(layer.series, values.cells) where series.isVisible {
                    let several = layer.values.count > 1
                    let title =
                        series.label.isEmpty
                        ? values.title
                        : several ? "\(series.label), \(values.title)" : series.label
                    columns.append(
                        Column(
                            title: title,
                            content: .text(
                                cells.map { $0.isNaN ? "-" : values.format.full($0) },
                                isNumber: true,
                                colors: Array(repeating: nil, count: cells.count)),
                            numbers: cells))
                }
            }
        }
        self.init(
            columns: columns, rowCount: plot.categories.count, selection: plot.selection)
    }
}
