public import PeriluneCore
public import PeriluneHTTP
import PeriluneJSON

/// A client of an organization over OData v2, the service of Dynamics CRM 2013 and 2015:
/// `https://host/OrgName/XRMServices/2011/OrganizationData.svc/`.
///
/// It knows create, retrieve, retrieveMultiple, update and delete; other messages go over SOAP or the
/// Web API. Names differ between messages and the service, so a client needs the tables of its
/// organization: they are given, or read from `$metadata` when the first message is sent.
public final class ODataV2Client: CRMClient, SchemaSource {
    let transport: ODataTransport
    private let schemas: SchemaCache

    /// Makes a client.
    ///
    /// `url` is the address of the organization, with or without the path of the service.
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
        let transport = try ODataTransport(url: url, .v2, token: token, send: send)
        self.transport = transport
        schemas = SchemaCache(schema) { () async throws(CRMError) in
            let call = WebAPICall("GET", "$metadata", headers: [("Accept", "application/xml")])
            let answer = try ODataV2Answer.checked(try await transport.sendUnchecked(call))
            return try CRMError.wrapping { () throws(PeriluneError) in
                try Schema(edmx: answer.body)
            }
        }
    }

    /// The tables of the organization.
    public func schema() async throws(CRMError) -> Schema { try await schemas.schema() }

    /// Sends a message and waits for the answer.
    public func execute(
        _ request: OrganizationRequest
    ) async throws(CRMError) -> OrganizationResponse {
        MessageAttempt.markPreparing()
        guard let operation = Self.operations[request.requestName] else {
            throw .unsupported("carry the message \(request.requestName)")
        }
        let exchange = ODataV2Exchange(
            codec: ODataV2Codec(try await schema()), transport: transport,
            requestId: request.requestId)
        let results = try await operation(exchange)(request.parameters)
        return OrganizationResponse(request.requestName, results)
    }

    private typealias Operation =
        @Sendable (ODataV2Exchange) -> (AttributeCollection) async throws(CRMError) ->
        AttributeCollection

    private static let operations: [String: Operation] = [
        "Create": { $0.create }, "Retrieve": { $0.retrieve }, "Update": { $0.update },
        "Delete": { $0.delete }, "RetrieveMultiple": { $0.retrieveMultiple },
    ]
}

extension CRMError {
    /// OData v2 cannot do that, and other ways can.
    static func unsupported(_ what: String) -> CRMError {
        .failure(
            PeriluneError(
                "crm.unsupported", "OData v2 cannot \(what)", hint: "use SOAP or the Web API"))
    }
}
