extension FigureBuilder {
    /// How the marks of a chart are stacked; `nil` if they are not.
    func stacking(of chart: Chart) -> Plot.Stacking? {
        switch chart.kind {
        case .stackedColumn, .stackedBar, .stackedArea, .histogram: .sum
        case .percentColumn, .percentBar, .percentArea:
            .share(formats.numbers(format: ValueFormat.Kind.percentage.name, currency: nil))
        default: nil
        }
    }
}
