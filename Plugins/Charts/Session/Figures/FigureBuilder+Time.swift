import PeriluneLocale

extension FigureBuilder {
    /// Whether categories are placed at their times: if they are dates, and the metadata sets no other order.
    func isInTime(
        _ column: Column, _ axis: Chart.Axis, _ kinds: [Chart.Kind], _ item: ItemState
    ) -> Bool {
        guard column.hasTimes else { return false }
        return mayBeInTime(axis, kinds, item)
    }

    /// Whether categories that are dates are placed at their times.
    func mayBeInTime(_ axis: Chart.Axis, _ kinds: [Chart.Kind], _ item: ItemState) -> Bool {
        guard axis.scale == nil || axis.scale == .time, axis.sort == CategorySort(),
            item.sort == nil
        else { return false }
        return kinds.allSatisfy { $0.hasTimeAxis }
    }

    /// Places categories that are dates at their times, and notes how many have none.
    func placeOnTimeAxis(
        _ keys: [BuiltFigure.Key], _ column: Column, on plot: inout Plot
    ) -> [String] {
        plot.positions = keys.map { $0.instant.map { Double($0) / 1e6 } ?? .nan }
        let locale = formats.locale
        var axis = TimeAxis { locale.write(date: $0, $1.style) }
        if case .dates = column.cells, column.instants != nil, let clock {
            axis.localFromInstant = clock.local
            axis.instantFromLocal = clock.instant
        }
        axis.hasTimesOfDay = keys.contains { key in
            let time: Int64? = if case .date(let date) = key.cell { date } else { key.instant }
            return time.map { DateFunctions.midnight($0) != $0 } ?? false
        }
        plot.time = axis
        let lost = keys.indices.filter { keys[$0].instant == nil }
        guard !lost.isEmpty else { return [] }
        for layer in plot.layers.indices {
            for value in plot.layers[layer].values.indices {
                for series in plot.layers[layer].values[value].cells.indices {
                    for category in lost {
                        plot.layers[layer].values[value].cells[series][category] = .nan
                    }
                }
            }
        }
        return [
            lost.count == 1 ? "1 category has no time" : "\(lost.count) categories have no time"
        ]
    }
}

extension Column {
    fileprivate var hasTimes: Bool {
        switch cells {
        case .dates(let dates): dates.contains { $0 != nil }
        case .texts: instants != nil
        case .numbers: false
        }
    }
}

extension Pivot {
    /// Sorts categories by time, those without a time last.
    mutating func sortByTime() {
        reorder(
            categories.indices.sorted {
                (categories[$0].instant ?? .max, $0) < (categories[$1].instant ?? .max, $1)
            })
    }
}

extension Chart.Kind {
    fileprivate var hasTimeAxis: Bool {
        switch self {
        case .column, .stackedColumn, .percentColumn, .line, .area, .stackedArea, .percentArea,
            .bubble, .scatter, .candlestick, .kpi:
            true
        case .bar, .stackedBar, .percentBar, .pie, .donut, .dataGrid, .horizontalBullet,
            .verticalBullet, .treeMap, .histogram, .boxPlot, .waterfall, .heatMap:
            false
        }
    }
}

extension TimeAxis.Parts {
    fileprivate var style: DateStyle {
        switch self {
        case .year: .year
        case .month: .shortMonth
        case .monthAndYear: .monthAndYear
        case .day: .monthAndDay
        case .dayAndYear: .medium
        case .time: .time
        case .dayAndTime: .monthDayAndTime
        case .seconds: .timeWithSeconds
        }
    }
}
