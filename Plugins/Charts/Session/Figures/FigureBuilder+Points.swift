extension FigureBuilder {
    /// Whether every row is a point of its own: in scatter and bubble charts, unless rows are combined.
    ///
    /// Bubbles over names that no row repeats are placed beside each other, as columns are.
    func arePoints(_ chart: Chart, _ category: Column, _ pivot: Pivot) -> Bool {
        guard let kind = chart.kind, kind.isCloud, chart.values.allSatisfy({ $0.aggregate == nil })
        else { return false }
        guard kind == .bubble, case .texts = category.cells else { return true }
        let rows = Set(zip(pivot.seriesOfRow, pivot.categoryOfRow).map { [$0, $1] })
        return rows.count < pivot.categoryOfRow.count
    }

    /// Places points at their numbers, and notes how many have none; points of one name are above one another.
    func place(
        _ keys: [BuiltFigure.Key], of axis: Chart.Axis, on plot: inout Plot
    ) -> [String] {
        guard keys.contains(where: { $0.cell.number.isFinite }) else {
            var places: [BuiltFigure.Key: Int] = [:]
            var names: [Label] = []
            plot.positions = zip(keys, plot.categories).map { key, label in
                if let place = places[key] { return Double(place) }
                places[key] = names.count
                names.append(label)
                return Double(names.count - 1)
            }
            plot.positionNames = names
            return []
        }
        let positions = keys.map(\.cell.number)
        plot.positions = positions
        let areNumbers = keys.allSatisfy { if case .date = $0.cell { false } else { true } }
        if areNumbers {
            plot.positionFormat = formats.positions(
                positions, format: axis.format, currency: axis.currencyCode)
        }
        let lost = keys.count { !$0.cell.number.isFinite }
        let title = axis.displayName.isEmpty ? axis.column ?? "" : axis.displayName
        return lost == 0 ? [] : [Self.lost(lost, title)]
    }
}

extension FigureBuilder {
    /// Whether points are drawn as hexagons; warns if they have named positions, which cannot be grouped.
    mutating func isInHexagons(_ axis: Chart.Axis, _ plot: Plot, _ chart: Chart) -> Bool {
        guard axis.isInHexagons, chart.kind?.isCloud == true, chart.facet == nil else {
            return false
        }
        if plot.positions != nil, plot.positionNames == nil { return true }
        report(
            ChartIssue(
                .other(chart.name), at: axis.place.inFile(nil), level: .warning,
                reason:
                    "chart \(chart.name): Hexagons requires categories that are numbers or dates"
            ))
        return false
    }
}

extension Chart.Kind {
    /// Whether it shows points whose places are numbers in both directions.
    var isCloud: Bool { self == .scatter || self == .bubble }
}

extension Cell {
    /// The position of the value on a continuous axis; NaN if it has none.
    fileprivate var number: Double {
        switch self {
        case .number(let number): number
        case .date(let microseconds): Double(microseconds) / 1e6
        case .text, .null: .nan
        }
    }
}
