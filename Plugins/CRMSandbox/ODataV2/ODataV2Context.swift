import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// The tables, the address and the transaction for answering a request.
struct ODataV2Context {
    let codec: ODataV2Codec
    /// The URL of the service with a slash at the end.
    let root: String
    let limits: ODataV2Limits
    let execute: (OrganizationRequest) throws(CRMFault) -> OrganizationResponse

    var schema: Schema { codec.schema }
    var names: ODataNames { codec.names }

    /// The response to a request, including errors.
    func answer(_ request: HTTPRequest, prefix: String) -> HTTPResponse {
        do throws(CRMFault) {
            return try route(try ODataV2Request(request, prefix: prefix, in: self))
        } catch {
            return ODataV2Reply.failure(error)
        }
    }

    /// Runs a message.
    @discardableResult
    func run(
        _ name: String, _ parameters: AttributeCollection
    ) throws(CRMFault) -> AttributeCollection {
        try execute(OrganizationRequest(name, namespace: .xrm, parameters)).results
    }

    /// Runs a query.
    func page(_ query: Query) throws(CRMFault) -> EntityCollection {
        let results = try run("RetrieveMultiple", ["Query": .query(.expression(query))])
        guard case .entities(let page)? = results["EntityCollection"] else {
            throw CRMFault(.unexpected, "The query has no result.")
        }
        return page
    }

    /// Reads a record.
    func read(_ reference: EntityReference, _ columns: [String]) throws(CRMFault) -> Entity {
        let results = try run(
            "Retrieve",
            ["Target": .reference(reference), "ColumnSet": .columns(ColumnSet(columns))])
        guard case .entity(let entity)? = results["Entity"] else {
            throw CRMFault(.unexpected, "The record could not be read.")
        }
        return entity
    }

    /// Reads input of a client; errors become the fault that CRM returns.
    func reading<Result>(
        _ body: () throws(PeriluneError) -> Result
    ) throws(CRMFault) -> Result {
        do throws(PeriluneError) { return try body() } catch { throw WebAPIError.fault(error) }
    }

    /// The table at the other end of a relationship.
    func target(_ navigation: ODataNames.Navigation) throws(CRMFault) -> EntityDefinition {
        try schema.require(entity: navigation.target)
    }

    func notFound(_ segment: String) -> CRMFault {
        CRMFault(.odataSegment, "Resource not found for the segment '\(segment.prefix(200))'.")
    }
}
