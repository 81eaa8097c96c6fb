public import PeriluneCore
public import PeriluneHTTP
import PeriluneJSON

/// A client of an organization over the Web API: `https://org.crm.dynamics.com/api/data/v9.2/`.
///
/// Every message becomes the request that Microsoft documents for it. Names differ between messages
/// and the Web API - lookups, navigation properties, sets - so a client needs the tables of its
/// organization: they are given, or read once when the first message is sent.
public final class WebAPIClient: CRMClient, SchemaSource {
    let transport: ODataTransport
    private let schemas: SchemaCache

    /// Makes a client.
    ///
    /// `url` is the address of the organization, with or without `/api/data/v9.2`.
    public convenience init(
        url: String, token: any TokenProvider, http: HTTPClient, schema: Schema? = nil
    ) throws(PeriluneError) {
        try self.init(url: url, token: token, schema: schema) { (request) throws(PeriluneError) in
            try await http.send(request)
        }
    }

    /// Makes a client over any way to send a request.
    package init(
        url: String, token: any TokenProvider, schema: Schema? = nil,
        send: @escaping ODataTransport.Send
    ) throws(PeriluneError) {
        let transport = try ODataTransport(url: url, token: token, send: send)
        self.transport = transport
        schemas = SchemaCache(schema) { () async throws(CRMError) in
            try await Schema(webAPI: transport)
        }
    }

    /// The tables of the organization.
    public func schema() async throws(CRMError) -> Schema { try await schemas.schema() }

    /// Sends a message and waits for the answer.
    public func execute(
        _ request: OrganizationRequest
    ) async throws(CRMError) -> OrganizationResponse {
        MessageAttempt.markPreparing()
        let planner = WebAPIPlanner(codec: WebAPICodec(try await schema()))
        let results: AttributeCollection
        switch request.requestName {
        case "ExecuteMultiple": results = try await executeMultiple(request, planner)
        case "ExecuteTransaction": results = try await executeTransaction(request, planner)
        case "Retrieve" where request.parameters["RelatedEntitiesQuery"] != nil:
            results = try await retrieveWithRelated(request, planner)
        default:
            let plan = try planner.plan(request)
            results = try plan.results(try await run(plan, request.requestId))
        }
        return OrganizationResponse(request.requestName, results)
    }

    /// One request goes by itself; several are a change set, and so one transaction.
    private func run(
        _ plan: WebAPIPlan, _ requestId: GUID?
    ) async throws(CRMError) -> [HTTPResponse] {
        if plan.calls.isEmpty { return [] }
        guard plan.calls.count == 1, let call = plan.calls.first,
            call.path.utf8.count <= Self.longestPath
        else {
            let batch = WebAPIBatchCall([plan], continuesOnError: false)
            var answers: [HTTPResponse] = []
            for response in try await transport.send(batch).first ?? [] {
                answers.append(try WebAPIAnswer.checked(response))
            }
            return answers
        }
        return [try await transport.send(call, requestId: requestId)]
    }

    /// Longer paths, with long FetchXML, travel in the body of a batch.
    private static let longestPath = 16 << 10

    /// Reads the record, then each relationship with a query.
    private func retrieveWithRelated(
        _ request: OrganizationRequest, _ planner: WebAPIPlanner
    ) async throws(CRMError) -> AttributeCollection {
        let plan = try planner.plan(request)
        let results = try plan.results(try await run(plan, request.requestId))
        guard case .entity(var entity)? = results["Entity"],
            case .relatedQueries(let queries)? = request.parameters["RelatedEntitiesQuery"]
        else { return results }
        for element in queries.queries {
            let query = try planner.related(element, to: entity)
            let plan = try planner.plan(
                OrganizationRequest("RetrieveMultiple", ["Query": .query(.expression(query))]))
            let page = try plan.results(try await run(plan, nil))
            if case .entities(let related)? = page["EntityCollection"] {
                entity.relatedEntities.append(.init(element.relationship, related))
            }
        }
        return ["Entity": .entity(entity)]
    }
}
