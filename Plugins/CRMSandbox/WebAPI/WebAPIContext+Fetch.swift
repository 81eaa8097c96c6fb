import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// Handles queries in FetchXML, and queries stored as records.
extension WebAPIContext {
    func fetch(
        _ text: String, _ table: EntityDefinition, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        var query = try Query(fetchXML: text)
        guard query.entity == table.logicalName else {
            throw CRMFault(
                .invalidArgument,
                "The entity of the query is \(query.entity), but that of the URL is \(table.logicalName)."
            )
        }
        if query.page.count == nil, query.top == nil {
            query.page.count = request.preferences.pageSize
        }
        let page = try page(query)
        var members = envelope(table, page, query, request)
        let annotations = request.preferences.annotations
        if page.moreRecords, query.top == nil {
            if annotations.includes("\(WebAPICodec.namespace).morerecords") {
                members.append(.init("@\(WebAPICodec.namespace).morerecords", .bool(true)))
            }
            let cookie = WebAPIPagingCookie(
                number: query.page.number + 1, cookie: page.pagingCookie)
            if annotations.includes("\(WebAPICodec.namespace).fetchxmlpagingcookie"),
                page.pagingCookie != nil
            {
                members.append(
                    .init(
                        "@\(WebAPICodec.namespace).fetchxmlpagingcookie", .string(cookie.text)))
            }
        }
        let rows = page.entities.map { entity in
            var entity = entity
            if !query.aggregate, entity[table.primaryIdAttribute] == nil, let id = entity.id {
                entity[table.primaryIdAttribute] = .guid(id)
            }
            return JSONTree.object(codec.response(entity, columns: [], annotations))
        }
        members.append(.init("value", .array(rows)))
        return WebAPIReply.json(members, request.preferences)
    }

    /// `?savedQuery=` and `?userQuery=`: the FetchXML of a record.
    func saved(
        _ id: String, _ name: String, _ table: EntityDefinition, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        guard let id = GUID(id) else {
            throw CRMFault(.invalidArgument, "Expected non-empty Guid.")
        }
        let results = try run(
            "Retrieve",
            [
                "Target": .reference(EntityReference(try self.table(name).logicalName, id)),
                "ColumnSet": .columns(["fetchxml"]),
            ])
        guard case .entity(let entity)? = results["Entity"],
            case .string(let text)? = entity["fetchxml"]
        else { throw CRMFault(.invalidArgument, "The query has no FetchXML.") }
        return try fetch(text, table, request)
    }
}
