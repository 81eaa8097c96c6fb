import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// `?sql=SELECT TOP 2 name FROM account`: reading only, a table at a time.
extension WebAPIContext {
    func sql(
        _ text: String, _ table: EntityDefinition, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        var query = try reading { () throws(PeriluneError) in
            var parser = try SQLParser(text, table, names)
            return try parser.query()
        }
        if query.top == nil { query.page.count = request.preferences.pageSize }
        if let token = request.option("$skiptoken") {
            let cookie = try WebAPIPagingCookie(skipToken: token)
            query.page.number = cookie.number
            query.page.cookie = cookie.cookie
        }
        return try answer(sql: query, table, request)
    }

    private func answer(
        sql query: Query, _ table: EntityDefinition, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        let page = try page(query)
        let wanted = query.columns.map(\.name)
        let rows = page.entities.map { entity in
            var entity = entity
            entity.rowVersion = nil
            entity.attributes = entity.attributes.filtered { wanted.contains($0) }
            return codec.response(entity, columns: wanted, request.preferences.annotations)
        }
        return answer(rows, page, query, table, request)
    }
}
