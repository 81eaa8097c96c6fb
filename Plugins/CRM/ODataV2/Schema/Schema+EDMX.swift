package import PeriluneCore
import PeriluneXML

extension Schema {
    /// Reads the tables of an organization from the `$metadata` of OData v2.
    ///
    /// The document knows columns and relationships; it does not know choices, labels or lengths of
    /// texts. Web API's definitions do.
    package init(edmx document: [UInt8]) throws(PeriluneError) {
        var limits = XMLLimits()
        limits.bytes = 64 << 20
        limits.nodes = 4_000_000
        let root = try XMLElement.parse(document, limits: limits)
        guard root.name == "Edmx", let services = root.child("DataServices") else {
            throw PeriluneError(
                "crm.metadata",
                "this is not $metadata: the root element must be Edmx with DataServices, got \(root.name)",
                at: .init(line: root.line, column: root.column))
        }
        guard root.attribute("Version") != "4.0" else {
            throw PeriluneError(
                "crm.metadata",
                "this is the $metadata of the Web API, which lacks the schema names of tables",
                hint: "use the URL of the Web API itself, or OrganizationData.svc/$metadata")
        }
        let schemas = services.elements(named: "Schema")
        let types = schemas.flatMap { $0.elements(named: "EntityType") }.map(EDMXType.init)
        let relationships = EDMXAssociations(
            schemas.flatMap { $0.elements(named: "Association") }, types
        ).relationships
        let targets = EDMXTargets(relationships)
        var entities: [EntityDefinition] = []
        for type in types {
            if let entity = type.definition(targets) { entities.append(entity) }
        }
        guard !entities.isEmpty else {
            throw PeriluneError("crm.metadata", "the document has no entity types")
        }
        self.init(entities, relationships)
    }
}

/// An entity type of the document.
struct EDMXType {
    let name: String
    let key: String?
    let properties: [XMLElement]

    init(_ element: XMLElement) {
        name = element.attribute("Name") ?? ""
        key = element.child("Key")?.child("PropertyRef")?.attribute("Name")
        properties = element.elements(named: "Property")
    }

    var logicalName: String { name.lowercased() }

    /// The properties that are references to records.
    var references: [String] {
        properties.filter { $0.attribute("Type")?.hasSuffix(".EntityReference") == true }
            .compactMap { $0.attribute("Name") }
    }

    /// The table of a type; `nil` if the type is not a table.
    func definition(_ allTargets: EDMXTargets) -> EntityDefinition? {
        guard !name.isEmpty, let key else { return nil }
        let allTargets = allTargets.byColumn[logicalName] ?? [:]
        let attributes = properties.compactMap { property -> AttributeDefinition? in
            guard let name = property.attribute("Name"), let edm = property.attribute("Type") else {
                return nil
            }
            let targets = allTargets[name.lowercased()] ?? []
            guard let type = Self.type(edm, name, targets) else { return nil }
            var attribute = AttributeDefinition(name, type, targets: targets)
            attribute.maxLength = property.attribute("MaxLength").flatMap { Int($0) }
            return attribute
        }
        return EntityDefinition(
            name, code: 0, displayName: name, id: key.lowercased(), name: nil, ownership: .none,
            isActivity: key == "ActivityId", attributes)
    }

    /// The document has one type for all choices and one for all references: names and targets tell
    /// some of them apart.
    private static func type(
        _ edm: String, _ name: String, _ targets: [String]
    ) -> AttributeType? {
        switch edm.split(separator: ".").last ?? "" {
        case "Binary": .image
        case "Boolean": .boolean
        case "BooleanManagedProperty": .managedProperty
        case "DateTime": .dateTime
        case "Decimal": .decimal
        case "Double": .double
        case "EntityReference" where name == "OwnerId": .owner
        case "EntityReference" where Set(targets) == ["account", "contact"]: .customer
        case "EntityReference": .lookup
        case "Guid": .uniqueidentifier
        case "Int32": .integer
        case "Int64": .bigInt
        case "Money": .money
        case "OptionSetValue" where name == "StateCode": .state
        case "OptionSetValue" where name == "StatusCode": .status
        case "OptionSetValue": .picklist
        case "String": .string
        default: nil
        }
    }
}
