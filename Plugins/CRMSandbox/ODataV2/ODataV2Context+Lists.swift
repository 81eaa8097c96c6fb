import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// Queries of a set, fifty records at a time.
extension ODataV2Context {
    func list(
        _ table: EntityDefinition, _ request: ODataV2Request,
        narrowing narrow: (inout Query) -> Void = { _ in }
    ) throws(CRMFault) -> HTTPResponse {
        let options = try request.options(self)
        try ODataV2Rules(names, table).check(options)
        let selection = try selection(options, of: table)
        var query = try query(options, of: table, selection)
        narrow(&query)
        let token = try request.option("$skiptoken").map { (text) throws(CRMFault) in
            try ODataV2SkipToken(text)
        }
        let page = try rows(query, token, skip: options.skip ?? 0, top: options.top)
        var content: [JSONTree.Member] = []
        if options.counts {
            content.append(.init("__count", .string(String(page.totalRecordCount))))
        }
        content.append(.init("results", try results(page.entities, table, selection)))
        if page.moreRecords {
            let next = ODataV2SkipToken(after: page, number: (token?.page ?? 1) + 1, table)
            content.append(.init("__next", .string(self.next(request, next))))
        }
        return ODataV2Reply.json(.object(content))
    }

    private func query(
        _ options: ODataOptions, of table: EntityDefinition, _ selection: ODataV2Selection
    ) throws(CRMFault) -> Query {
        var plain = options
        plain.select = []
        plain.top = nil
        var query = try reading { () throws(PeriluneError) in try plain.query(of: table, names) }
        query.columns = selection.columns(of: table).map { Query.Column($0) }
        return query
    }

    /// The rows of a page; `moreRecords` says whether a further page exists within `$top`.
    private func rows(
        _ query: Query, _ token: ODataV2SkipToken?, skip: Int, top: Int?
    ) throws(CRMFault) -> EntityCollection {
        let size = limits.pageSize
        let number = token?.page ?? 1
        let (before, overflow) = (number - 1).multipliedReportingOverflow(by: size)
        guard !overflow, skip <= Self.farthest, before <= Self.farthest else {
            throw CRMFault(.odataExpression, "The page number is too large.")
        }
        let wanted = top.map { max(0, $0 - before) } ?? .max
        guard wanted > 0 else { return EntityCollection(totalRecordCount: 0) }
        var query = query
        query.page.count = size
        query.page.number = (skip + before) / size + 1
        // A cookie gives the start of a page only if no rows are skipped.
        if skip == 0 { query.page.cookie = token?.cookie }
        var page = try self.page(query)
        let extra = (skip + before) % size
        if extra > 0 {
            // The page begins within a page of the store and ends in the next.
            page.entities.removeFirst(min(extra, page.entities.count))
            if page.moreRecords {
                query.page.number += 1
                let next = try self.page(query)
                page.moreRecords = next.moreRecords || next.entities.count > extra
                page.entities += next.entities.prefix(extra)
            }
        }
        if page.entities.count > wanted { page.entities.removeSubrange(wanted...) }
        page.moreRecords = page.moreRecords && wanted > size
        return page
    }

    private static let farthest = 1_000_000_000

    /// The request for the next page.
    private func next(_ request: ODataV2Request, _ token: ODataV2SkipToken) -> String {
        let options = request.query.filter { $0.0 != "$skiptoken" }.map {
            "\($0.0)=\(PercentEncoding.component($0.1))"
        }
        let query = (options + ["$skiptoken=\(token.encoded)"]).joined(separator: "&")
        return "\(root)\(request.path)?\(query)"
    }
}
