/// Writes the early-bound type of a table.
struct SwiftGenerator {
    private let table: EntityDefinition
    private let type: String
    private let schema: Schema
    private let names: ODataNames

    init(_ table: EntityDefinition, _ type: String, _ schema: Schema) {
        self.table = table
        self.type = type
        self.schema = schema
        names = ODataNames(schema, .v2)
    }

    /// A column with its name and its type in Swift.
    private struct Property {
        var name: String
        var type: String
        var attribute: AttributeDefinition
        /// Whether the type is an enumeration of this file.
        var isEnum = false
    }

    var text: String {
        let properties = properties
        let usesTime = properties.contains { $0.type == "Timestamp" }
        var lines = ["// Written by `perilune crm generate`; write again rather than change.", ""]
        lines.append("public import CRMPlugin")
        if usesTime { lines.append("public import PeriluneCore") }
        lines += [
            "", "/// \(comment(table.displayName)): a record of the table `\(table.logicalName)`.",
            "public struct \(type): EarlyBoundEntity {", "    /// The table.",
            "    public static let logicalName = \"\(table.logicalName)\"", "",
            "    /// The record.", "    public var entity: Entity", "",
            "    /// Wraps a record.", "    public init(entity: Entity) { self.entity = entity }",
        ]
        for property in properties { lines += accessors(property) }
        lines.append("}")
        for property in properties where property.isEnum { lines += enumeration(property) }
        lines += relationships
        return lines.joined(separator: "\n") + "\n"
    }

    private func comment(_ text: String) -> String {
        let line = text.commentLine
        return line.isEmpty ? type : line
    }

    private var properties: [Property] {
        var members = GeneratedNames(reserved: SwiftNames.members)
        var types = GeneratedNames(reserved: SwiftNames.types.union([type]))
        return table.attributes.compactMap { attribute in
            guard let plain = attribute.type.swiftType else { return nil }
            let name = members.unique(SwiftNames.member(attribute.schemaName), or: "Value")
            guard attribute.type.kind == .optionSetValue, !attribute.options.isEmpty else {
                return Property(name: name, type: plain, attribute: attribute)
            }
            let choices = types.unique(SwiftNames.type(attribute.schemaName), or: "Choice")
            return Property(name: name, type: choices, attribute: attribute, isEnum: true)
        }
    }

    private func accessors(_ property: Property) -> [String] {
        let attribute = property.attribute
        let name = SwiftNames.quoted(property.name)
        var summary = comment(attribute.displayName)
        if attribute.type.isReference, !attribute.targets.isEmpty {
            summary += ": a record of \(attribute.targets.joined(separator: ", "))"
        }
        let head = ["", "    /// \(summary).", "    public var \(name): \(property.type)? {"]
        let read = "self[attribute: \"\(attribute.logicalName)\"]"
        guard attribute.isValidForCreate || attribute.isValidForUpdate else {
            return head + ["        \(read)", "    }"]
        }
        return head + ["        get { \(read) }", "        set { \(read) = newValue }", "    }"]
    }

    private func enumeration(_ property: Property) -> [String] {
        let attribute = property.attribute
        var lines = [
            "", "extension \(type) {", "    /// The choices of `\(attribute.logicalName)`.",
            "    public enum \(property.type): Int32, OptionSetEnum {",
        ]
        var cases = GeneratedNames(reserved: SwiftNames.cases)
        var numbers: Set<Int32> = []
        let states = table.attribute("statecode")?.options ?? []
        for option in attribute.options where numbers.insert(option.value).inserted {
            let name = cases.unique(SwiftNames.label(option.label, or: option.value), or: "Value")
            let state = option.state.flatMap { state in states.first { $0.value == state } }
            let within = state.map { ", in the state \($0.label.commentLine)" } ?? ""
            let label = option.label.commentLine
            lines.append("        /// \(label.isEmpty ? "No label" : label)\(within).")
            lines.append("        case \(SwiftNames.quoted(name)) = \(option.value)")
        }
        return lines + ["    }", "}"]
    }

    private var relationships: [String] {
        let navigations = names.navigations(of: table).sorted { $0.name < $1.name }
        if navigations.isEmpty { return [] }
        var lines = [
            "", "extension \(type) {", "    /// The relationships by their names.",
            "    public enum Relationships {",
        ]
        var members = GeneratedNames(reserved: ["init", "self"])
        for (_, navigation) in navigations {
            let relationship = navigation.relationship
            let member = members.unique(SwiftNames.member(relationship), or: "Value")
            let role = relationship.primaryEntityRole.map { ", role: .\($0)" } ?? ""
            let head = "        public static let \(SwiftNames.quoted(member)) = Relationship("
            let rest = "\"\(relationship.schemaName)\"\(role))"
            lines.append("        /// \(Self.summary(navigation)).")
            let isShort = head.count + rest.count <= 100
            lines += isShort ? [head + rest] : [head, "            " + rest]
        }
        return lines + ["    }", "}"]
    }

    private static func summary(_ navigation: ODataNames.Navigation) -> String {
        switch navigation {
        case .single(let lookup):
            "The \(lookup.referencedEntity) that `\(lookup.referencingAttribute)` points at"
        case .children(let lookup):
            "Records of \(lookup.referencingEntity) whose `\(lookup.referencingAttribute)` points here"
        case .many: "Records of \(navigation.target), by a table that joins"
        }
    }
}

extension AttributeType {
    /// The type of a property; `nil` for columns that hold no values.
    fileprivate var swiftType: String? {
        switch kind {
        case .string?: "String"
        case .int?: "Int32"
        case .long?: "Int64"
        case .double?: "Double"
        case .decimal?: "CRMDecimal"
        case .boolean?: "Bool"
        case .dateTime?: "Timestamp"
        case .guid?: "GUID"
        case .base64Binary?: "[UInt8]"
        case .optionSetValue?: "OptionSetValue"
        case .optionSetValueCollection?: "[OptionSetValue]"
        case .money?: "Money"
        case .entityReference?: "EntityReference"
        case .entityCollection?: "EntityCollection"
        case .booleanManagedProperty?: "BooleanManagedProperty"
        default: nil
        }
    }
}
