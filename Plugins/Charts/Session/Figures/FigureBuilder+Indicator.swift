import PeriluneLocale

extension FigureBuilder {
    /// The last number of a chart as a tile: compared with its target, else with the number before.
    ///
    /// The target is the second value, else the reference value.
    func indicator(_ plot: Plot, _ chart: Chart) -> Figure.Content {
        guard let layer = plot.layers.first, let values = layer.values.first,
            let cells = values.cells.first,
            let last = cells.lastIndex(where: { !$0.isNaN })
        else { return .message("no data") }
        var spark = plot
        spark.layers = [layer]
        spark.layers[0].values = [values]
        spark.reference = nil
        spark.upperThreshold = nil
        spark.lowerThreshold = nil
        var indicator = Indicator(
            label: plot.categories[last].text, title: values.title,
            value: values.format.full(cells[last]), spark: spark)
        let isLowerBetter = chart.values.first?.isLowerBetter ?? false
        if let (name, target) = target(plot, layer, last) {
            indicator.change = change(
                from: target, to: cells[last], name, values.format, isLowerBetter)
        }
        return .indicator(indicator)
    }

    private func target(
        _ plot: Plot, _ layer: Plot.Layer, _ last: Int
    ) -> (name: String, value: Double)? {
        if let target = layer.values.dropFirst().first {
            guard let value = target.cells.first?[last], !value.isNaN else { return nil }
            return (target.title.isEmpty ? "Target" : target.title, value)
        }
        if let reference = plot.reference {
            return (plot.levelNames.reference ?? "Target", reference)
        }
        guard let before = layer.values[0].cells[0][..<last].lastIndex(where: { !$0.isNaN })
        else { return nil }
        return (plot.categories[before].text, layer.values[0].cells[0][before])
    }

    private func change(
        from base: Double, to value: Double, _ name: String, _ format: NumberFormat,
        _ isLowerBetter: Bool
    ) -> Indicator.Change {
        let difference = value - base
        let direction: Indicator.Direction =
            difference > 0 ? .up : difference < 0 ? .down : .level
        let sign = difference > 0 ? "+" : ""
        // There is no percentage of zero, so show the difference.
        let text =
            base == 0
            ? sign + format.full(difference)
            : sign
                + formats.numbers(format: ValueFormat.Kind.percentage.name, currency: nil)
                .axis(difference / abs(base), NumberFormat.AxisUnit(decimals: 3))
        return Indicator.Change(
            text: text, against: "\(name): \(format.full(base))", direction: direction,
            isGood: direction == .level ? nil : (direction == .up) != isLowerBetter)
    }
}
