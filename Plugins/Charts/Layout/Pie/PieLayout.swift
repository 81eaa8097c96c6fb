package import PeriluneDrawing

/// Draws parts of a whole as slices: one pie with a label beside each slice, or a pie for each series.
package struct PieLayout: Sendable {
    let layout: ChartLayout
    let data: PieData

    package init(_ plot: Plot, _ layout: ChartLayout) {
        self.layout = layout
        data = PieData(plot)
    }

    /// Draws within the frame.
    package func group(_ figure: Figure, in rect: Rect) -> Group {
        let frame = Frame(figure, notes: data.notes, in: rect, layout: layout)
        let place = frame.content
        guard !data.shares.slices.isEmpty, place.width >= 4, place.height >= 4 else {
            return layout.chart(
                figure, frame, description: "no data", marks: layout.message("no data", in: place))
        }
        if data.series.count == 1, let only = data.series.first {
            let values = data.values(only)
            if figure.display.showsSeriesLabels, let marks = labelled(only, values, in: place) {
                return layout.chart(figure, frame, description: description, marks: marks)
            }
        }
        var listed = Frame(
            figure, notes: data.notes, legend: legend(hasPercentages: data.series.count == 1),
            in: rect, layout: layout)
        if listed.content == place {
            // There is no room for percentages, so list the names only.
            listed = Frame(
                figure, notes: data.notes, legend: legend(hasPercentages: false), in: rect,
                layout: layout)
        }
        let marks: [Node] =
            if data.series.count == 1, let only = data.series.first {
                [plainPie(only, data.values(only), in: listed.content)]
            } else {
                multiples(in: listed.content)
            }
        return layout.chart(figure, listed, description: description, marks: marks)
    }

    private var description: String {
        let kind = data.isDonut ? "donut" : "pie"
        return data.series.count == 1
            ? "\(kind) chart, \(data.shares.slices.count) slices"
            : "\(data.series.count) \(kind) charts, \(data.shares.slices.count) slices"
    }

    /// A pie with labels around it; `nil` if there is too little room.
    private func labelled(_ series: Int, _ values: [Double], in rect: Rect) -> [Node]? {
        let labels = PieLabels(data, values, layout)
        let center = Point(rect.midX.rounded(), rect.midY.rounded())
        let wide = rect.width * 0.32
        for (lines, most) in [(3, wide), (2, wide), (3, 96), (2, 96), (1, wide), (1, 96)] {
            guard let width = labels.width(lines: lines, most: most) else { continue }
            let height = labels.height(lines: lines)
            let beside = LeaderLines.width + 4 + width
            // The outermost labels may extend beyond the pie by about half their height.
            let radius = min(rect.width / 2 - beside, (rect.height - height) / 2 - 8, 220)
                .rounded(.down)
            guard radius >= max(28, min(rect.width, rect.height) * 0.26) else { continue }
            let sectors = arranged(series, values, center, radius)
            guard
                let leaders = LeaderLines(
                    sectors, height: height, within: rect.minY...rect.maxY)
            else { continue }
            let room = rect.width / 2 - radius - LeaderLines.width - 4
            return [pie(series, values, sectors)]
                + labels.nodes(leaders, within: room, lines: lines)
        }
        return nil
    }

    /// The meanings of the colours; with percentages if there is only one pie.
    private func legend(hasPercentages: Bool) -> Legend {
        let values = hasPercentages ? data.values(data.series[0]) : []
        let percentages = Shares.percentages(values)
        let slices = data.shares.slices.indices
        return Legend(
            entries: slices.map { slice in
                let label = data.label(slice)
                let percent =
                    values.isEmpty
                    ? ""
                    : " " + data.percentText(percentages[slice], for: values[slice], behind: label)
                var entry = Legend.Entry(
                    label,
                    style: SeriesStyle(color: data.color(slice, layout.theme)))
                entry.ending = percent
                return entry
            })
    }

    private func plainPie(_ series: Int, _ values: [Double], in rect: Rect) -> Node {
        let radius = max(1, min(rect.width, rect.height) / 2 - 6)
        let center = Point(rect.midX, rect.midY)
        return pie(
            series, values, arranged(series, values, center, radius), showsPercentages: true)
    }
}
