import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// Carries out messages as requests of OData v2.
struct ODataV2Exchange: Sendable {
    let codec: ODataV2Codec
    let transport: ODataTransport
    var requestId: GUID?

    func create(_ parameters: AttributeCollection) async throws(CRMError) -> AttributeCollection {
        let entity: Entity = try parameters.required("Target")
        let table = try table(entity.logicalName)
        let call = WebAPICall("POST", table.v2EntitySetName, try members(entity))
        let content = try ODataV2Answer.content(try await send(call))
        guard let id = try self.entity(content, table).id else {
            throw .failure(
                PeriluneError(
                    "crm.answer", "the response does not contain the new record's id"))
        }
        return ["id": .guid(id)]
    }

    func retrieve(_ parameters: AttributeCollection) async throws(CRMError) -> AttributeCollection {
        let target: EntityReference = try parameters.required("Target")
        let columns: ColumnSet = try parameters.required("ColumnSet")
        let table = try table(target.logicalName)
        var options = ODataV2QueryOptions()
        if !columns.allColumns { options.select = try table.selectV2(columns.columns, codec.names) }
        if case .relatedQueries(let queries)? = parameters["RelatedEntitiesQuery"] {
            for element in queries.queries { try expand(element, of: table, &options) }
        }
        let call = WebAPICall("GET", try path(target) + options.text)
        let content = try ODataV2Answer.content(try await send(call))
        return ["Entity": .entity(try entity(content, table))]
    }

    func update(_ parameters: AttributeCollection) async throws(CRMError) -> AttributeCollection {
        let entity: Entity = try parameters.required("Target")
        guard let target = entity.reference else {
            throw entity.keyAttributes.isEmpty
                ? .fault(CRMFault(.invalidArgument, "Entity Id must be specified for Operation"))
                : .unsupported("find a record by an alternate key")
        }
        try checkConcurrency(parameters)
        try await change("MERGE", try path(target), try members(entity))
        return [:]
    }

    func delete(_ parameters: AttributeCollection) async throws(CRMError) -> AttributeCollection {
        let target: EntityReference = try parameters.required("Target")
        try checkConcurrency(parameters)
        _ = try ODataV2Answer.checked(try await send(WebAPICall("DELETE", try path(target))))
        return [:]
    }

    /// A method that proxies don't know travels as a header of POST.
    private func change(
        _ method: String, _ path: String, _ members: [JSONTree.Member]
    ) async throws(CRMError) {
        let call = WebAPICall("POST", path, headers: [("X-HTTP-Method", method)], members)
        _ = try ODataV2Answer.checked(try await send(call))
    }

    private func checkConcurrency(_ parameters: AttributeCollection) throws(CRMError) {
        switch parameters["ConcurrencyBehavior"] {
        case .option(1), .int(1): throw .unsupported("change a record only if it has a version")
        default: break
        }
    }

    func send(_ call: WebAPICall) async throws(CRMError) -> HTTPResponse {
        try await transport.sendUnchecked(call, requestId: requestId)
    }

    func table(_ name: String) throws(CRMError) -> EntityDefinition {
        try CRMError.wrapping { () throws(PeriluneError) in try codec.schema.requireTable(name) }
    }

    func entity(
        _ json: JSONTree, _ table: EntityDefinition, _ shape: ODataV2Codec.Shape = .init()
    ) throws(CRMError) -> Entity {
        try CRMError.wrapping { () throws(PeriluneError) in
            try codec.entity(json, table, shape, isRequest: false, depth: 0)
        }
    }

    private func members(_ entity: Entity) throws(CRMError) -> [JSONTree.Member] {
        try CRMError.wrapping { () throws(PeriluneError) in try codec.request(entity) }
    }

    private func path(_ reference: EntityReference) throws(CRMError) -> String {
        try CRMError.wrapping { () throws(PeriluneError) in try codec.path(reference) }
    }

    /// Expands related records, if only their columns are requested.
    private func expand(
        _ element: RelationshipQueryCollection.Element, of table: EntityDefinition,
        _ options: inout ODataV2QueryOptions
    ) throws(CRMError) {
        let (name, navigation) = try CRMError.wrapping { () throws(PeriluneError) in
            try codec.navigation(element.relationship, of: table)
        }
        let target = try self.table(navigation.target)
        let query = try CRMError.wrapping { () throws(CRMFault) in try element.query.plain() }
        guard query.filters.isEmpty, query.links.isEmpty, query.orders.isEmpty, !query.aggregate,
            query.top == nil, query.page == Query.Page()
        else { throw .unsupported("filter, order or page related records") }
        options.expand.append(name)
        guard options.select != nil else { return }
        let columns = query.allColumns ? [] : query.columns.map(\.name)
        options.select? +=
            query.allColumns
            ? [name] : try target.selectV2(columns, codec.names).map { "\(name)/\($0)" }
    }
}
