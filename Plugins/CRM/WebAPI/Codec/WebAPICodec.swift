package import PeriluneCore

/// Writes records as the JSON of the Web API and reads them, both for clients and for servers.
package struct WebAPICodec: Sendable {
    /// The tables whose records are written and read.
    package let schema: Schema
    /// The names of properties in version 4.
    package let names: ODataNames

    package init(_ schema: Schema) {
        self.schema = schema
        names = ODataNames(schema, .v4)
    }

    /// The prefix of all type and function names.
    package static let namespace = "Microsoft.Dynamics.CRM"
    static let formatted = "OData.Community.Display.V1.FormattedValue"
    static let lookupTable = "Microsoft.Dynamics.CRM.lookuplogicalname"
    static let lookupProperty = "Microsoft.Dynamics.CRM.associatednavigationproperty"

    /// A way to a record relative to the root: `accounts(0a1b...)`, also by alternate key.
    package func path(_ reference: EntityReference) throws(PeriluneError) -> String {
        let table = try schema.requireTable(reference.logicalName)
        guard reference.id == .zero, !reference.keyAttributes.isEmpty else {
            return "\(table.entitySetName)(\(reference.id))"
        }
        var pairs: [String] = []
        for pair in reference.keyAttributes {
            guard let attribute = table.attribute(pair.key), let literal = Self.literal(pair.value)
            else {
                throw PeriluneError(
                    "crm.schema", "\(pair.key) cannot be a key of \(table.logicalName)",
                    hint:
                        "use a column of the table with text, a number, a date, a GUID or a lookup")
            }
            pairs.append("\(names.property(of: attribute))=\(literal.text(.v4))")
        }
        return "\(table.entitySetName)(\(pairs.joined(separator: ",")))"
    }

    /// The record that a path points at: relative, with a leading slash, or a whole URL.
    package func reference(
        _ path: String, decode: (Substring) -> String?
    ) throws(PeriluneError) -> EntityReference {
        let last = ODataSegment.lastPiece(of: path)
        guard let text = decode(last) else {
            throw PeriluneError("crm.odata", "'\(path)' is badly encoded")
        }
        return try reference(try ODataSegment(text, .v4))
    }

    /// The record that a segment with a key identifies.
    package func reference(_ segment: ODataSegment) throws(PeriluneError) -> EntityReference {
        guard let table = schema.entity(setName: segment.name) else {
            throw PeriluneError(
                "crm.odata.segment", "Resource not found for the segment '\(segment.name)'.")
        }
        if let id = segment.id { return EntityReference(table.logicalName, id) }
        guard case .named(let pairs) = segment.key else {
            throw PeriluneError(
                "crm.odata", "\(segment.name) requires the id of a record in parentheses")
        }
        var keys: AttributeCollection = [:]
        for pair in pairs {
            guard let attribute = names.attribute(pair.name, of: table) else {
                throw PeriluneError(
                    "crm.odata", "\(table.logicalName) has no column \(pair.name)",
                    hint: table.hint(for: pair.name))
            }
            keys[attribute.logicalName] = try attribute.value(of: pair.value, at: 0)
        }
        if keys.count == 1, case .guid(let id)? = keys[table.primaryIdAttribute] {
            return EntityReference(table.logicalName, id)
        }
        return EntityReference(table.logicalName, .zero, keyAttributes: keys)
    }

    private static func literal(_ value: CRMValue) -> ODataLiteral? {
        switch value {
        case .string(let text): .string(text)
        case .int(let number): .number(String(number))
        case .long(let number): .number(String(number))
        case .decimal(let number): .number(number.description)
        case .option(let option): .number(String(option.value))
        case .guid(let id): .guid(id)
        case .reference(let reference): .guid(reference.id)
        case .date(let time): .date(time)
        default: nil
        }
    }
}

extension ODataSegment {
    /// The text after the last slash outside of quotes.
    static func lastPiece(of path: String) -> Substring {
        var quoted = false
        var start = path.startIndex
        for index in path.indices {
            if path[index] == "'" { quoted.toggle() }
            if path[index] == "/", !quoted { start = path.index(after: index) }
        }
        return path[start...]
    }
}
