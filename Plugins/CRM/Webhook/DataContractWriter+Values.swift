import PeriluneCore

/// The values of attributes and parameters, each with the `__type` that the wire gives it.
extension DataContractWriter {
    mutating func write(_ value: CRMValue) {
        switch value {
        case .null: raw("null")
        case .string(let text): write(text)
        case .int(let number): raw(String(number))
        case .long(let number): raw(String(number))
        case .double(let number): raw(number.isFinite ? number.description : "null")
        case .decimal(let number): raw(number.description)
        case .bool(let isTrue): raw(isTrue ? "true" : "false")
        case .date(let time):
            raw("\"\(WireDate(milliseconds: time.flooredMilliseconds).escaped)\"")
        case .guid(let id): write(id.description)
        case .bytes(let bytes): write(array: bytes) { $0.raw(String($1)) }
        case .option(let option): write(option)
        case .options(let options): write(array: options) { $0.write($1) }
        case .money(let money):
            beginObject(type: "Money")
            name("Value")
            raw(money.value.description)
            endObject()
        case .reference(let reference): write(reference, type: "EntityReference")
        case .entity(let entity): write(entity, type: "Entity")
        case .entities(let collection): write(collection)
        case .aliased(let aliased): write(aliased)
        case .managed(let property):
            beginObject(type: "BooleanManagedProperty")
            write("CanBeChanged", property.canBeChanged)
            write("ManagedPropertyLogicalName", property.managedPropertyLogicalName)
            write("Value", property.value)
            endObject()
        case .references(let references), .referenceArray(let references):
            write(array: references) { $0.write($1, type: "EntityReference") }
        case .entityArray(let entities): write(array: entities) { $0.write($1, type: "Entity") }
        case .guids(let ids): write(array: ids) { $0.write($1.description) }
        case .strings(let texts): write(array: texts) { $0.write($1) }
        case .bools(let values): write(array: values) { $0.raw($1 ? "true" : "false") }
        case .columns(let columns):
            beginObject(type: "ColumnSet")
            write("AllColumns", columns.allColumns)
            name("Columns")
            write(array: columns.columns) { $0.write($1) }
            endObject()
        case .relationship(let relationship): write(relationship, type: "Relationship")
        case .query(.fetch(let fetch)):
            beginObject(type: "FetchExpression")
            write("Query", fetch.query)
            endObject()
        case .query(.expression(let query)): write(queryOn: query.entity, "QueryExpression")
        case .query(.byAttribute(let query)): write(queryOn: query.entityName, "QueryByAttribute")
        // No step of a webhook is registered for a message that has one of these.
        case .relatedQueries, .validation, .privileges, .requests, .responses, .multipleSettings,
            .multipleResponses:
            raw("null")
        }
    }

    mutating func write(pairs: AttributeCollection) {
        write(array: pairs.pairs) { writer, pair in
            writer.beginObject()
            writer.write("key", pair.key)
            writer.name("value")
            writer.write(pair.value)
            writer.endObject()
        }
    }

    /// A record; without a type where the reader knows that it is one.
    mutating func write(_ entity: Entity, type: String? = nil) {
        beginObject(type: type)
        name("Attributes")
        write(pairs: entity.attributes)
        name("EntityState")
        raw(entity.entityState.map { String(Entity.State.order.firstIndex(of: $0) ?? 0) } ?? "null")
        name("FormattedValues")
        write(array: entity.formattedValues.sorted { $0.key < $1.key }) { writer, pair in
            writer.beginObject()
            writer.write("key", pair.key)
            writer.write("value", pair.value)
            writer.endObject()
        }
        write("Id", entity.id ?? .zero)
        name("KeyAttributes")
        write(pairs: entity.keyAttributes)
        write("LogicalName", entity.logicalName)
        name("RelatedEntities")
        write(array: entity.relatedEntities) { writer, related in
            writer.beginObject()
            writer.name("key")
            writer.write(related.relationship)
            writer.name("value")
            writer.write(related.entities, type: nil)
            writer.endObject()
        }
        write("RowVersion", entity.rowVersion)
        endObject()
    }

    mutating func write(_ reference: EntityReference, type: String? = nil) {
        beginObject(type: type)
        write("Id", reference.id)
        name("KeyAttributes")
        write(pairs: reference.keyAttributes)
        write("LogicalName", reference.logicalName)
        write("Name", reference.name)
        write("RowVersion", reference.rowVersion)
        endObject()
    }

    private mutating func write(_ option: OptionSetValue) {
        beginObject(type: "OptionSetValue")
        write("Value", Int(option.value))
        endObject()
    }

    private mutating func write(
        _ collection: EntityCollection, type: String? = "EntityCollection"
    ) {
        beginObject(type: type)
        name("Entities")
        write(array: collection.entities) { $0.write($1) }
        write("EntityName", collection.entityName)
        write("MinActiveRowVersion", collection.minActiveRowVersion)
        write("MoreRecords", collection.moreRecords)
        write("PagingCookie", collection.pagingCookie)
        write("TotalRecordCount", collection.totalRecordCount)
        write("TotalRecordCountLimitExceeded", collection.totalRecordCountLimitExceeded)
        endObject()
    }

    private mutating func write(_ aliased: AliasedValue) {
        beginObject(type: "AliasedValue")
        write("AttributeLogicalName", aliased.attributeLogicalName)
        write("EntityLogicalName", aliased.entityLogicalName)
        name("Value")
        write(aliased.value)
        endObject()
    }

    private mutating func write(_ relationship: Relationship, type: String? = nil) {
        beginObject(type: type)
        name("PrimaryEntityRole")
        raw(relationship.primaryEntityRole.map { $0 == .referencing ? "0" : "1" } ?? "null")
        write("SchemaName", relationship.schemaName)
        endObject()
    }

    /// A query without its conditions; a receiver that needs those can register for the records it finds.
    private mutating func write(queryOn entity: String, _ type: String) {
        beginObject(type: type)
        write("EntityName", entity)
        endObject()
    }

    private mutating func write<Element>(
        array elements: [Element], _ body: (inout DataContractWriter, Element) -> Void
    ) {
        beginArray()
        for element in elements { body(&self, element) }
        endArray()
    }
}

extension Entity.State {
    /// The states in the order of their numbers in .NET.
    fileprivate static let order: [Entity.State] = [.unchanged, .created, .changed]
}

extension Timestamp {
    /// Whole milliseconds, also before 1970.
    var flooredMilliseconds: Int64 { microseconds.flooredQuotient(1000) }
}
