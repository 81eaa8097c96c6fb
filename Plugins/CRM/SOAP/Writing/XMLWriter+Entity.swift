import PeriluneXML

// The order of elements is that of the service's schema: .NET skips what comes out of order.
extension XMLWriter {
    mutating func entity(_ entity: Entity) {
        begin("Attributes", prefix: "a")
        pairs(entity.attributes, prefix: "a")
        end()
        contractElement("EntityState", entity.entityState?.rawValue)
        begin("FormattedValues", prefix: "a")
        for (key, value) in entity.formattedValues.sorted(by: { $0.key < $1.key }) {
            begin("KeyValuePairOfstringstring", prefix: "a")
            element("key", prefix: "b", key)
            element("value", prefix: "b", value)
            end()
        }
        end()
        contractElement("Id", (entity.id ?? .zero).description)
        keyAttributes(entity.keyAttributes)
        contractElement("LogicalName", entity.logicalName)
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
        contractElement("EntityName", collection.entityName)
        contractElement("MinActiveRowVersion", collection.minActiveRowVersion ?? "-1")
        contractElement("MoreRecords", collection.moreRecords)
        contractElement("PagingCookie", collection.pagingCookie)
        contractElement("TotalRecordCount", collection.totalRecordCount)
        contractElement("TotalRecordCountLimitExceeded", collection.totalRecordCountLimitExceeded)
    }

    mutating func reference(_ reference: EntityReference) {
        contractElement("Id", reference.id.description)
        keyAttributes(reference.keyAttributes)
        contractElement("LogicalName", reference.logicalName)
        contractElement("Name", reference.name)
        rowVersion(reference.rowVersion)
    }

    mutating func relationship(_ relationship: Relationship) {
        contractElement("PrimaryEntityRole", relationship.primaryEntityRole?.rawValue)
        contractElement("SchemaName", relationship.schemaName)
    }

    mutating func aliased(_ aliased: AliasedValue) {
        contractElement("AttributeLogicalName", aliased.attributeLogicalName)
        contractElement("EntityLogicalName", aliased.entityLogicalName)
        value(aliased.value, name: "Value", prefix: "a")
    }

    mutating func managed(_ property: BooleanManagedProperty) {
        contractElement("CanBeChanged", property.canBeChanged)
        contractElement("ManagedPropertyLogicalName", property.managedPropertyLogicalName)
        contractElement("Value", property.value)
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
        if let version { contractElement("RowVersion", version) }
    }
}
