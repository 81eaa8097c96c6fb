import CRMPlugin
import PeriluneCore
import PeriluneJSON
import PeriluneXML

/// The service documents: the list of sets, and the types.
extension WebAPIContext {
    func serviceDocument() -> HTTPResponse {
        let sets = schema.entities.map { entity in
            JSONTree.object([
                .init("name", .string(entity.entitySetName)),
                .init("kind", .string("EntitySet")),
                .init("url", .string(entity.entitySetName)),
            ])
        }
        return WebAPIReply.json([
            .init("@odata.context", .string("\(root)$metadata")), .init("value", .array(sets)),
        ])
    }

    func metadataDocument() throws(CRMFault) -> HTTPResponse {
        let bytes = try reading { () throws(PeriluneError) in try CSDLWriter(names).document() }
        return WebAPIReply.response(200, "application/xml", bytes)
    }
}

/// Writes `$metadata`: CSDL 4.0.
struct CSDLWriter {
    private let names: ODataNames
    private var xml = XMLWriter()

    init(_ names: ODataNames) { self.names = names }

    consuming func document() throws(PeriluneError) -> [UInt8] {
        xml.declaration()
        xml.begin("Edmx", prefix: "edmx")
        xml.namespace("edmx", "http://docs.oasis-open.org/odata/ns/edmx")
        xml.attribute("Version", "4.0")
        xml.begin("DataServices", prefix: "edmx")
        xml.begin("Schema")
        xml.namespace("", "http://docs.oasis-open.org/odata/ns/edm")
        xml.attribute("Namespace", WebAPICodec.namespace)
        xml.attribute("Alias", "mscrm")
        for entity in names.schema.entities { type(entity) }
        container()
        xml.end()
        xml.end()
        xml.end()
        return try xml.finish()
    }

    private mutating func type(_ entity: EntityDefinition) {
        xml.begin("EntityType")
        xml.attribute("Name", entity.logicalName)
        xml.begin("Key")
        xml.begin("PropertyRef")
        xml.attribute("Name", entity.primaryIdAttribute)
        xml.end()
        xml.end()
        for attribute in entity.attributes {
            guard let type = attribute.type.edm else { continue }
            xml.begin("Property")
            xml.attribute("Name", names.property(of: attribute))
            xml.attribute("Type", "Edm.\(type)")
            if attribute.logicalName == entity.primaryIdAttribute {
                xml.attribute("Nullable", "false")
            }
            if let length = attribute.maxLength { xml.attribute("MaxLength", String(length)) }
            if type == "Decimal" { xml.attribute("Scale", "Variable") }
            xml.end()
        }
        for lookup in names.schema.lookups(of: entity.logicalName) {
            navigation(
                names.property(of: lookup), to: lookup.referencedEntity, isCollection: false,
                partner: names.collection(of: lookup), column: lookup.referencingAttribute,
                key: names.schema.entity(lookup.referencedEntity)?.primaryIdAttribute)
        }
        for lookup in names.schema.children(of: entity.logicalName) {
            navigation(
                names.collection(of: lookup), to: lookup.referencingEntity, isCollection: true,
                partner: names.property(of: lookup))
        }
        for join in names.schema.intersections(of: entity.logicalName) {
            let other = join.entity1 == entity.logicalName ? join.entity2 : join.entity1
            navigation(
                join.schemaName, to: other, isCollection: true, partner: join.schemaName)
        }
        xml.end()
    }

    private mutating func navigation(
        _ name: String, to entity: String, isCollection: Bool, partner: String,
        column: String? = nil, key: String? = nil
    ) {
        let type = "mscrm.\(entity)"
        xml.begin("NavigationProperty")
        xml.attribute("Name", name)
        xml.attribute("Type", isCollection ? "Collection(\(type))" : type)
        xml.attribute("Partner", partner)
        if let column, let key {
            xml.begin("ReferentialConstraint")
            xml.attribute("Property", "_\(column)_value")
            xml.attribute("ReferencedProperty", key)
            xml.end()
        }
        xml.end()
    }

    private mutating func container() {
        xml.begin("EntityContainer")
        xml.attribute("Name", "System")
        for entity in names.schema.entities {
            xml.begin("EntitySet")
            xml.attribute("Name", entity.entitySetName)
            xml.attribute("EntityType", "\(WebAPICodec.namespace).\(entity.logicalName)")
            xml.end()
        }
        xml.end()
    }
}

extension AttributeType {
    /// The name of the primitive type; `nil` for attributes that are not properties.
    fileprivate var edm: String? {
        switch self {
        case .bigInt: "Int64"
        case .boolean: "Boolean"
        case .customer, .lookup, .owner, .uniqueidentifier: "Guid"
        case .dateTime: "DateTimeOffset"
        case .decimal, .money: "Decimal"
        case .double: "Double"
        case .entityName, .memo, .multiSelectPicklist, .string: "String"
        case .image: "Binary"
        case .integer, .picklist, .state, .status: "Int32"
        case .managedProperty, .partyList, .virtual: nil
        }
    }
}
