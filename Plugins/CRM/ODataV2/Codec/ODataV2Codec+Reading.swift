package import PeriluneCore
import PeriluneHTTP
package import PeriluneJSON

/// Single values from JSON, in every form that clients send.
extension ODataV2Codec {
    /// The value of a column.
    package static func value(
        _ json: JSONTree, of column: MemberColumn
    ) throws(PeriluneError) -> CRMValue {
        if column.type.isReference { return try reference(json, column) }
        if let value = value(json, as: column.type) { return value }
        throw mismatch(json, column.attribute)
    }

    private static func mismatch(
        _ json: JSONTree, _ attribute: AttributeDefinition
    ) -> PeriluneError {
        PeriluneError(
            "crm.json",
            "\(attribute.schemaName) cannot be \(json.summary): its type is "
                + (attribute.type.edmV2 ?? attribute.type.rawValue))
    }

    /// `nil` for a value of another type.
    private static func value(_ json: JSONTree, as type: AttributeType) -> CRMValue? {
        switch (type, json) {
        case (_, _) where !type.isPropertyV2: nil
        case (_, .null): .null
        case (.string, .string(let text)), (.memo, .string(let text)),
            (.entityName, .string(let text)):
            .string(text)
        case (.boolean, .bool(let value)): .bool(value)
        case (.dateTime, .string(let text)): ODataV2Date.time(text).map { .date($0) }
        case (.uniqueidentifier, .string(let text)): GUID(text).map { .guid($0) }
        case (.image, .string(let text)): Base64.decode(text).map { .bytes($0) }
        case (.integer, .number(let digits)), (.money, .number(let digits)):
            type.value(of: digits)
        // Exact numbers are texts; clients send numbers all the same.
        case (.bigInt, .number(let digits)), (.bigInt, .string(let digits)),
            (.double, .number(let digits)), (.double, .string(let digits)),
            (.decimal, .number(let digits)), (.decimal, .string(let digits)):
            type.value(of: digits)
        case (.money, .object): member(json, type)
        case (.picklist, .object), (.state, .object), (.status, .object): member(json, type)
        case (.managedProperty, .object): managed(json)
        default: nil
        }
    }

    /// `{"Value":2}`; within an object, null means that there is no value.
    private static func member(_ json: JSONTree, _ type: AttributeType) -> CRMValue? {
        switch json["Value"] {
        case .null?: .null
        case .number(let digits)?: type.value(of: digits)
        case .string(let digits)? where type == .money: type.value(of: digits)
        default: nil
        }
    }

    private static func managed(_ json: JSONTree) -> CRMValue? {
        switch json["Value"] {
        case .null?: .null
        case .bool(let value)?:
            .managed(
                BooleanManagedProperty(
                    value, canBeChanged: json["CanBeChanged"]?.bool ?? true,
                    name: json["ManagedPropertyLogicalName"]?.string))
        default: nil
        }
    }

    /// `{"Id":"...","LogicalName":"contact"}`; the table may be left out where only one is possible.
    private static func reference(
        _ json: JSONTree, _ column: MemberColumn
    ) throws(PeriluneError) -> CRMValue {
        if json == .null { return .null }
        guard case .object = json, let id = json["Id"] else {
            throw mismatch(json, column.attribute)
        }
        if id == .null { return .null }
        guard let id = id.string.flatMap({ GUID($0) }) else { throw mismatch(id, column.attribute) }
        guard let table = json["LogicalName"]?.string ?? column.onlyTarget else {
            let attribute = column.attribute
            throw PeriluneError(
                "crm.json", "\(attribute.schemaName) requires a LogicalName beside the Id",
                hint: "allowed are \(attribute.targets.joined(separator: ", "))")
        }
        return .reference(EntityReference(table, id, name: json["Name"]?.string))
    }
}
