/// Writes a skeleton of the queries of a dashboard: a function for each, with its arguments and the columns that are
/// read from its rows.
package struct QueryGenerator: Sendable {
    let needs: [QueryNeed]
    /// The name of the metadata, for the comment at the top.
    let source: String

    package init(_ dashboard: Dashboard, source: String = "the metadata") {
        needs = dashboard.queryNeeds
        self.source = source.commentLine
    }
}

extension QueryNeed {
    /// A description of an argument.
    func explanation(of argument: Argument) -> String {
        switch argument.kind {
        case .drill: "what was drilled into"
        case .picklist(let column): "a list of values of \(column.commentLine)"
        case .range(let column): "the two ends of a range of \(column.commentLine)"
        }
    }

    /// `Region (category), SalesAmount (value)`.
    var columnList: String {
        columns.map { "\($0.name) (\($0.role.rawValue))".commentLine }.joined(separator: ", ")
    }

    var chartList: String { charts.map(\.commentLine).joined(separator: ", ") }
}

extension String {
    /// The text in one line, so that a comment cannot end within it.
    var commentLine: String {
        let line = String(map { $0.isNewline || $0.isControl ? " " : $0 })
        return line.count > 200 ? "\(line.prefix(200))…" : line
    }

    /// The text as a literal of Lua and Swift, which have the same escapes.
    var literal: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension Character {
    fileprivate var isControl: Bool {
        unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    }
}
