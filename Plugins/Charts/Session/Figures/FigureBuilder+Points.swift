extension FigureBuilder {
    /// Whether every row is a point of its own: in a cloud of points, unless rows are to be combined.
    ///
    /// Bubbles over names that no row repeats stand beside each other as columns do.
    func arePoints(_ chart: Chart, _ category: Column, _ pivot: Pivot) -> Bool {
        guard let kind = chart.kind, kind.isCloud, chart.values.allSatisfy({ $0.aggregate == nil })
        else { return false }
        guard kind == .bubble, case .texts = category.cells else { return true }
        let rows = Set(zip(pivot.seriesOfRow, pivot.categoryOfRow).map { [$0, $1] })
        return rows.count < pivot.categoryOfRow.count
    }

    /// Puts points at their numbers, and says how many have none; those of a name stand over one another.
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
        plot.positions = keys.map(\.cell.number)
        let areNumbers = keys.allSatisfy { if case .date = $0.cell { false } else { true } }
        if areNumbers {
            plot.positionFormat = formats.names(format: axis.format, currency: axis.currencyCode)
        }
        let lost = keys.count { !$0.cell.number.isFinite }
        let title = axis.displayName.isEmpty ? axis.column ?? "" : axis.displayName
        return lost == 0
            ? [] : ["\(lost == 1 ? "1 point has" : "\(lost) points have") no number for \(title)"]
    }
}

extension Chart.Kind {
    /// Whether it shows points whose places are numbers in both directions.
    var isCloud: Bool { self == .scatter || self == .bubble }
}

extension Cell {
    /// Where the value stands on a continuous axis; NaN where it does not.
    fileprivate var number: Double {
        switch self {
        case .number(let number): number
        case .date(let microseconds): Double(microseconds) / 1e6
        case .text, .null: .nan
        }
    }
}
