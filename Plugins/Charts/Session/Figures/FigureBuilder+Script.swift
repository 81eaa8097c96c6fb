import PeriluneCore

/// Values whose `Format` is `Script`.
extension FigureBuilder {
    /// Lets a script format categories, series and values; values that it does not answer have the normal format.
    mutating func writeByScript(
        _ plot: inout Plot, of chart: Chart, _ categories: [BuiltFigure.Key],
        _ series: [BuiltFigure.Key]
    ) async {
        let script = ValueFormat.Kind.script.name
        if let axis = chart.category, axis.format == script,
            let texts = await texts(of: "category", axis, categories, chart)
        {
            for (index, text) in texts.enumerated() where plot.categories.indices.contains(index) {
                if let text { plot.categories[index].text = text }
            }
        }
        if let axis = chart.series, axis.format == script,
            let texts = await texts(of: "series", axis, series, chart)
        {
            for (index, text) in texts.enumerated()
            where plot.layers[0].series.indices.contains(index) {
                if let text { plot.layers[0].series[index].label = text }
            }
        }
        for (index, value) in chart.values.enumerated()
        where value.format == script && plot.layers[0].values.indices.contains(index) {
            await write(&plot.layers[0].values[index], value, chart)
        }
    }

    private mutating func texts(
        of role: String, _ axis: Chart.Axis, _ keys: [BuiltFigure.Key], _ chart: Chart
    ) async -> [String?]? {
        let values = keys.map { key -> Value in
            if case .number(let number) = key.cell { return Self.value(number) }
            return .string(key.text)
        }
        switch await answer(role, axis.column ?? "", values, chart, axis.place) {
        case .texts(let texts): return texts
        case .pattern(let pattern):
            guard let format = scriptFormats?.format(pattern) else { return nil }
            return values.map { value in value.double.map(format.full) }
        case nil: return nil
        }
    }

    private mutating func write(
        _ drawn: inout Plot.Values, _ value: Chart.Value, _ chart: Chart
    ) async {
        var numbers: [Double] = []
        var places: [Double: Int] = [:]
        for number in drawn.cells.joined() where number.isFinite && places[number] == nil {
            places[number] = numbers.count
            numbers.append(number)
        }
        let answer = await answer(
            "value", value.expression, numbers.map(Self.value), chart, value.place)
        switch answer {
        case .texts(let texts):
            let usual = drawn.format
            let known = places
            // An axis has other numbers, which are written as usual.
            drawn.format = NumberFormat(
                full: { number in
                    known[number].flatMap { texts[$0] } ?? usual.full(number)
                }, axis: usual.axis, percent: usual.percent)
        case .pattern(let pattern):
            if let format = scriptFormats?.format(pattern) { drawn.format = format }
        case nil: break
        }
    }

    /// Scripts get whole numbers as integers.
    private static func value(_ number: Double) -> Value {
        Int64(exactly: number).map(Value.integer) ?? .number(number)
    }

    private mutating func answer(
        _ role: String, _ name: String, _ values: [Value], _ chart: Chart, _ place: MetadataPlace
    ) async -> ScriptFormats.Answer? {
        func warn(_ reason: String, _ hint: String?) {
            report(
                ChartIssue(
                    .other(chart.name), at: place.inFile(nil), level: .warning,
                    reason: "chart \(chart.name): \(reason)", hint: hint))
        }
        do {
            if let answer = try await scriptFormats?.answer(chart.name, role, name, values) {
                return answer
            }
            warn(
                "no script says how '\(name)' is written",
                "answer formatValues(chart, what) in a script")
        } catch {
            let issue = ChartIssue(error, chart: chart.name)
            warn(issue.message, issue.hint)
        }
        return nil
    }
}
