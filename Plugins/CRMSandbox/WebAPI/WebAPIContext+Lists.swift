import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// Queries of a set.
extension WebAPIContext {
    func list(
        _ table: EntityDefinition, _ request: WebAPIRequest,
        narrowing narrow: (inout Query) -> Void = { _ in }
    ) throws(CRMFault) -> HTTPResponse {
        if let text = request.option("fetchXml") { return try fetch(text, table, request) }
        if let text = request.option("sql") { return try sql(text, table, request) }
        for name in ["savedQuery", "userQuery"] {
            guard let text = request.option(name) else { continue }
            return try saved(text, name.lowercased(), table, request)
        }
        let options = try request.options(self)
        guard options.skip == nil else {
            throw CRMFault(.odataExpression, "$skip is not supported; follow @odata.nextLink.")
        }
        var query = try query(options, of: table)
        narrow(&query)
        // A page size does not count where the number of records is given.
        if query.top == nil, options.apply.isEmpty {
            query.page.count = request.preferences.pageSize
            if let token = request.option("$skiptoken") {
                let cookie = try WebAPIPagingCookie(skipToken: token)
                query.page.number = cookie.number
                query.page.cookie = cookie.cookie
            }
        }
        let page = try page(query)
        let rows =
            options.apply.isEmpty
            ? try members(page.entities, table, options, request.preferences.annotations)
            : page.entities.map {
                codec.response($0, columns: [], request.preferences.annotations)
            }
        return answer(rows, page, query, table, request)
    }

    /// The query of the options, with the columns that tags and expansions need in addition to the selected ones.
    private func query(
        _ options: ODataOptions, of table: EntityDefinition
    ) throws(CRMFault) -> Query {
        var query = try reading { () throws(PeriluneError) in
            try options.query(of: table, names)
        }
        query.top = options.top.map { min($0, Query.maximumPage) }
        guard options.apply.isEmpty, !query.allColumns else { return query }
        query.require(table.primaryIdAttribute)
        query.require("versionnumber")
        for expansion in options.expand {
            if case .single(let lookup) = names.navigation(expansion.path.text, of: table) {
                query.require(lookup.referencingAttribute)
            }
        }
        return query
    }

    /// Runs a query.
    func page(_ query: Query) throws(CRMFault) -> EntityCollection {
        let results = try run("RetrieveMultiple", ["Query": .query(.expression(query))])
        guard case .entities(let page)? = results["EntityCollection"] else {
            throw CRMFault(.unexpected, "The query has no result.")
        }
        return page
    }

    /// Records and the way to the next page.
    func answer(
        _ rows: [[JSONTree.Member]], _ page: EntityCollection, _ query: Query,
        _ table: EntityDefinition, _ request: WebAPIRequest
    ) -> HTTPResponse {
        var members = envelope(table, page, query, request)
        members.append(.init("value", .array(rows.map { .object($0) })))
        if page.moreRecords, query.top == nil, !query.aggregate {
            let cookie = WebAPIPagingCookie(
                number: query.page.number + 1, cookie: page.pagingCookie)
            var pairs = request.query.filter { $0.0 != "$skiptoken" }
            pairs.append(("$skiptoken", cookie.text))
            let query = pairs.map {
                "\(PercentEncoding.component($0.0))=\(PercentEncoding.component($0.1))"
            }
            members.append(
                .init(
                    "@odata.nextLink",
                    .string("\(root)\(path(of: request))?\(query.joined(separator: "&"))")))
        }
        return WebAPIReply.json(members, request.preferences)
    }

    /// The members before the records of a response.
    func envelope(
        _ table: EntityDefinition, _ page: EntityCollection, _ query: Query,
        _ request: WebAPIRequest
    ) -> [JSONTree.Member] {
        var members: [JSONTree.Member] = [
            .init("@odata.context", .string("\(root)$metadata#\(table.entitySetName)"))
        ]
        func annotate(_ name: String, _ value: JSONTree) {
            let name = "\(WebAPICodec.namespace).\(name)"
            if request.preferences.annotations.includes(name) {
                members.append(.init("@" + name, value))
            }
        }
        if query.page.returnsTotal {
            members.append(.init("@odata.count", .number(String(page.totalRecordCount))))
        }
        annotate("totalrecordcount", .number(String(page.totalRecordCount)))
        annotate("totalrecordcountlimitexceeded", .bool(page.totalRecordCountLimitExceeded))
        return members
    }

    private func path(of request: WebAPIRequest) -> String {
        request.segments.map { segment in
            segment.id.map { "\(segment.name)(\($0))" } ?? segment.name
        }.joined(separator: "/")
    }

    /// `accounts/$count`: a number as text, at most 5000.
    func count(
        _ table: EntityDefinition, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        var options = try request.options(self)
        options.select = []
        options.counts = true
        var query = try query(options, of: table)
        query.top = nil
        query.page.count = 1
        let count = try page(query).totalRecordCount
        return WebAPIReply.response(200, "text/plain", Array(String(count).utf8))
    }
}
