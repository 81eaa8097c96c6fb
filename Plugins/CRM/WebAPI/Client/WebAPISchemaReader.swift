import PeriluneCore
import PeriluneJSON

extension Schema {
    /// Reads the tables of an organization from `EntityDefinitions`.
    init(webAPI transport: ODataTransport) async throws(CRMError) {
        var entities: [EntityDefinition] = []
        var relationships: [String: RelationshipDefinition] = [:]
        var path: String? = Self.definitions
        var seen: Set<String> = []
        while let current = path, seen.insert(current).inserted {
            let answer = try await transport.send(WebAPICall("GET", current))
            let json = try WebAPIAnswer.json(answer)
            guard let elements = json["value"]?.elements else {
                throw .failure(
                    PeriluneError("crm.answer", "the response has no definitions of tables"))
            }
            for element in elements {
                let lookups = (element["ManyToOneRelationships"]?.elements ?? [])
                    .compactMap(OneToMany.init)
                let intersections = (element["ManyToManyRelationships"]?.elements ?? [])
                    .compactMap(ManyToMany.init)
                if let entity = EntityDefinition(element, lookups) { entities.append(entity) }
                for lookup in lookups { relationships[lookup.schemaName] = .oneToMany(lookup) }
                for join in intersections { relationships[join.schemaName] = .manyToMany(join) }
            }
            path = try json["@odata.nextLink"]?.string.map { (link) throws(CRMError) in
                try transport.path(ofLink: link)
            }
        }
        let ordered = relationships.values.sorted { $0.schemaName < $1.schemaName }
        self.init(entities, ordered)
    }

    private static let definitions =
        "EntityDefinitions?$select=LogicalName,SchemaName,EntitySetName,PrimaryIdAttribute,"
        + "PrimaryNameAttribute,ObjectTypeCode,IsActivity,IsIntersect,OwnershipType,DisplayName"
        + "&$expand=Attributes,Keys($select=LogicalName,KeyAttributes),"
        + "ManyToOneRelationships($select=SchemaName,ReferencedEntity,ReferencingEntity,"
        + "ReferencingAttribute,ReferencingEntityNavigationPropertyName,CascadeConfiguration),"
        + "ManyToManyRelationships($select=SchemaName,IntersectEntityName,Entity1LogicalName,"
        + "Entity1IntersectAttribute,Entity2LogicalName,Entity2IntersectAttribute)"
}

extension EntityDefinition {
    fileprivate init?(_ json: JSONTree, _ lookups: [OneToMany]) {
        guard let logicalName = json["LogicalName"]?.string,
            let schemaName = json["SchemaName"]?.string,
            let identity = json["PrimaryIdAttribute"]?.string
        else { return nil }
        var attributes = (json["Attributes"]?.elements ?? []).compactMap(AttributeDefinition.init)
        for index in attributes.indices
        where attributes[index].type.isReference && attributes[index].targets.isEmpty {
            let name = attributes[index].logicalName
            attributes[index].targets = lookups.filter { $0.referencingAttribute == name }
                .map(\.referencedEntity)
        }
        let keys = (json["Keys"]?.elements ?? []).compactMap { key -> Key? in
            guard let name = key["LogicalName"]?.string,
                let columns = key["KeyAttributes"]?.elements
            else { return nil }
            return Key(name, columns.compactMap(\.string))
        }
        self.init(
            schemaName, set: json["EntitySetName"]?.string,
            code: json["ObjectTypeCode"]?.integer ?? 0,
            displayName: json["DisplayName"]?.label ?? schemaName, id: identity,
            name: json["PrimaryNameAttribute"]?.string,
            ownership: json["OwnershipType"]?.string.flatMap { Ownership(rawValue: $0) } ?? .none,
            isActivity: json["IsActivity"]?.bool ?? false,
            isIntersect: json["IsIntersect"]?.bool ?? false, keys: keys, attributes)
        self.logicalName = logicalName
    }
}

extension AttributeDefinition {
    fileprivate init?(_ json: JSONTree) {
        guard let logicalName = json["LogicalName"]?.string,
            let schemaName = json["SchemaName"]?.string
        else { return nil }
        // Newer kinds are all `Virtual`, and are distinguished by the name of the type.
        let typeName = json["AttributeTypeName"]?["Value"]?.string
        let type: AttributeType? =
            switch typeName {
            case "MultiSelectPicklistType": .multiSelectPicklist
            case "ImageType": .image
            default: json["AttributeType"]?.string.flatMap { AttributeType(rawValue: $0) }
            }
        self.init(
            schemaName, type ?? .virtual, displayName: json["DisplayName"]?.label,
            targets: (json["Targets"]?.elements ?? []).compactMap(\.string),
            options: (json["OptionSet"]?["Options"]?.elements ?? []).compactMap(Option.init))
        self.logicalName = logicalName
        maxLength = json["MaxLength"]?.integer
        precision = json["Precision"]?.integer
        if case .number(let digits)? = json["MinValue"] { minimum = Double(digits) }
        if case .number(let digits)? = json["MaxValue"] { maximum = Double(digits) }
        isValidForRead = json["IsValidForRead"]?.bool ?? true
        isValidForCreate = json["IsValidForCreate"]?.bool ?? true
        isValidForUpdate = json["IsValidForUpdate"]?.bool ?? true
        let level = json["RequiredLevel"]?["Value"]?.string
        isRequired = level == "ApplicationRequired" || level == "SystemRequired"
    }
}

extension AttributeDefinition.Option {
    init?(_ json: JSONTree) {
        guard let value = json["Value"]?.integer.flatMap({ Int32(exactly: $0) }) else {
            return nil
        }
        self.init(
            value, json["Label"]?.label ?? String(value),
            state: json["State"]?.integer.flatMap { Int32(exactly: $0) })
    }
}

extension OneToMany {
    fileprivate init?(_ json: JSONTree) {
        guard let name = json["SchemaName"]?.string,
            let referencing = json["ReferencingEntity"]?.string,
            let attribute = json["ReferencingAttribute"]?.string,
            let referenced = json["ReferencedEntity"]?.string
        else { return nil }
        let configuration = json["CascadeConfiguration"]
        func action(_ key: String, _ other: Cascade.Action) -> Cascade.Action {
            configuration?[key]?.string.flatMap { Cascade.Action(rawValue: $0) } ?? other
        }
        self.init(
            name, from: referencing, attribute, to: referenced,
            lookupProperty: json["ReferencingEntityNavigationPropertyName"]?.string,
            cascade: Cascade(
                assign: action("Assign", .none), delete: action("Delete", .removeLink),
                merge: action("Merge", .none), reparent: action("Reparent", .none)))
    }
}

extension ManyToMany {
    fileprivate init?(_ json: JSONTree) {
        guard let name = json["SchemaName"]?.string,
            let intersect = json["IntersectEntityName"]?.string,
            let entity1 = json["Entity1LogicalName"]?.string,
            let attribute1 = json["Entity1IntersectAttribute"]?.string,
            let entity2 = json["Entity2LogicalName"]?.string,
            let attribute2 = json["Entity2IntersectAttribute"]?.string
        else { return nil }
        self.init(name, intersect: intersect, entity1, attribute1, entity2, attribute2)
    }
}

extension JSONTree {
    /// The text of a label for the user's language.
    fileprivate var label: String? { self["UserLocalizedLabel"]?["Label"]?.string }
}
