package import PeriluneCore

/// The state as JSON has it, with what was touched alone.
extension SessionState {
    /// The state as an object, which ``init(_:)`` reads; members that were not touched are left out.
    package var value: Value {
        var members = Value.Members()
        members.set("filters", Self.sorted(filters, \.value))
        members.set("variables", Self.sorted(variables, \.value))
        members.set("items", Self.sorted(items, \.value))
        return .object(members)
    }

    /// - Throws: `charts.state` if the value is not a state.
    package init(_ value: Value) throws(PeriluneError) {
        let reader = try StateReader(value, "state")
        for (name, choice) in try reader.members("filters") {
            filters[name] = try ChartAction.FilterChoice(choice)
        }
        for (name, value) in try reader.members("variables") {
            variables[name] = try ChartAction.VariableValue(value)
        }
        for (name, item) in try reader.members("items") { self[name] = try ItemState(item) }
    }

    fileprivate static func sorted<Each>(
        _ values: [String: Each], _ value: (Each) -> Value
    ) -> Value? {
        guard !values.isEmpty else { return nil }
        return .object(
            .init(values.sorted { $0.key < $1.key }.map { ($0.key, value($0.value)) }))
    }
}

extension ItemState {
    /// The state of the item as an object; members that were not touched are left out.
    package var value: Value {
        var members = Value.Members()
        members.set("drills", Self.list(drills.map(\.value)))
        members.set("level", level == 0 ? nil : .integer(Int64(level)))
        members.set("categories", Self.list(categories.sorted().map(Value.string)))
        members.set("series", Self.list(series.sorted().map(Value.string)))
        members.set("items", Self.list(selected.sorted().map(\.value)))
        members.set("hidden", Self.list(hiddenSeries.sorted().map(Value.string)))
        if lower != 0 || upper != 1 {
            members["lower"] = .number(lower)
            members["upper"] = .number(upper)
        }
        members.set(
            "whatif",
            SessionState.sorted(whatIf) { columns in
                SessionState.sorted(columns, Value.number) ?? .object(.init())
            })
        members.set(
            "sort",
            sort.map { ["column": .string($0.column), "ascending": .bool($0.isAscending)] })
        members.set(
            "nodes",
            Self.list(nodes.map { ["node": .string($0.node), "value": .string($0.value)] }))
        members.set("node", selectedNode.map(Value.string))
        return .object(members)
    }

    package init(_ value: Value) throws(PeriluneError) {
        let reader = try StateReader(value, "item")
        for drill in try reader.list("drills") {
            let drill = try StateReader(drill, "drills")
            drills.append(
                Drill(category: try drill.text("category"), series: try drill.text("series")))
        }
        level = Int(exactly: try reader.number("level") ?? 0) ?? -1
        guard level >= 0 else { throw reader.stateError("level") }
        categories = Set(try reader.texts("categories"))
        series = Set(try reader.texts("series"))
        for item in try reader.list("items") {
            let item = try StateReader(item, "items")
            selected.insert(
                .init(
                    category: try item.text("category") ?? "",
                    series: try item.text("series") ?? ""))
        }
        hiddenSeries = Set(try reader.texts("hidden"))
        lower = try reader.number("lower") ?? 0
        upper = try reader.number("upper") ?? 1
        guard lower >= 0, upper <= 1, lower < upper else { throw reader.stateError("lower") }
        for (category, columns) in try reader.members("whatif") {
            let columns = try StateReader(columns, "whatif")
            for (column, _) in columns.all {
                whatIf[category, default: [:]][column] = try columns.number(column)
            }
        }
        if let sort = value["sort"] {
            let sorting = try StateReader(sort, "sort")
            guard let column = try sorting.text("column") else {
                throw sorting.stateError("column")
            }
            self.sort = Sort(column: column, isAscending: sort["ascending"]?.bool ?? true)
        }
        for node in try reader.list("nodes") {
            let change = try StateReader(node, "nodes")
            guard let node = try change.text("node"), let value = try change.text("value") else {
                throw change.stateError("node")
            }
            nodes.append(NodeChange(node: node, value: value))
        }
        selectedNode = try reader.text("node")
    }

    private static func list(_ values: [Value]) -> Value? { values.isEmpty ? nil : .array(values) }
}

extension ItemState.Drill {
    fileprivate var value: Value {
        var members = Value.Members()
        members.set("category", category.map(Value.string))
        members.set("series", series.map(Value.string))
        return .object(members)
    }
}

extension ChartAction.Item: Comparable {
    /// Sorts by category, then by series.
    public static func < (left: Self, right: Self) -> Bool {
        (left.category, left.series) < (right.category, right.series)
    }

    fileprivate var value: Value {
        ["category": .string(category), "series": .string(series)]
    }
}

extension ChartAction.FilterChoice {
    fileprivate var value: Value {
        switch self {
        case .among(let values): ["values": .array(values.map(Value.string))]
        case .between(let lower, let upper): ["lower": .number(lower), "upper": .number(upper)]
        }
    }

    fileprivate init(_ value: Value) throws(PeriluneError) {
        let reader = try StateReader(value, "filters")
        if value["values"] != nil {
            self = .among(try reader.texts("values"))
        } else if let lower = try reader.number("lower"), let upper = try reader.number("upper") {
            self = .between(lower, upper)
        } else {
            throw reader.stateError("values")
        }
    }
}

extension ChartAction.VariableValue {
    fileprivate var value: Value {
        switch self {
        case .number(let number): .number(number)
        case .text(let text): .string(text)
        }
    }

    fileprivate init(_ value: Value) throws(PeriluneError) {
        if let number = value.double {
            self = .number(number)
        } else if let text = value.string {
            self = .text(text)
        } else {
            throw PeriluneError(
                "charts.state", "a variable must be a number or a string, got \(value)")
        }
    }
}

extension Value.Members {
    /// Sets a member, unless the value is `nil`.
    fileprivate mutating func set(_ name: String, _ value: Value?) {
        if let value { self[name] = value }
    }
}
