package import PeriluneCore
import PeriluneHTTP
package import PeriluneJSON

/// Parameters and results of actions and functions.
extension WebAPICodec {
    /// A parameter or result as JSON.
    package func parameter(_ value: CRMValue) throws(PeriluneError) -> JSONTree {
        if let json = Self.json(value) { return json }
        switch value {
        case .reference(let reference): return try typed(reference)
        case .entity(let entity): return try typed(entity)
        case .entities(let collection): return .array(try collection.entities.mapped(typed))
        case .entityArray(let entities): return .array(try entities.mapped(typed))
        case .references(let references), .referenceArray(let references):
            return .array(try references.mapped(typed))
        case .columns(let set):
            return .object([
                .init("AllColumns", .bool(set.allColumns)),
                .init("Columns", .array(set.columns.map { .string($0) })),
            ])
        case .query(let query):
            let text: String
            do throws(CRMFault) { text = try query.fetchXML() } catch { throw error.error }
            return .object([
                .init("@odata.type", .string("\(Self.namespace).FetchExpression")),
                .init("Query", .string(text)),
            ])
        case .privileges(let privileges):
            return .array(
                privileges.map { privilege in
                    .object([
                        .init("Depth", .string(privilege.depth.rawValue)),
                        .init("PrivilegeId", .string(privilege.privilegeId.description)),
                        .init("BusinessUnitId", .string(privilege.businessUnitId.description)),
                    ])
                })
        case .validation(let result): return Self.json(result)
        default: throw PeriluneError("crm.json", "the Web API cannot represent this parameter")
        }
    }

    private func typed(_ entity: Entity) throws(PeriluneError) -> JSONTree {
        .object([type(entity.logicalName)] + (try request(entity)))
    }

    private func typed(_ reference: EntityReference) throws(PeriluneError) -> JSONTree {
        let table = try schema.requireTable(reference.logicalName)
        return .object([
            type(reference.logicalName),
            .init(table.primaryIdAttribute, .string(reference.id.description)),
        ])
    }

    private func type(_ table: String) -> JSONTree.Member {
        .init("@odata.type", .string("\(Self.namespace).\(table)"))
    }

    /// Reads a parameter or a result of a kind.
    ///
    /// Records of answers may have columns that only a query knows; those of requests may not.
    package func parameter(
        _ json: JSONTree, _ field: MessageDescription.FieldDescription, isRequest: Bool,
        contents: [String: String] = [:]
    ) throws(PeriluneError) -> CRMValue {
        if json == .null { return .null }
        let reading = Reading(aliases: isRequest ? nil : WebAPIAliases(), contents: contents)
        let elements = json.elements
        switch field.kind {
        case .entityReference: return .reference(try reference(json, field.key, reading))
        case .entity: return .entity(try record(json, field.key, reading))
        case .entityReferenceCollection, .entityReferenceArray:
            guard let elements else { break }
            let references = try elements.mapped { (element) throws(PeriluneError) in
                try reference(element, field.key, reading)
            }
            return field.kind == .entityReferenceArray
                ? .referenceArray(references) : .references(references)
        case .entityArray, .entityCollection:
            guard let elements else { break }
            let records = try elements.mapped { (element) throws(PeriluneError) in
                try record(element, field.key, reading)
            }
            return field.kind == .entityArray
                ? .entityArray(records)
                : .entities(EntityCollection(records, entityName: records.first?.logicalName))
        default: if let value = Self.value(json, of: field.kind) { return value }
        }
        throw PeriluneError(
            "crm.json",
            "\(field.key) cannot be \(json.summary): its type is "
                + field.kind.rawValue)
    }

    private func record(
        _ json: JSONTree, _ key: String, _ reading: Reading
    ) throws(PeriluneError) -> Entity {
        try entity(json, try table(of: json, key), reading)
    }

    private func reference(
        _ json: JSONTree, _ key: String, _ reading: Reading
    ) throws(PeriluneError) -> EntityReference {
        if let path = json["@odata.id"]?.string {
            return try reference(reading.resolved(path)) { PercentEncoding.decode($0) }
        }
        let table = try table(of: json, key)
        guard let text = json[table.primaryIdAttribute]?.string, let id = GUID(text) else {
            throw PeriluneError("crm.json", "\(key) has no \(table.primaryIdAttribute)")
        }
        return EntityReference(table.logicalName, id)
    }

    /// The table named by `@odata.type`, else by the member that is an identity, since old clients omit the type.
    private func table(
        of json: JSONTree, _ key: String
    ) throws(PeriluneError) -> EntityDefinition {
        if let type = json["@odata.type"]?.string {
            return try schema.requireTable(String(type.split(separator: ".").last ?? ""))
        }
        let members = Set(json.members.map(\.name))
        let named = schema.entities.first {
            !$0.isActivity && members.contains($0.primaryIdAttribute)
        }
        if let named { return named }
        throw PeriluneError(
            "crm.json", "\(key) requires an @odata.type such as \(Self.namespace).lead")
    }
}

extension Array {
    /// `map` that keeps the type of the error.
    func mapped<Result, Failure: Error>(
        _ body: (Element) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        var results: [Result] = []
        results.reserveCapacity(count)
        for element in self { results.append(try body(element)) }
        return results
    }
}
