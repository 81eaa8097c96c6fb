internal import LuaSyntax
package import PeriluneCore

/// The documentation of a Lua file that returns a table of functions: names, parameters and comments.
///
/// The comments are annotations of the Lua language server: `---@param name type what`, `---@return type`.
package struct ModuleFile: Sendable {
    /// The first paragraph of the comment at the top.
    package let summary: String
    /// The functions of the table, in the order of the file.
    package private(set) var functions: [HostFunction] = []
    /// The other fields of the table.
    package private(set) var fields: [HostModule.Field] = []

    /// Parses a file.
    ///
    /// - Throws: The error of Lua if the file does not compile.
    package init(path: String, source: [UInt8]) throws(PeriluneError) {
        let model: ScriptModel
        do {
            model = try ScriptModel(source)
        } catch {
            throw PeriluneError(
                "script.syntax", error.message,
                at: .init(
                    file: path, line: error.line, column: error.column,
                    sourceLine: LineTable(source).text(ofLine: error.line)),
                hint: error.hint)
        }
        let outline = Outline(model)
        let lines = model.tree.lines
        summary = outline.description?.split(separator: "\n").first.map(String.init) ?? ""
        for function in outline.functions {
            let comment = Self.comment(above: function.position.line, lines)
            functions.append(Self.function(function, comment))
        }
        for field in outline.fields {
            let summary = Self.comment(above: field.position.line, lines).first ?? ""
            fields.append(.init(field.name, Self.type(of: field.value), summary))
        }
    }

    /// The lines of the comment directly above a line, without the dashes.
    private static func comment(above line: Int, _ lines: LineTable) -> [String] {
        var comment: [String] = []
        var line = line - 1
        while line > 0,
            let text = lines.text(ofLine: line)?.drop(while: { $0 == " " || $0 == "\t" }),
            text.hasPrefix("--"), !text.hasPrefix("--[")
        {
            comment.append(String(text.drop { $0 == "-" }.drop { $0 == " " }))
            line -= 1
        }
        return comment.reversed()
    }

    private static func function(
        _ function: Outline.Function, _ comment: [String]
    ) -> HostFunction {
        var summary: [String] = []
        var described: [String: (type: String, optional: Bool, summary: String)] = [:]
        var returns: String?
        for line in comment {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            if words.first == "@param", words.count >= 3 {
                let isOptional = words[1].hasSuffix("?")
                let name = isOptional ? String(words[1].dropLast()) : words[1]
                described[name] = (words[2], isOptional, words.count > 3 ? words[3] : "")
            } else if words.first == "@return", words.count >= 2 {
                returns = words[1]
            } else if !line.hasPrefix("@") {
                summary.append(line)
            }
        }
        let parameters = function.parameters.map { name in
            let known = described[name]
            return HostFunction.Parameter(
                name, known.flatMap { .init(rawValue: $0.type) } ?? .any,
                optional: known?.optional ?? false, known?.summary ?? "")
        }
        return HostFunction(
            function.name, summary.joined(separator: " "), parameters, returns: returns, .native)
    }

    private static func type(of value: Literal) -> String {
        switch value.kind {
        case .bool: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .table: "table"
        case .nil, .computed: "any"
        }
    }
}
