import CRMPlugin
import PeriluneCore
import PeriluneHTTP

@testable import CRMSandboxPlugin

/// A service that answers from a closure, and what a request to it brings.
struct EchoService {
    let service: SOAPService

    init(
        _ execute:
            @escaping @Sendable (OrganizationRequest) throws(CRMFault) ->
            OrganizationResponse
    ) {
        service = SOAPService(
            now: { Timestamp(microseconds: 0) },
            execute: { (call, _) throws(CRMFault) in try execute(call.request) })
    }

    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        await withCheckedContinuation { continuation in
            service.handle(request) { continuation.resume(returning: $0) }
        }
    }

    func post(
        _ body: [UInt8], type: String? = "text/xml; charset=utf-8",
        path: String = "/XRMServices/2011/Organization.svc/web"
    ) async -> HTTPResponse {
        var request = HTTPRequest(method: "POST", path: path, body: body)
        request.headers["Content-Type"] = type
        return await answer(request)
    }
}
