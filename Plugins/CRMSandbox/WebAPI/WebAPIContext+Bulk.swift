import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// Operations on many records.
extension WebAPIContext {
    /// Handles `CreateMultiple`, `UpdateMultiple`, `UpsertMultiple` and `DeleteMultiple`, which change all records or
    /// none.
    func bulk(
        _ name: String, on table: EntityDefinition, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        let messages = [
            "CreateMultiple": "Create", "UpdateMultiple": "Update", "UpsertMultiple": "Upsert",
            "DeleteMultiple": "Delete",
        ]
        guard let message = messages[name] else {
            throw notFound("\(WebAPICodec.namespace).\(name)")
        }
        guard let elements = try request.json(self)["Targets"]?.elements, !elements.isEmpty else {
            throw CRMFault(.invalidArgument, "Required field 'Targets' is missing")
        }
        guard elements.count <= Self.mostTargets else {
            throw CRMFault(
                .invalidArgument, "Targets may have at most \(Self.mostTargets) records.")
        }
        var targets: [CRMValue] = []
        for element in elements {
            let entity = try target(element, table)
            if message != "Delete" {
                targets.append(.entity(entity))
            } else {
                targets.append(
                    .reference(
                        EntityReference(
                            table.logicalName, entity.id ?? .zero,
                            keyAttributes: entity.keyAttributes)))
            }
        }
        var ids: [JSONTree] = []
        try atomically { (execute) throws(CRMFault) in
            for target in targets {
                let results = try execute(
                    OrganizationRequest(message, namespace: .xrm, ["Target": target])
                ).results
                if case .guid(let id)? = results["id"] { ids.append(.string(id.description)) }
            }
        }
        guard message == "Create" else { return WebAPIReply.empty() }
        return WebAPIReply.json([
            .init(
                "@odata.context",
                .string("\(root)$metadata#\(WebAPICodec.namespace).CreateMultipleResponse")),
            .init("Ids", .array(ids)),
        ])
    }

    private static let mostTargets = 1000

    /// A record of `Targets`: known by its identity, or by the path in `@odata.id`.
    private func target(
        _ json: JSONTree, _ table: EntityDefinition
    ) throws(CRMFault) -> Entity {
        if let type = json["@odata.type"]?.string,
            type.split(separator: ".").last.map(String.init) != table.logicalName
        {
            throw CRMFault(.payload, "A target is not of the type \(table.logicalName).")
        }
        var entity = try reading { () throws(PeriluneError) in
            try codec.entity(request: json, of: table, contents: contents)
        }
        if let path = json["@odata.id"]?.string {
            let segment = try reading { () throws(PeriluneError) in try ODataSegment(path, .v4) }
            let reference = try reference(segment)
            entity.id = reference.id == .zero ? nil : reference.id
            entity.keyAttributes = reference.keyAttributes
        }
        if entity.id != nil { entity[table.primaryIdAttribute] = nil }
        return entity
    }

    /// Deletes the records that queries find.
    ///
    /// In CRM this is a job; here it is done before the response is sent.
    func bulkDelete(_ request: WebAPIRequest) throws(CRMFault) -> HTTPResponse {
        let json = try request.json(self)
        guard let queries = json["QuerySet"]?.elements, !queries.isEmpty else {
            throw CRMFault(.invalidArgument, "Required field 'QuerySet' is missing")
        }
        for json in queries {
            var query = try query(expression: json)
            let table = try self.table(query.entity)
            query.columns = [Query.Column(table.primaryIdAttribute)]
            query.allColumns = false
            while true {
                let found = try page(query)
                for entity in found.entities {
                    guard let reference = entity.reference else { continue }
                    try run("Delete", ["Target": .reference(reference)])
                }
                // The rows are gone: what follows is the first page again.
                if !found.moreRecords || found.entities.isEmpty { break }
            }
        }
        return WebAPIReply.json([
            .init(
                "@odata.context",
                .string("\(root)$metadata#\(WebAPICodec.namespace).BulkDeleteResponse")),
            .init("JobId", .string(GUID.random().description)),
        ])
    }
}
