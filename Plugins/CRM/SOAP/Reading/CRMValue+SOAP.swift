import PeriluneCore
import PeriluneHTTP
import PeriluneXML

extension CRMValue {
    /// Reads an element by its `i:type`.
    init(soap element: XMLElement) throws(PeriluneError) {
        var types = SOAPTypes()
        try self.init(soap: element, &types)
    }

    /// Reads an element by its `i:type`, as one of many.
    init(soap element: XMLElement, _ types: inout SOAPTypes) throws(PeriluneError) {
        let type = element.attribute("type", namespace: SOAPNamespace.instance.rawValue)
        if element.isNil {
            self = .null
        } else if let type, !type.isEmpty {
            self = try Self.read(element, as: types.name(type, of: element))
        } else if let untyped = try Self.readUntyped(element) {
            self = untyped
        } else {
            throw element.error(
                "soap.type", "\(element.name) has no type",
                hint: "add i:type, such as i:type=\"d:string\"")
        }
    }

    /// The mobile SDK for iOS writes arrays of references and privileges without a type.
    private static func readUntyped(_ element: XMLElement) throws(PeriluneError) -> CRMValue? {
        let items = element.elements
        guard let first = items.first, items.allSatisfy({ $0.name == first.name }) else {
            return nil
        }
        switch first.name {
        case "EntityReference": return try read(element, as: .referenceArray)
        case "RolePrivilege": return try read(element, as: .privileges)
        default: return nil
        }
    }

    private static func read(
        _ element: XMLElement, as type: SOAPTypeName
    ) throws(PeriluneError) -> CRMValue {
        switch type {
        case .string, .duration, .accessType, .entityFilters: return .string(element.text)
        case .int, .short: return .int(try element.int())
        case .long: return .long(try element.scalar("long") { Int64($0) })
        case .double, .float: return .double(try element.scalar("double", double))
        case .decimal: return .decimal(try element.scalar("decimal") { CRMDecimal($0) })
        case .boolean: return .bool(try element.bool())
        case .dateTime: return .date(try element.scalar("dateTime", dateTime))
        case .guid: return .guid(try element.guid())
        case .base64Binary: return .bytes(try element.scalar("base64Binary", bytes))
        case .optionSetValue: return .option(try option(element))
        case .money:
            return .money(
                Money(try element.required("Value").scalar("decimal") { CRMDecimal($0) }))
        case .reference: return .reference(try EntityReference(soap: element))
        case .entity: return .entity(try Entity(soap: element))
        case .entities: return .entities(try EntityCollection(soap: element))
        case .aliased: return .aliased(try AliasedValue(soap: element))
        case .managed: return .managed(try BooleanManagedProperty(soap: element))
        case .columns: return .columns(try ColumnSet(soap: element))
        case .fetch, .expression, .byAttribute:
            return .query(try QueryBase(soap: element, as: type))
        case .relationship: return .relationship(try Relationship(soap: element))
        case .relatedQueries:
            return .relatedQueries(try RelationshipQueryCollection(soap: element))
        case .validation: return .validation(try ValidationResult(soap: element))
        case .multipleSettings:
            return .multipleSettings(try ExecuteMultipleSettings(soap: element))
        case .concurrency:
            return .option(
                try element.scalar("ConcurrencyBehavior") {
                    SOAPEnumeration.concurrencyOption(String($0))
                })
        case .optionSetValues, .references, .referenceArray, .entityArray, .guids, .strings,
            .bools, .privileges, .requests, .responses, .multipleResponses:
            return try list(element, of: type)
        }
    }

    private static func list(
        _ element: XMLElement, of type: SOAPTypeName
    ) throws(PeriluneError) -> CRMValue {
        switch type {
        case .optionSetValues: .options(try element.items(option))
        case .references: .references(try element.items(EntityReference.init(soap:)))
        case .referenceArray: .referenceArray(try element.items(EntityReference.init(soap:)))
        case .entityArray: .entityArray(try element.items(Entity.init(soap:)))
        case .guids: .guids(try element.items { (item) throws(PeriluneError) in try item.guid() })
        case .strings: .strings(element.texts())
        case .bools: .bools(try element.items { (item) throws(PeriluneError) in try item.bool() })
        case .privileges: .privileges(try element.items(RolePrivilege.init(soap:)))
        case .requests: .requests(try element.items(OrganizationRequest.init(soap:)))
        case .responses:
            .responses(
                try element.items { (item) throws(PeriluneError) in
                    try OrganizationResponse(soap: item)
                })
        case .multipleResponses:
            .multipleResponses(try element.items(ExecuteMultipleResponseItem.init(soap:)))
        default: throw element.error("soap.type", "the type \(type.rawValue) is not a list")
        }
    }

    private static func option(_ element: XMLElement) throws(PeriluneError) -> OptionSetValue {
        OptionSetValue(try element.required("Value").int())
    }

    /// XML Schema's spelling, not Swift's: no hexadecimal, no `nan`.
    private static func double(_ text: Substring) -> Double? {
        switch text {
        case "NaN": return .nan
        case "INF": return .infinity
        case "-INF": return -.infinity
        default:
            let isPlain = text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
            guard isPlain, let number = Double(text), number.isFinite else { return nil }
            return number
        }
    }

    /// A time without a zone is UTC, as CRM takes it.
    private static func dateTime(_ text: Substring) -> Timestamp? {
        let text = String(text)
        return Timestamp(text) ?? Timestamp(text + "Z")
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        Base64.decode(text) ?? Base64.decode(text.filter { !$0.isWhitespace })
    }
}
