import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import PeriluneXML

/// Queries: all of them travel as FetchXML.
extension WebAPIPlanner {
    func retrieveMultiple(_ parameters: AttributeCollection) throws(CRMError) -> WebAPIPlan {
        let base: QueryBase = try parameters.required("Query")
        let text = try CRMError.wrapping { () throws(CRMFault) in try base.fetchXML() }
        let query = try CRMError.wrapping { () throws(CRMFault) in
            if case .expression(let query) = base { return query }
            return try Query(fetchXML: text)
        }
        let table = try table(query.entity)
        let path = "\(table.entitySetName)?fetchXml=\(PercentEncoding.component(text))"
        let (codec, aliases) = (codec, WebAPIAliases(query, in: codec.schema))
        return WebAPIPlan(
            WebAPICall("GET", path, headers: Self.annotations)
        ) { (answer) throws(CRMError) in
            let page = try Self.page(
                try WebAPIAnswer.json(answer), of: table, aliases, codec)
            return ["EntityCollection": .entities(page)]
        }
    }

    /// A page of records with its annotations.
    static func page(
        _ json: JSONTree, of table: EntityDefinition, _ aliases: WebAPIAliases,
        _ codec: WebAPICodec
    ) throws(CRMError) -> EntityCollection {
        guard let elements = json["value"]?.elements else {
            throw .failure(PeriluneError("crm.answer", "the response to a query has no value"))
        }
        var page = EntityCollection(entityName: table.logicalName)
        let reading = WebAPICodec.Reading(aliases: aliases)
        page.entities.reserveCapacity(elements.count)
        for element in elements {
            page.entities.append(
                try CRMError.wrapping { () throws(PeriluneError) in
                    try codec.entity(element, table, reading)
                })
        }
        let prefix = "@Microsoft.Dynamics.CRM."
        if let cookie = json[prefix + "fetchxmlpagingcookie"]?.string {
            page.pagingCookie = try Self.cookie(cookie)
        }
        page.moreRecords =
            json[prefix + "morerecords"]?.bool
            ?? (page.pagingCookie != nil || json["@odata.nextLink"] != nil)
        if let total = json[prefix + "totalrecordcount"]?.integer { page.totalRecordCount = total }
        page.totalRecordCountLimitExceeded =
            json[prefix + "totalrecordcountlimitexceeded"]?.bool ?? false
        return page
    }

    /// Extracts the cookie from `<cookie pagenumber="2" pagingcookie="..." istracking="False" />`, where it is
    /// percent-encoded twice.
    private static func cookie(_ text: String) throws(CRMError) -> String {
        let element = try CRMError.wrapping { () throws(PeriluneError) in
            try XMLElement.parse(Array(text.utf8))
        }
        guard let outer = element.attribute("pagingcookie"),
            let once = PercentEncoding.decode(outer), let cookie = PercentEncoding.decode(once)
        else {
            throw .failure(PeriluneError("crm.answer", "the paging cookie is malformed"))
        }
        return cookie
    }
}
