import ChartsPlugin
import PeriluneCore

extension QueryNeed {
    /// The query as text.
    var listing: String {
        var lines = [
            query, "  charts:    \(charts.joined(separator: ", "))",
            "  columns:   "
                + columns.map { "\($0.name) (\($0.role.rawValue))" }.joined(separator: ", "),
        ]
        if !arguments.isEmpty {
            lines.append(
                "  arguments: "
                    + arguments.map { "\($0.name) (\($0.kind.words))" }.joined(separator: ", "))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The query for a program.
    var value: Value {
        [
            "query": .string(query), "charts": .array(charts.map { .string($0) }),
            "columns": .array(
                columns.map { ["name": .string($0.name), "role": .string($0.role.rawValue)] }),
            "arguments": .array(arguments.map(\.value)),
        ]
    }
}

extension QueryNeed.Argument {
    fileprivate var value: Value {
        switch kind {
        case .drill: ["name": .string(name), "kind": "drill"]
        case .picklist(let column):
            ["name": .string(name), "kind": "picklist", "column": .string(column)]
        case .range(let column):
            ["name": .string(name), "kind": "range", "column": .string(column)]
        }
    }
}

extension QueryNeed.Kind {
    fileprivate var words: String {
        switch self {
        case .drill: "drilled into"
        case .picklist(let column): "values of \(column)"
        case .range(let column): "range of \(column)"
        }
    }
}
