/// Writes the classes by which LuaLS knows the tables: `crm.retrieve("lead", id)` is a `crm.lead`.
struct LuaGenerator {
    private let tables: [EntityDefinition]

    init(_ tables: [EntityDefinition]) { self.tables = tables }

    var text: String {
        var lines = [
            "---@meta", "-- Written by `perilune crm generate`; write again rather than change.",
            "",
            "--- A record as a lookup names it; any record can stand for it.",
            "---@class crm.Reference", "---@field logicalname string the table",
            "---@field id string",
            "---@field name? string as people see it", "",
        ]
        for table in tables { lines += table.luaClass }
        return (lines + functions).joined(separator: "\n") + "\n"
    }

    /// The functions of the module once more, with what they take and answer for each table.
    private var functions: [String] {
        ["---@class perilune.crm", "local crm = {}", ""]
            + function("create", "entity, attributes, options", "string") { table in
                "attributes: \(table).attributes, options?: table"
            }
            + function("retrieve", "entity, record, columns, options", nil) { table in
                "record: string|crm.Reference, columns?: \(table).attribute[], options?: table"
            }
            + function("retrieveMultiple", "query, options", "fun(): @?", first: "query") { table in
                "options?: { select?: string|\(table).attribute[], filter?: string, orderby?: string, "
                    + "top?: integer, count?: integer, formatted?: boolean, organization?: string }"
            }
            + function("update", "entity, record, attributes, options", "") { table in
                "record: string|crm.Reference, attributes: \(table).attributes, options?: table"
            }
    }

    /// `returns` is the answer, with `@` for the class of the table; `nil` is that class.
    private func function(
        _ name: String, _ parameters: String, _ returns: String?, first: String = "entity",
        _ rest: (String) -> String
    ) -> [String] {
        let overloads = tables.map { table in
            let type = "crm.\(table.logicalName)"
            let answer = (returns ?? "@").split(separator: "@", omittingEmptySubsequences: false)
                .joined(separator: type)
            let suffix = answer.isEmpty ? "" : ": \(answer)"
            return "---@overload fun(\(first): \"\(table.logicalName)\", \(rest(type)))\(suffix)"
        }
        return overloads + ["function crm.\(name)(\(parameters)) end", ""]
    }
}

extension EntityDefinition {
    /// The class, the names of its attributes, and its choices.
    fileprivate var luaClass: [String] {
        let own = "crm.\(logicalName)"
        let columns = attributes.filter { $0.type.kind != nil }
        var lines: [String] = []
        for column in columns where column.hasChoices {
            lines.append("---@alias \(own).\(column.logicalName)")
            var numbers: Set<Int32> = []
            for option in column.options where numbers.insert(option.value).inserted {
                let label = option.label.commentLine
                lines.append("---| \(option.value)" + (label.isEmpty ? "" : " # \(label)"))
            }
            lines.append("")
        }
        if !columns.isEmpty {
            lines.append("---@alias \(own).attribute")
            lines += columns.map { "---| \"\($0.logicalName)\"" }
            lines.append("")
        }
        // What is sent needs neither identity nor table, what is read has both.
        lines.append("---@class \(own).attributes")
        lines += columns.map {
            "---@field \($0.logicalName)? \($0.luaType(own)) \($0.luaSummary)"
        }
        let title = displayName.commentLine
        return lines + [
            "", "--- \(title.isEmpty ? logicalName : title)",
            "---@class \(own): \(own).attributes, crm.Reference", "",
        ]
    }
}

extension AttributeDefinition {
    fileprivate var hasChoices: Bool { type.kind == .optionSetValue && !options.isEmpty }

    /// What people call it, and what a lookup points at.
    fileprivate var luaSummary: String {
        let name = displayName.commentLine
        if !type.isReference || targets.isEmpty { return name }
        return "\(name): \(targets.joined(separator: ", "))"
    }

    /// As scripts see it.
    fileprivate func luaType(_ table: String) -> String {
        if hasChoices { return "\(table).\(logicalName)" }
        return switch type.kind {
        case .int?, .long?, .optionSetValue?: "integer"
        case .double?: "number"
        // What no number holds exactly comes as a text.
        case .decimal?, .money?: "number|string"
        case .boolean?, .booleanManagedProperty?: "boolean"
        case .optionSetValueCollection?: "integer[]"
        case .entityReference?: "crm.Reference"
        case .entityCollection?: "crm.Reference[]"
        default: "string"
        }
    }
}
