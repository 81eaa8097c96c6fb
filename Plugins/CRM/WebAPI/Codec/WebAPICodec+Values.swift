package import PeriluneCore
import PeriluneHTTP
package import PeriluneJSON

/// Single values: numbers keep every digit in both directions.
extension WebAPICodec {
    /// A value as JSON; `nil` for what is not a single value.
    package static func json(_ value: CRMValue) -> JSONTree? {
        switch value {
        case .null: .null
        case .string(let text): .string(text)
        case .int(let number): .number(String(number))
        case .long(let number): .number(String(number))
        case .double(let number): number.isFinite ? .number(number.description) : .null
        case .decimal(let number): .number(number.description)
        case .money(let money): .number(money.value.description)
        case .bool(let value): .bool(value)
        case .date(let time): .string(time.description)
        case .guid(let id): .string(id.description)
        case .bytes(let bytes): .string(Base64.encode(bytes))
        case .option(let option): .number(String(option.value))
        case .options(let options):
            .string(options.map { String($0.value) }.joined(separator: ","))
        case .managed(let property): managed(property)
        case .strings(let texts): .array(texts.map { .string($0) })
        case .guids(let ids): .array(ids.map { .string($0.description) })
        case .bools(let values): .array(values.map { .bool($0) })
        case .aliased(let aliased): json(aliased.value)
        default: nil
        }
    }

    private static func managed(_ property: BooleanManagedProperty) -> JSONTree {
        var members: [JSONTree.Member] = [
            .init("Value", .bool(property.value)),
            .init("CanBeChanged", .bool(property.canBeChanged)),
        ]
        if let name = property.managedPropertyLogicalName {
            members.append(.init("ManagedPropertyLogicalName", .string(name)))
        }
        return .object(members)
    }

    /// The value of a column; lookups are not read here.
    package static func value(
        _ json: JSONTree, of column: MemberColumn
    ) throws(PeriluneError) -> CRMValue {
        if let value = value(json, as: column.type) { return value }
        throw PeriluneError(
            "crm.json",
            "\(column.name) cannot be \(json.summary): its type is \(column.type.rawValue)")
    }

    /// `nil` for a value of another type.
    static func value(_ json: JSONTree, as type: AttributeType) -> CRMValue? {
        switch (json, type) {
        case (.null, _): .null
        case (.string(let text), .string), (.string(let text), .memo),
            (.string(let text), .entityName):
            .string(text)
        case (.bool(let value), .boolean): .bool(value)
        case (.bool(let value), .managedProperty): .managed(BooleanManagedProperty(value))
        case (.object, .managedProperty):
            json["Value"]?.bool.map { value in
                .managed(
                    BooleanManagedProperty(
                        value, canBeChanged: json["CanBeChanged"]?.bool ?? true,
                        name: json["ManagedPropertyLogicalName"]?.string))
            }
        case (.string(let text), .multiSelectPicklist): options(text)
        case (.string(let text), .image): Base64.decode(text).map { .bytes($0) }
        case (.string(let text), .dateTime): ODataLiteral.time(text).map { .date($0) }
        case (.string(let text), .uniqueidentifier): GUID(text).map { .guid($0) }
        // Exact numbers may be texts, as requested by `IEEE754Compatible=true`.
        case (.string(let text), .bigInt), (.string(let text), .decimal),
            (.string(let text), .money):
            type.value(of: text)
        case (.number(let digits), .integer), (.number(let digits), .bigInt),
            (.number(let digits), .double), (.number(let digits), .decimal),
            (.number(let digits), .money), (.number(let digits), .picklist),
            (.number(let digits), .state), (.number(let digits), .status):
            type.value(of: digits)
        default: nil
        }
    }

    private static func options(_ text: String) -> CRMValue? {
        var options: [OptionSetValue] = []
        for piece in text.split(separator: ",") {
            guard let number = Int32(piece.filter { $0 != " " }) else { return nil }
            options.append(OptionSetValue(number))
        }
        return .options(options)
    }
}

extension JSONTree {
    /// A short description for errors, without long texts.
    package var summary: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let digits): String(digits.prefix(40))
        case .string(let text): "'\(text.prefix(40))'"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
