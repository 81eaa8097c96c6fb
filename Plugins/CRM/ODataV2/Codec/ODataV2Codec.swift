package import PeriluneCore

/// Writes records as the verbose JSON of OData v2 and reads them, both for clients and for servers.
package struct ODataV2Codec: Sendable {
    /// The tables whose records are written and read.
    package let schema: Schema
    /// The names of properties in version 2.
    package let names: ODataNames

    package init(_ schema: Schema) {
        self.schema = schema
        names = ODataNames(schema, .v2)
    }

    /// The prefix of all type names.
    package static let namespace = "Microsoft.Crm.Sdk.Data.Services"

    /// The table of a set: `AccountSet`.
    package func table(ofSet name: String) -> EntityDefinition? {
        name.hasSuffix("Set") ? schema.entity(schemaName: String(name.dropLast(3))) : nil
    }

    /// `AccountSet(guid'0a1b...')`, relative to the root.
    package func path(_ reference: EntityReference) throws(PeriluneError) -> String {
        let table = try schema.requireTable(reference.logicalName)
        guard reference.keyAttributes.isEmpty || reference.id != .zero else {
            throw PeriluneError(
                "crm.unsupported", "OData v2 has no alternate keys",
                hint: "name the record by its id, or use SOAP or the Web API")
        }
        return "\(table.v2EntitySetName)(guid'\(reference.id)')"
    }

    /// The record that an address ends with: `https://.../AccountSet(guid'0a1b...')`.
    package func reference(
        _ address: String, decode: (Substring) -> String?
    ) throws(PeriluneError) -> EntityReference {
        let last = address.split(separator: "/").last ?? ""
        guard let text = decode(last) else {
            throw PeriluneError("crm.odata", "'\(address.prefix(200))' is badly encoded")
        }
        let segment = try ODataSegment(text, .v2)
        guard let table = table(ofSet: segment.name) else {
            throw PeriluneError(
                "crm.odata.segment", "Resource not found for the segment '\(segment.name)'.")
        }
        guard let id = segment.id else {
            throw PeriluneError("crm.odata", "\(segment.name) requires the id of a record")
        }
        return EntityReference(table.logicalName, id)
    }

    /// The navigation property of a table for a relationship, with its name.
    package func navigation(
        _ relationship: Relationship, of table: EntityDefinition
    ) throws(PeriluneError) -> (name: String, navigation: ODataNames.Navigation) {
        let all = names.navigations(of: table).filter {
            $0.navigation.relationship.schemaName == relationship.schemaName
        }
        let role = relationship.primaryEntityRole
        let exact = all.first { $0.navigation.relationship.primaryEntityRole == role }
        if let found = exact ?? all.first { return found }
        throw PeriluneError(
            "crm.schema", "\(table.logicalName) has no relationship \(relationship.schemaName)")
    }
}

extension EntityDefinition {
    /// The name of the set: `AccountSet`.
    package var v2EntitySetName: String { schemaName + "Set" }

    /// The columns that are properties in OData v2, which is older than some kinds.
    package var propertiesV2: [AttributeDefinition] { attributes.filter { $0.type.isPropertyV2 } }
}

extension AttributeType {
    /// The type of the property; `nil` if the attribute is not a property.
    package var edmV2: String? {
        switch self {
        case .bigInt: "Edm.Int64"
        case .boolean: "Edm.Boolean"
        case .customer, .lookup, .owner: "\(ODataV2Codec.namespace).EntityReference"
        case .dateTime: "Edm.DateTime"
        case .decimal: "Edm.Decimal"
        case .double: "Edm.Double"
        case .entityName, .memo, .string: "Edm.String"
        case .image: "Edm.Binary"
        case .integer: "Edm.Int32"
        case .managedProperty: "\(ODataV2Codec.namespace).BooleanManagedProperty"
        case .money: "\(ODataV2Codec.namespace).Money"
        case .picklist, .state, .status: "\(ODataV2Codec.namespace).OptionSetValue"
        case .uniqueidentifier: "Edm.Guid"
        case .multiSelectPicklist, .partyList, .virtual: nil
        }
    }

    /// Whether the attribute is a property; called for each value of a response.
    var isPropertyV2: Bool {
        switch self {
        case .multiSelectPicklist, .partyList, .virtual: false
        default: true
        }
    }

    /// Whether a property is a complex value, whose parts are addressed one by one.
    package var isComplexV2: Bool { edmV2?.hasPrefix(ODataV2Codec.namespace) == true }
}

extension ODataNames {
    /// All navigation properties of a table: lookups, related records and intersect tables.
    ///
    /// If two have the same name, the first one is used, as in lookups by name.
    package func navigations(
        of entity: EntityDefinition
    ) -> [(name: String, navigation: Navigation)] {
        let table = entity.logicalName
        var all: [(name: String, navigation: Navigation)] = []
        for lookup in schema.lookups(of: table) {
            all.append((property(of: lookup), .single(lookup)))
        }
        for lookup in schema.children(of: table) {
            all.append((collection(of: lookup), .children(lookup)))
        }
        for join in schema.intersections(of: table) {
            all.append((join.schemaName, .many(join, isFirst: join.entity1 == table)))
        }
        var seen: Set<String> = []
        return all.filter { seen.insert($0.name).inserted }
    }
}
