import PeriluneCore
import PeriluneJSON

/// Reads responses of the service.
enum ODataV2Answer {
    /// The response if it is a success; throws its fault otherwise.
    static func checked(_ response: HTTPResponse) throws(CRMError) -> HTTPResponse {
        guard !(200...299).contains(response.status) else { return response }
        if let fault = ODataV2Error.fault(response) { throw .fault(fault) }
        // An error that is not in the format of the service comes from another JSON service or from a gateway.
        return try WebAPIAnswer.checked(response)
    }

    /// The value of the member `d`.
    static func content(_ response: HTTPResponse) throws(CRMError) -> JSONTree {
        if let content = try WebAPIAnswer.json(try checked(response))["d"] { return content }
        throw .failure(PeriluneError("crm.answer", "the response has no member d"))
    }
}
