extension FigureBuilder {
    /// The controls of a panel, with the current values of the variables.
    func figure(of panel: DAPanel) -> Figure {
        let controls = panel.variables.compactMap { reference in
            dashboard.variable(named: reference.name).map(control)
        }
        return Figure(
            name: panel.name, title: panel.title, content: .panel(Panel(controls: controls)))
    }

    /// The controls of what-if columns for a category of the shown chart; `nil` if it has none.
    mutating func whatIfPanel(of item: Dashboard.Item, category: String) async -> Panel? {
        let values = await whatIfValues(of: item, category: category)
        guard !values.isEmpty else { return nil }
        return Panel(
            controls: values.map { column, value, _ in
                Panel.Control(
                    title: column.title,
                    value: Self.text(value, decimals: column.isInteger ? 0 : column.decimals ?? 2),
                    kind: Self.slider(value, column.minimum, column.maximum))
            })
    }

    /// The what-if columns of the chart on show, with their values for a category, and those before they were changed.
    mutating func whatIfValues(
        of item: Dashboard.Item, category: String
    ) async -> [(column: WhatIfColumn, value: Double, before: Double)] {
        guard let chart = item.chart(in: state[item.name]), !chart.whatIfColumns.isEmpty else {
            return []
        }
        let changed = state[item.name].whatIf[category] ?? [:]
        let values = await values(of: category, of: chart, in: item)
        return chart.whatIfColumns.map { column in
            let before = values[column.name] ?? column.value ?? 0
            return (column, changed[column.name] ?? before, before)
        }
    }

    /// A category of the chart on show as its axis writes it.
    func text(ofCategory key: String, of item: Dashboard.Item) async -> String {
        guard let chart = item.chart(in: state[item.name]), let axis = chart.category,
            let query = chart.query, let name = axis.column,
            let column = (try? await rows(QueryRequest(query)))?[name]
        else { return key }
        return text(of: column.cell(ofKey: key), axis)
    }

    /// The values of a category in the data, with which its what-if controls start.
    private func values(
        of category: String, of chart: Chart, in item: Dashboard.Item
    ) async -> [String: Double] {
        let drills = await drilled(item.charts, in: item).arguments
        guard let query = chart.query, let name = chart.category?.column,
            let table = try? await rows(QueryRequest(query, drills)), let column = table[name],
            let row = (0..<table.count).first(where: { column[$0].key == category })
        else { return [:] }
        var values: [String: Double] = [:]
        for column in table.columns { values[column.name] = column[row].asNumber }
        return values
    }

    private func control(_ variable: Variable) -> Panel.Control {
        let cell = variable.cell(state.variables[variable.name])
        let title = variable.title
        switch (variable.kind, cell) {
        case (.boolean, .number(let value)):
            return Panel.Control(
                title: title, value: value == 0 ? "off" : "on", kind: .toggle(isOn: value != 0))
        case (.integer, .number(let value)), (.float, .number(let value)):
            let decimals = variable.kind == .integer ? 0 : variable.decimals ?? 2
            return Panel.Control(
                title: title, value: Self.text(value, decimals: decimals),
                kind: Self.slider(value, variable.minimum?.asNumber, variable.maximum?.asNumber))
        case (.choice, .text(let value)):
            let display = variable.choices.first { $0.value == value }?.display ?? value
            return Panel.Control(title: title, value: display, kind: .choice)
        default: return Panel.Control(title: title, value: cell.key, kind: .field)
        }
    }

    private static func slider(
        _ value: Double, _ minimum: Double?, _ maximum: Double?
    )
        -> Panel.Kind
    {
        guard let minimum, let maximum, minimum < maximum else { return .field }
        return .slider(min(max((value - minimum) / (maximum - minimum), 0), 1))
    }

    private static func text(_ value: Double, decimals: Int) -> String {
        let scale = (0..<min(max(decimals, 0), 9)).reduce(1.0) { product, _ in product * 10 }
        let rounded = (value * scale).rounded(.toNearestOrAwayFromZero) / scale
        let text = ValueText.number(rounded)
        guard decimals > 0 else { return text }
        let point = text.firstIndex(of: ".")
        let given = point.map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
        return text + (point == nil ? "." : "")
            + String(repeating: "0", count: max(0, decimals - given))
    }
}

extension Cell {
    var asNumber: Double? {
        if case .number(let number) = self { number } else { nil }
    }
}
