import PeriluneCore
import PeriluneJSON

/// Queries: the service returns fifty records at a time, the message as many as requested.
extension ODataV2Exchange {
    func retrieveMultiple(
        _ parameters: AttributeCollection
    ) async throws(CRMError) -> AttributeCollection {
        let base: QueryBase = try parameters.required("Query")
        let query = try CRMError.wrapping { () throws(CRMFault) in
            let query = try base.plain()
            try query.checkRules()
            return query
        }
        let table = try table(query.entity)
        var translation = ODataV2Query(codec, table)
        var options = try translation.options(query)
        let count = query.top ?? query.page.count ?? Query.maximumPage
        let (skipped, overflow) = (query.page.number - 1).multipliedReportingOverflow(by: count)
        guard !overflow else { throw .unsupported("reach page \(query.page.number)") }
        options.skip = skipped
        // Request one more row than wanted, to find out whether there are more.
        options.top = query.top ?? count + 1
        var page = EntityCollection(entityName: table.logicalName)
        var path: String? = table.v2EntitySetName + options.text
        var seen: Set<String> = []
        let shape = ODataV2Codec.Shape()
        while let current = path, page.entities.count <= count {
            guard seen.insert(current).inserted else {
                throw .failure(
                    PeriluneError(
                        "crm.answer", "the link to the next page leads back to an earlier page"))
            }
            let content = try ODataV2Answer.content(try await send(WebAPICall("GET", current)))
            guard let records = content.elements ?? content["results"]?.elements else {
                throw .failure(
                    PeriluneError(
                        "crm.answer", "the response to a query lacks the member 'results'"))
            }
            for record in records {
                page.entities.append(translation.joined(try entity(record, table, shape)))
            }
            path = try content["__next"]?.string.map { (link) throws(CRMError) in
                try self.path(ofLink: link)
            }
        }
        page.moreRecords = query.top == nil && page.entities.count > count
        page.entities.removeSubrange(min(count, page.entities.count)...)
        return ["EntityCollection": .entities(page)]
    }

    /// The service sometimes writes its own address in lower case.
    private func path(ofLink link: String) throws(CRMError) -> String {
        let root = transport.root
        guard link.utf8.count > root.utf8.count,
            link.prefix(root.count).lowercased() == root.lowercased()
        else { return try transport.path(ofLink: link) }
        return String(link.dropFirst(root.count))
    }
}
