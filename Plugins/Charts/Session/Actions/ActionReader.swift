import PeriluneCore

/// Reads the parts of an action's data.
struct ActionReader {
    let kind: String
    let data: Value

    func text(_ name: String) throws(PeriluneError) -> String {
        guard let text = optionalText(name) else { throw missingMemberError(name, "a string") }
        return text
    }

    /// Numbers count as the text that they are as keys: scripts write years as numbers.
    func optionalText(_ name: String) -> String? {
        data[name].flatMap(Self.key)
    }

    func number(_ name: String) throws(PeriluneError) -> Double {
        switch data[name] {
        case .number(let value): return value
        case .integer(let value): return Double(value)
        default: throw missingMemberError(name, "a number")
        }
    }

    func integer(_ name: String) throws(PeriluneError) -> Int {
        guard let value = Int(exactly: try number(name)) else {
            throw missingMemberError(name, "an integer")
        }
        return value
    }

    /// Refuses a member whose name is almost that of an optional one: without it, the action would be another.
    ///
    /// Other members are allowed, since events have more than actions.
    func check(optional names: [String]) throws(PeriluneError) {
        let absent = names.filter { data[$0] == nil }
        for member in data.object?.pairs ?? [] where !names.contains(member.name) {
            guard let near = NearestName.of(member.name, in: absent) else { continue }
            throw PeriluneError(
                "charts.action", "chart.\(kind) has no '\(member.name)'",
                hint: "did you mean '\(near)'?")
        }
    }

    func target(_ name: String) throws(PeriluneError) -> ChartAction.Target {
        switch name {
        case "category": return .category(try text("category"))
        case "series": return .series(try text("series"))
        case "item":
            return .item(category: try text("category"), series: optionalText("series") ?? "")
        case "items":
            let items = try (data["items"]?.array ?? []).map { item throws(PeriluneError) in
                let reader = ActionReader(kind: kind, data: item)
                return ChartAction.Item(
                    category: try reader.text("category"),
                    series: reader.optionalText("series") ?? "")
            }
            return .items(
                categories: (data["categories"]?.array ?? []).compactMap(Self.key), items: items)
        case "node": return .node(try text("node"))
        default: throw PeriluneError("charts.action", "'\(name)' cannot be selected")
        }
    }

    func choice() throws(PeriluneError) -> ChartAction.FilterChoice? {
        if let values = data["values"]?.array { return .among(values.compactMap(Self.key)) }
        guard data["lower"] != nil else { return nil }
        return .between(try end("lower"), try end("upper"))
    }

    /// A number; or a date, as the dates of a table are counted.
    private func end(_ name: String) throws(PeriluneError) -> Double {
        if let text = data[name]?.string, let date = DateText.microseconds(text) {
            return Double(date)
        }
        return try number(name)
    }

    func variableValue() throws(PeriluneError) -> ChartAction.VariableValue {
        switch data["value"] {
        case .number(let value): return .number(value)
        case .integer(let value): return .number(Double(value))
        case .bool(let value): return .number(value ? 1 : 0)
        case .string(let value): return .text(value)
        default: throw missingMemberError("value", "a number, a boolean or a string")
        }
    }

    private static func key(_ value: Value) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): ValueText.number(number)
        default: nil
        }
    }

    private func missingMemberError(_ name: String, _ what: String) -> PeriluneError {
        PeriluneError(
            "charts.action", "chart.\(kind) requires \(what) as '\(name)'",
            hint: "the event's data is \(data.json)")
    }
}
