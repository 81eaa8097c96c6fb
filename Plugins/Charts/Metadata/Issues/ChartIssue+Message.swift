public import PeriluneCore

extension ChartIssue: PluginError, CustomStringConvertible {
    /// One sentence without a full stop.
    public var message: String {
        if let reason { return reason }
        return switch kind {
        case .pathNotSpecified: "no metadata file is named"
        case .fileNotFound: "metadata file not found"
        case .invalidXML: "the metadata is not well-formed"
        case .missingNode(let node, _): "<\(node)> is missing"
        case .missingAttribute(let node, let attribute, _):
            "<\(node)> requires the attribute \(attribute)"
        case .wrongValue(let node, let attribute, let value, _):
            "\(attribute)=\"\(value)\" of <\(node)> is not a valid value"
        case .outOfSequence(let node, let sequence):
            "<\(node)> is out of sequence: \(sequence)"
        case .unrecognized(let node, _): "unknown node <\(node)>"
        case .undefined(let node, let attribute, let value):
            "\(attribute)=\"\(value)\" of <\(node)> refers to something that does not exist"
        case .missingColumn(let chart, let query, let column):
            "query \(query) has no column \(column), which chart \(chart) needs"
        case .emptyTable(let chart, let query): "query \(query) of chart \(chart) has no rows"
        case .lowMemory: "memory is low"
        case .expression(let chart, let expression, let row):
            "expression \(expression) of chart \(chart) fails at row \(row)"
        case .other(let text): text
        }
    }

    /// The issue as an error: its code is `chart.` and what it is about, such as `chart.data.column`.
    public var error: PeriluneError {
        PeriluneError(Self.code(of: code), message, at: place, hint: hint)
    }

    /// The place of the issue and its message.
    public var description: String {
        guard let excerpt else { return error.description }
        var error = error
        // The metadata gives the place of the element, the caret that in its expression.
        error.place = .init(column: excerpt.column, sourceLine: excerpt.line)
        let element = place.description
        return element.isEmpty ? error.description : "\(element): \(error.description)"
    }

    /// `chart.` and the code without the words that all of them begin with.
    private static func code(of code: Code) -> PeriluneError.Code {
        switch code {
        case .pathNotSpecified: "chart.metadata.path"
        case .fileNotFound: "chart.metadata.file"
        case .invalidXML: "chart.metadata.syntax"
        case .missingNode: "chart.metadata.node"
        case .missingAttribute: "chart.metadata.attribute"
        case .wrongValue: "chart.metadata.value"
        case .outOfSequence: "chart.metadata.sequence"
        case .unrecognized: "chart.metadata.unknown"
        case .undefined: "chart.metadata.undefined"
        case .missingColumn: "chart.data.column"
        case .emptyTable: "chart.data.empty"
        case .lowMemory: "chart.memory"
        case .expression: "chart.expression"
        case .other: "chart.other"
        }
    }
}
