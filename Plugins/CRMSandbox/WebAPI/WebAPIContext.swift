import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// The tables, the address and the transaction for answering a request.
///
/// In a change set, messages run in its transaction.
struct WebAPIContext {
    typealias Execute = (OrganizationRequest) throws(CRMFault) -> OrganizationResponse

    let codec: WebAPICodec
    /// The URL of the service with a slash at the end.
    let root: String
    /// The path of the service: `/api/data/v9.2`.
    let prefix: String
    let execute: Execute
    /// Runs messages as one transaction.
    let atomically: ((@escaping Execute) throws(CRMFault) -> Void) throws(CRMFault) -> Void
    /// In a batch, the resources that `$1` and others stand for.
    var contents: [String: String] = [:]

    var schema: Schema { codec.schema }
    var names: ODataNames { codec.names }

    /// The response to a request, including errors.
    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let preferences = WebAPIPreferences(request.headers)
        do throws(CRMFault) {
            let parsed = try WebAPIRequest(request, preferences, in: self)
            return try route(parsed)
        } catch {
            return WebAPIReply.failure(error, preferences.annotations)
        }
    }

    /// Runs a message.
    @discardableResult
    func run(
        _ name: String, _ parameters: AttributeCollection
    ) throws(CRMFault) -> AttributeCollection {
        let namespace = MessageDescription.named(name)?.namespace ?? .crm
        return try execute(OrganizationRequest(name, namespace: namespace, parameters)).results
    }

    /// Reads input of a client; errors become the fault that CRM returns.
    func reading<Result>(
        _ body: () throws(PeriluneError) -> Result
    ) throws(CRMFault) -> Result {
        do throws(PeriluneError) { return try body() } catch { throw WebAPIError.fault(error) }
    }

    /// The table of a set.
    func table(ofSet name: String) throws(CRMFault) -> EntityDefinition {
        if let table = schema.entity(setName: name) { return table }
        let question = NearNames.question(name, among: schema.entities.lazy.map(\.entitySetName))
        throw CRMFault(
            .odataSegment, "Resource not found for the segment '\(name)'.\(question)")
    }

    /// The table of a logical name.
    func table(_ name: String) throws(CRMFault) -> EntityDefinition {
        try schema.require(entity: name)
    }

    /// The record that a segment identifies.
    func reference(_ segment: ODataSegment) throws(CRMFault) -> EntityReference {
        try reading { () throws(PeriluneError) in try codec.reference(segment) }
    }

    /// The address of a record.
    func address(_ reference: EntityReference) -> String {
        let path = try? codec.path(reference)
        return root + (path ?? "")
    }
}
