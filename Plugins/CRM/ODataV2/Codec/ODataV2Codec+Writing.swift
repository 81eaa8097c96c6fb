package import PeriluneCore
import PeriluneHTTP
package import PeriluneJSON

/// Single values as JSON: exact numbers are texts, and choices, amounts and references are objects.
extension ODataV2Codec {
    /// The value of a column; answers name the types of objects, requests need not.
    package static func json(
        _ value: CRMValue, of attribute: AttributeDefinition, isTyped: Bool
    ) throws(PeriluneError) -> JSONTree {
        if let json = plain(value, attribute.type) ?? complex(value, attribute.type, isTyped) {
            return json
        }
        throw PeriluneError(
            "crm.value",
            "\(attribute.logicalName) cannot be sent over OData v2; its type is "
                + attribute.type.rawValue,
            hint: attribute.type.isPropertyV2 ? nil : "use SOAP or the Web API")
    }

    /// `nil` for a value of another type.
    private static func plain(_ value: CRMValue, _ type: AttributeType) -> JSONTree? {
        switch (type, value) {
        case _ where !type.isPropertyV2 || type.isComplexV2: nil
        case (_, .null): .null
        case (.string, .string(let text)), (.memo, .string(let text)),
            (.entityName, .string(let text)):
            .string(text)
        case (.integer, .int(let number)): .number(String(number))
        case (.bigInt, .long(let number)): .string(String(number))
        case (.bigInt, .int(let number)): .string(String(number))
        case (.double, .double(let number)) where number.isFinite: .number(number.description)
        case (.decimal, .decimal(let number)): .string(padded(number, 10))
        case (.boolean, .bool(let value)): .bool(value)
        case (.dateTime, .date(let time)): .string(ODataV2Date.text(time))
        case (.uniqueidentifier, .guid(let id)): .string(id.description)
        case (.image, .bytes(let bytes)): .string(Base64.encode(bytes))
        default: nil
        }
    }

    private static func complex(
        _ value: CRMValue, _ type: AttributeType, _ isTyped: Bool
    ) -> JSONTree? {
        switch (type, value) {
        case (.picklist, .option(let option)), (.state, .option(let option)),
            (.status, .option(let option)):
            object("OptionSetValue", [("Value", .number(String(option.value)))], isTyped)
        case (.picklist, .null), (.state, .null), (.status, .null):
            object("OptionSetValue", [("Value", .null)], isTyped)
        case (.money, .money(let money)):
            object("Money", [("Value", .string(padded(money.value, 4)))], isTyped)
        case (.money, .null): object("Money", [("Value", .null)], isTyped)
        case (.lookup, .reference(let other)), (.customer, .reference(let other)),
            (.owner, .reference(let other)):
            reference(
                .string(other.id.description), .string(other.logicalName),
                other.name.map { .string($0) } ?? .null, isTyped)
        case (.lookup, .null), (.customer, .null), (.owner, .null):
            reference(.null, .null, .null, isTyped)
        case (.managedProperty, .managed(let property)):
            managed(
                .bool(property.canBeChanged),
                property.managedPropertyLogicalName.map { .string($0) } ?? .null,
                .bool(property.value), isTyped)
        case (.managedProperty, .null): managed(.null, .null, .null, isTyped)
        default: nil
        }
    }

    private static func reference(
        _ id: JSONTree, _ table: JSONTree, _ name: JSONTree, _ isTyped: Bool
    ) -> JSONTree {
        object("EntityReference", [("Id", id), ("LogicalName", table), ("Name", name)], isTyped)
    }

    private static func managed(
        _ canBeChanged: JSONTree, _ name: JSONTree, _ value: JSONTree, _ isTyped: Bool
    ) -> JSONTree {
        object(
            "BooleanManagedProperty",
            [
                ("CanBeChanged", canBeChanged), ("ManagedPropertyLogicalName", name),
                ("Value", value),
            ], isTyped)
    }

    private static func object(
        _ type: String, _ members: [(String, JSONTree)], _ isTyped: Bool
    ) -> JSONTree {
        let metadata = JSONTree.object([.init("type", .string("\(namespace).\(type)"))])
        return .object(
            (isTyped ? [.init("__metadata", metadata)] : [])
                + members.map { .init($0.0, $0.1) })
    }

    /// All digits, with zeros up to the scale that CRM's database has.
    private static func padded(_ number: CRMDecimal, _ scale: Int) -> String {
        let text = number.description
        guard number.scale < scale else { return text }
        let zeros = String(repeating: "0", count: scale - max(number.scale, 0))
        return text + (number.scale > 0 ? "" : ".") + zeros
    }
}
