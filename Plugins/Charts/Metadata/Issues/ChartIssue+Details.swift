package import PeriluneCore

extension ChartIssue {
    /// The details of its kind, in order.
    package var details: [(key: Detail, value: Value)] {
        switch kind {
        case .pathNotSpecified: []
        case .fileNotFound(let file): [(.fileName, .string(file))]
        case .invalidXML(let file, let line, let column):
            [
                (.fileName, .string(file)), (.line, .integer(Int64(line))),
                (.column, .integer(Int64(column))),
            ]
        case .missingNode(let node, let line), .unrecognized(let node, let line):
            [(.node, .string(node)), (.line, .integer(Int64(line)))]
        case .missingAttribute(let node, let attribute, let line):
            [
                (.node, .string(node)), (.attribute, .string(attribute)),
                (.line, .integer(Int64(line))),
            ]
        case .wrongValue(let node, let attribute, let value, let line):
            [
                (.node, .string(node)), (.attribute, .string(attribute)),
                (.value, .string(value)), (.line, .integer(Int64(line))),
            ]
        case .outOfSequence(let node, let sequence):
            [(.node, .string(node)), (.sequence, .integer(Int64(sequence)))]
        case .undefined(let node, let attribute, let value):
            [
                (.node, .string(node)), (.attribute, .string(attribute)),
                (.value, .string(value)),
            ]
        case .missingColumn(let chart, let query, let column):
            [
                (.chart, .string(chart)), (.query, .string(query)),
                (.dataColumn, .string(column)),
            ]
        case .emptyTable(let chart, let query):
            [(.chart, .string(chart)), (.query, .string(query))]
        case .expression(let chart, let expression, let row):
            [
                (.chart, .string(chart)), (.expression, .string(expression)),
                (.dataRow, .integer(Int64(row))),
            ]
        case .lowMemory(let other), .other(let other): [(.other, .string(other))]
        }
    }

    /// The issue as passed to scripts: `code`, `level`, `message`, `details`, and a hint if there is one.
    package var value: Value {
        var members = Value.Members([
            ("code", .string(code.rawValue)), ("level", .string(level.rawValue)),
            ("message", .string(message)),
            ("details", .object(.init(details.map { ($0.key.rawValue, $0.value) }))),
        ])
        if let hint { members["hint"] = .string(hint) }
        return .object(members)
    }
}
