package import PeriluneCore

/// An action as the data of its event, and back: a log of `chart.…` events replays a session.
extension ChartAction {
    /// The members of the event's data besides the chart.
    package var data: [(String, Value)] {
        switch self {
        case .select(let target), .deselect(let target), .tap(let target): target.data
        case .drill(let category, let series):
            [("category", Self.text(category)), ("series", Self.text(series))]
                .filter { $0.1 != .null }
        case .drillUp(let level): [("to", .integer(Int64(level)))]
        case .level(let level): [("level", .integer(Int64(level)))]
        case .filter(let name, let choice): [("filter", .string(name))] + Self.data(of: choice)
        case .variable(let name, .number(let value)):
            [("variable", .string(name)), ("value", .number(value))]
        case .variable(let name, .text(let value)):
            [("variable", .string(name)), ("value", .string(value))]
        case .whatIf(let category, let column, let value):
            [
                ("category", .string(category)), ("column", .string(column)),
                ("value", .number(value)),
            ]
        case .sort(let column, let ascending):
            [("column", Self.text(column)), ("ascending", .bool(ascending))]
        case .range(let lower, let upper): [("lower", .number(lower)), ("upper", .number(upper))]
        case .show(let series, let isShown):
            [("series", .string(series)), ("shown", .bool(isShown))]
        case .node(let node, let value): [("node", .string(node)), ("value", .string(value))]
        case .reset, .refresh: []
        }
    }

    /// The action of an event's type, without `chart.`, and its data.
    package init(kind: String, data: Value) throws(PeriluneError) {
        let reader = ActionReader(kind: kind, data: data)
        let parts = kind.split(separator: ".", maxSplits: 1)
        switch (parts.first, parts.count) {
        case ("selection", 2): self = .select(try reader.target(String(parts[1])))
        case ("deselection", 2): self = .deselect(try reader.target(String(parts[1])))
        case ("tap", 2): self = .tap(try reader.target(String(parts[1])))
        case ("drill", 1):
            try reader.check(optional: ["category", "series", "to"])
            if let level = data["to"]?.integer {
                self = .drillUp(to: Int(clamping: level))
            } else {
                self = .drill(
                    category: reader.optionalText("category"), series: reader.optionalText("series")
                )
            }
        case ("level", 1): self = .level(try reader.integer("level"))
        case ("filter", 1):
            try reader.check(optional: ["values", "lower", "upper"])
            self = .filter(try reader.text("filter"), try reader.choice())
        case ("variable", 1):
            self = .variable(try reader.text("variable"), try reader.variableValue())
        case ("whatif", 1):
            self = .whatIf(
                category: try reader.text("category"), column: try reader.text("column"),
                value: try reader.number("value"))
        case ("sort", 1):
            try reader.check(optional: ["column", "ascending"])
            self = .sort(
                column: reader.optionalText("column"),
                ascending: data["ascending"]?.bool ?? true)
        case ("range", 1):
            self = .range(lower: try reader.number("lower"), upper: try reader.number("upper"))
        case ("legend", 1):
            try reader.check(optional: ["shown"])
            self = .show(series: try reader.text("series"), data["shown"]?.bool ?? true)
        case ("node", 1): self = .node(try reader.text("node"), value: try reader.text("value"))
        case ("reset", 1): self = .reset
        case ("refresh", 1): self = .refresh
        default:
            throw PeriluneError("charts.action", "'chart.\(kind)' is not an action of a chart")
        }
    }

    private static func text(_ text: String?) -> Value { text.map(Value.string) ?? .null }

    private static func data(of choice: FilterChoice?) -> [(String, Value)] {
        switch choice {
        case .among(let values): [("values", .array(values.map(Value.string)))]
        case .between(let lower, let upper): [("lower", .number(lower)), ("upper", .number(upper))]
        case nil: []
        }
    }
}

extension ChartAction.Target {
    fileprivate var data: [(String, Value)] {
        switch self {
        case .category(let category): [("category", .string(category))]
        case .series(let series): [("series", .string(series))]
        case .item(let category, let series):
            [("category", .string(category)), ("series", .string(series))]
        case .items(let categories, let items):
            [
                ("categories", .array(categories.map(Value.string))),
                (
                    "items",
                    .array(
                        items.map { item in
                            item.series.isEmpty
                                ? ["category": .string(item.category)]
                                : [
                                    "category": .string(item.category),
                                    "series": .string(item.series),
                                ]
                        })
                ),
            ]
        case .node(let node): [("node", .string(node))]
        }
    }
}
