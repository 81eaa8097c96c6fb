import PeriluneCore
import PeriluneJSON

/// The pages of a query by OData options, followed link by link.
///
/// A link that leads to another host, or to a page that was there before, ends the way with an error.
public struct WebAPIPages: Sendable {
    private let transport: ODataTransport
    private let codec: WebAPICodec
    private let table: EntityDefinition
    private let pageSize: Int?
    private var next: String?
    private var seen: Set<String> = []

    init(
        _ transport: ODataTransport, _ codec: WebAPICodec, _ table: EntityDefinition,
        options: String, pageSize: Int?
    ) {
        self.transport = transport
        self.codec = codec
        self.table = table
        self.pageSize = pageSize
        next = table.entitySetName + (options.isEmpty ? "" : "?\(options)")
    }

    /// The next page; `nil` after the last one.
    public mutating func next() async throws(CRMError) -> EntityCollection? {
        guard let path = next else { return nil }
        guard seen.insert(path).inserted else {
            throw .failure(
                PeriluneError(
                    "crm.answer", "the link to the next page leads back to an earlier page"))
        }
        var call = WebAPICall("GET", path, headers: WebAPIPlanner.annotations)
        if let pageSize { call.headers.add("Prefer", "odata.maxpagesize=\(pageSize)") }
        let json = try WebAPIAnswer.json(try await transport.send(call))
        let page = try WebAPIPlanner.page(json, of: table, WebAPIAliases(), codec)
        next = try json["@odata.nextLink"]?.string.map { (link) throws(CRMError) in
            try transport.path(ofLink: link)
        }
        return page
    }
}

extension WebAPIClient {
    /// The records of a table that OData options describe, page by page.
    ///
    /// `options` are percent-encoded: `$select=name&$filter=revenue%20gt%201000`.
    public func pages(
        of entity: String, options: String = "", pageSize: Int? = nil
    ) async throws(CRMError) -> WebAPIPages {
        let codec = WebAPICodec(try await schema())
        let table = try CRMError.wrapping { () throws(PeriluneError) in
            try codec.schema.requireTable(entity)
        }
        return WebAPIPages(transport, codec, table, options: options, pageSize: pageSize)
    }
}
