import PeriluneCore

extension Session {
    /// The data of a dashboard page except its figures: filters, variables and the saved state.
    func controls() async -> [(String, Value)] {
        var filters: [Value] = []
        for filter in dashboard.filters { filters.append(await value(of: filter)) }
        return [
            ("filters", .array(filters)),
            ("variables", .array(dashboard.variables.map { value(of: $0) })),
            ("state", save()),
        ]
    }

    private func value(of filter: Filter) async -> Value {
        var members = Value.Members([
            ("name", .string(filter.name)), ("kind", .string(filter.kind.rawValue)),
        ])
        switch state.filters[filter.name] {
        case .among(let values): members["values"] = .array(values.map(Value.string))
        case .between(let lower, let upper):
            members["lower"] = .number(lower)
            members["upper"] = .number(upper)
        case nil: break
        }
        guard let query = filter.sourceQuery, let column = filter.column,
            let cells = try? await table(QueryRequest(query))?[column]
        else { return .object(members) }
        switch filter.kind {
        case .picklist: members["choices"] = .array(cells.distinctKeys.map(Value.string))
        case .range:
            guard let scale = cells.scale(formats.conventions) else { break }
            if scale.areDates { members["isDate"] = true }
            let values = scale.values.filter(\.isFinite)
            guard let least = values.min(), let greatest = values.max() else { break }
            members["minimum"] = .number(least)
            members["maximum"] = .number(greatest)
        }
        return .object(members)
    }

    private func value(of variable: Variable) -> Value {
        let cell = variable.cell(state.variables[variable.name])
        var members = Value.Members([
            ("name", .string(variable.name)),
            ("title", .string(variable.title)),
            ("kind", .string(variable.kind.rawValue)),
            ("value", cell.asNumber.map(Value.number) ?? .string(cell.key)),
        ])
        let before = variable.cell(nil)
        if cell != before {
            members["was"] = before.asNumber.map(Value.number) ?? .string(before.key)
        }
        members["minimum"] = variable.minimum?.asNumber.map(Value.number)
        members["maximum"] = variable.maximum?.asNumber.map(Value.number)
        members["step"] = variable.step.map(Value.number)
        members["decimals"] = variable.decimals.map { .integer(Int64($0)) }
        if !variable.choices.isEmpty {
            members["choices"] = .array(
                variable.choices.map {
                    ["key": .string($0.value), "label": .string($0.display)]
                })
        }
        return .object(members)
    }
}

extension Dashboard {
    /// What never changes: the items in order, their places, and the variables of panels.
    var frame: [(String, Value)] {
        [
            (
                "items",
                .array(
                    items.map { item in
                        var members = Value.Members([("name", .string(item.name))])
                        if case .panel(let panel) = item {
                            members["variables"] = .array(
                                panel.variables.map { .string($0.name) })
                        }
                        return .object(members)
                    })
            ), ("layout", layout?.value ?? .null),
        ]
    }
}

extension DashboardLayout {
    fileprivate var value: Value {
        var members = Value.Members([("scale", .string(scale.rawValue))])
        members["landscape"] = landscape.map(\.value)
        members["portrait"] = portrait.map(\.value)
        return .object(members)
    }
}

extension DashboardLayout.Screen {
    fileprivate var value: Value {
        var members = Value.Members()
        for frame in frames where members[frame.name] == nil {
            members[frame.name] = .array(
                [frame.left, frame.top, frame.width, frame.height].map(Value.number))
        }
        return .object(members)
    }
}

extension Column {
    /// The keys of its values, each once, in the order of the rows.
    fileprivate var distinctKeys: [String] {
        var seen: Set<String> = []
        var keys: [String] = []
        let count =
            switch cells {
            case .numbers(let values): values.count
            case .texts(let values): values.count
            case .dates(let values): values.count
            }
        for row in 0..<count where keys.count < 1000 {
            let key = self[row].key
            if seen.insert(key).inserted { keys.append(key) }
        }
        return keys
    }
}
