import CRMPlugin
import PeriluneCore
import PeriluneXML

/// Writes `$metadata`: the CSDL of version 2 in an EDMX document.
struct EDMXWriter {
    private let names: ODataNames
    /// Each name once.
    private let relationships: [RelationshipDefinition]
    private var xml = XMLWriter()

    private static let metadata = "http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"

    init(_ names: ODataNames) {
        self.names = names
        var seen: Set<String> = []
        relationships = names.schema.relationships.filter {
            seen.insert($0.schemaName).inserted
        }
    }

    consuming func document() throws(PeriluneError) -> [UInt8] {
        xml.declaration()
        xml.begin("Edmx", prefix: "edmx")
        xml.namespace("edmx", "http://schemas.microsoft.com/ado/2007/06/edmx")
        xml.attribute("Version", "1.0")
        xml.begin("DataServices", prefix: "edmx")
        xml.namespace("m", Self.metadata)
        xml.attribute("DataServiceVersion", prefix: "m", "2.0")
        xml.begin("Schema")
        xml.namespace("", "http://schemas.microsoft.com/ado/2007/05/edm")
        xml.attribute("Namespace", ODataV2Codec.namespace)
        for entity in names.schema.entities { type(entity) }
        for (name, members) in Self.complexTypes { complexType(name, members) }
        for relationship in relationships { association(relationship) }
        container()
        xml.end()
        xml.end()
        xml.end()
        return try xml.finish()
    }

    private static let complexTypes: KeyValuePairs<String, KeyValuePairs<String, String>> = [
        "EntityReference": ["Id": "Guid", "LogicalName": "String", "Name": "String"],
        "OptionSetValue": ["Value": "Int32"],
        "Money": ["Value": "Decimal"],
        "BooleanManagedProperty": [
            "CanBeChanged": "Boolean", "ManagedPropertyLogicalName": "String", "Value": "Boolean",
        ],
    ]

    private mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        xml.begin(name)
        for (name, value) in attributes { xml.attribute(name, value) }
        xml.end()
    }

    private mutating func type(_ entity: EntityDefinition) {
        xml.begin("EntityType")
        xml.attribute("Name", entity.schemaName)
        xml.begin("Key")
        let identity = entity.attribute(entity.primaryIdAttribute)?.schemaName
        element("PropertyRef", ["Name": identity ?? entity.primaryIdAttribute])
        xml.end()
        for attribute in entity.attributes {
            guard let type = attribute.type.edmV2 else { continue }
            xml.begin("Property")
            xml.attribute("Name", names.property(of: attribute))
            xml.attribute("Type", type)
            // Complex values are never null themselves: their members are.
            let isKey = attribute.logicalName == entity.primaryIdAttribute
            xml.attribute("Nullable", isKey || attribute.type.isComplexV2 ? "false" : "true")
            xml.end()
        }
        for (name, navigation) in names.navigations(of: entity) {
            let roles = Roles(navigation)
            element(
                "NavigationProperty",
                [
                    "Name": name,
                    "Relationship":
                        "\(ODataV2Codec.namespace).\(navigation.relationship.schemaName)",
                    "FromRole": roles.from, "ToRole": roles.to,
                ])
        }
        xml.end()
    }

    private mutating func complexType(
        _ name: String, _ members: KeyValuePairs<String, String>
    ) {
        xml.begin("ComplexType")
        xml.attribute("Name", name)
        for (name, type) in members {
            element("Property", ["Name": name, "Type": "Edm.\(type)", "Nullable": "true"])
        }
        xml.end()
    }

    /// The ends of a relationship: role, table, multiplicity.
    private static func ends(
        _ relationship: RelationshipDefinition
    ) -> [(role: String, table: String, multiplicity: String)] {
        switch relationship {
        case .oneToMany(let one):
            [
                (Roles.referencing, one.referencingEntity, "*"),
                (Roles.referenced, one.referencedEntity, "0..1"),
            ]
        case .manyToMany(let join):
            [(Roles.first, join.entity1, "*"), (Roles.second, join.entity2, "*")]
        }
    }

    private mutating func association(_ relationship: RelationshipDefinition) {
        let ends = Self.ends(relationship).compactMap { end in
            names.schema.entity(end.table).map { (end, $0) }
        }
        guard ends.count == 2 else { return }
        xml.begin("Association")
        xml.attribute("Name", relationship.schemaName)
        for (end, table) in ends {
            element(
                "End",
                [
                    "Role": end.role, "Type": "\(ODataV2Codec.namespace).\(table.schemaName)",
                    "Multiplicity": end.multiplicity,
                ])
        }
        if case .oneToMany(let one) = relationship,
            let column = ends[0].1.attribute(one.referencingAttribute),
            let key = ends[1].1.attribute(ends[1].1.primaryIdAttribute)
        {
            xml.begin("ReferentialConstraint")
            for (name, role, property) in [
                ("Principal", Roles.referenced, key), ("Dependent", Roles.referencing, column),
            ] {
                xml.begin(name)
                xml.attribute("Role", role)
                element("PropertyRef", ["Name": names.property(of: property)])
                xml.end()
            }
            xml.end()
        }
        xml.end()
    }

    private mutating func container() {
        xml.begin("EntityContainer")
        xml.attribute("Name", "OrganizationContext")
        xml.namespace("m", Self.metadata)
        xml.attribute("IsDefaultEntityContainer", prefix: "m", "true")
        for entity in names.schema.entities {
            element(
                "EntitySet",
                [
                    "Name": entity.v2EntitySetName,
                    "EntityType": "\(ODataV2Codec.namespace).\(entity.schemaName)",
                ])
        }
        for relationship in relationships {
            let ends = Self.ends(relationship).compactMap { end in
                names.schema.entity(end.table).map { (end.role, $0.v2EntitySetName) }
            }
            guard ends.count == 2 else { continue }
            xml.begin("AssociationSet")
            xml.attribute("Name", relationship.schemaName)
            xml.attribute(
                "Association", "\(ODataV2Codec.namespace).\(relationship.schemaName)")
            for (role, set) in ends { element("End", ["Role": role, "EntitySet": set]) }
            xml.end()
        }
        xml.end()
    }

    /// The names of the ends, as seen from a navigation property.
    private struct Roles {
        static let (referencing, referenced) = ("Referencing", "Referenced")
        static let (first, second) = ("First", "Second")

        let from: String
        let to: String

        init(_ navigation: ODataNames.Navigation) {
            switch navigation {
            case .single: (from, to) = (Self.referencing, Self.referenced)
            case .children: (from, to) = (Self.referenced, Self.referencing)
            case .many(_, let isFirst):
                (from, to) = isFirst ? (Self.first, Self.second) : (Self.second, Self.first)
            }
        }
    }
}
