import PeriluneCore

/// Rows for other plugins, by queries in FetchXML, from the organization named in a comment of the query, else from
/// the first one.
struct FetchRows: RowProvider {
    private let organizations: [ScriptOrganization]

    init(_ organizations: [ScriptOrganization]) { self.organizations = organizations }

    func rows(_ request: RowRequest) async throws -> RowAnswer? {
        guard request.language == "fetchxml",
            let organization = try organizations.named(FetchComment.organization(in: request.text))
        else { return nil }
        let written: Query
        do throws(CRMFault) {
            written = try Query(fetchXML: request.text)
        } catch {
            throw error.error
        }
        let schema = try await organization.tables()
        var binding = FetchBinding(request.arguments, schema)
        let query = try binding.bind(written)
        var columns = FetchColumns(of: query, schema)
        let records = try await records(query, of: organization, limit: request.limit)
        // CRM makes up names for links that have none.
        for record in records { columns.add(keysOf: record) }
        return RowAnswer(
            columns: columns.names, rows: records.map(columns.row),
            isSorted: !query.orders.isEmpty, bound: binding.bound)
    }

    private func records(
        _ query: Query, of organization: ScriptOrganization, limit: Int
    ) async throws(PeriluneError) -> [Entity] {
        var query = query
        var records: [Entity] = []
        for _ in 0..<Self.mostPages {
            let page: EntityCollection
            do throws(CRMError) {
                page = try await organization.client.retrieveMultiple(.expression(query))
            } catch {
                throw error.error
            }
            records += page.entities
            guard records.count <= limit else {
                throw PeriluneError(
                    "query.rows", "the query has more than \(limit) rows",
                    hint:
                        "aggregate the rows with aggregate=\"true\"; a chart shows a few thousand at most"
                )
            }
            guard page.moreRecords, query.top == nil else { return records }
            // A repeated cookie would return the same page.
            guard
                page.pagingCookie != nil && page.pagingCookie != query.page.cookie
                    || query.page.cookie == nil && !page.entities.isEmpty
            else {
                throw PeriluneError(
                    "crm.answer", "the next page repeats this one",
                    hint: "the organization reports more records, but does not return them")
            }
            query.page.number += 1
            query.page.cookie = page.pagingCookie
        }
        throw PeriluneError(
            "query.rows", "the query has more than \(Self.mostPages) pages",
            hint: "remove count=\"…\"; a page then has 5000 records")
    }

    private static let mostPages = 1000
}
