import PeriluneXML

// The order of elements is that of the service's schema: .NET skips what comes out of order.
extension XMLWriter {
    mutating func entity(_ entity: Entity) {
        begin("Attributes", prefix: "a")
        pairs(entity.attributes, prefix: "a")
        end()
        a("EntityState", entity.entityState?.rawValue)
        begin("FormattedValues", prefix: "a")
        for (key, value) in entity.formattedValues.sorted(by: { $0.key < $1.key }) {
            begin("KeyValuePairOfstringstring", prefix: "a")
            element("key", prefix: "b", key)
            element("value", prefix: "b", value)
            end()
        }
        end()
        a("Id", (entity.id ?? .zero).description)
        keyAttributes(entity.keyAttributes)
        a("LogicalName", entity.logicalName)
        begin("RelatedEntities", prefix: "a")
        for related in entity.relatedEntities {
            begin("KeyValuePairOfRelationshipEntityCollectionX_PsK4FkN", prefix: "a")
            begin("key", prefix: "b")
            relationship(related.relationship)
            end()
            begin("value", prefix: "b")
            collection(related.entities)
            end()
            end()
        }
        end()
        rowVersion(entity.rowVersion)
    }

    mutating func collection(_ collection: EntityCollection) {
        begin("Entities", prefix: "a")
        list("Entity", collection.entities) { $0.entity($1) }
        end()
        a("EntityName", collection.entityName)
        a("MinActiveRowVersion", collection.minActiveRowVersion ?? "-1")
        a("MoreRecords", collection.moreRecords)
        a("PagingCookie", collection.pagingCookie)
        a("TotalRecordCount", collection.totalRecordCount)
        a("TotalRecordCountLimitExceeded", collection.totalRecordCountLimitExceeded)
    }

    mutating func reference(_ reference: EntityReference) {
        a("Id", reference.id.description)
        keyAttributes(reference.keyAttributes)
        a("LogicalName", reference.logicalName)
        a("Name", reference.name)
        rowVersion(reference.rowVersion)
    }

    mutating func relationship(_ relationship: Relationship) {
        a("PrimaryEntityRole", relationship.primaryEntityRole?.rawValue)
        a("SchemaName", relationship.schemaName)
    }

    mutating func aliased(_ aliased: AliasedValue) {
        a("AttributeLogicalName", aliased.attributeLogicalName)
        a("EntityLogicalName", aliased.entityLogicalName)
        value(aliased.value, name: "Value", prefix: "a")
    }

    mutating func managed(_ property: BooleanManagedProperty) {
        a("CanBeChanged", property.canBeChanged)
        a("ManagedPropertyLogicalName", property.managedPropertyLogicalName)
        a("Value", property.value)
    }

    /// Names and values; `prefix` is that of the collection's namespace.
    mutating func pairs(_ pairs: AttributeCollection, prefix: String) {
        for pair in pairs {
            begin("KeyValuePairOfstringanyType", prefix: prefix)
            element("key", prefix: "b", pair.key)
            value(pair.value)
            end()
        }
    }

    /// Writes the keys, if there are any: servers before 7.1 do not know the element.
    private mutating func keyAttributes(_ keys: AttributeCollection) {
        guard !keys.isEmpty else { return }
        begin("KeyAttributes", prefix: "a")
        pairs(keys, prefix: "g")
        end()
    }

    private mutating func rowVersion(_ version: String?) {
        if let version { a("RowVersion", version) }
    }
}
