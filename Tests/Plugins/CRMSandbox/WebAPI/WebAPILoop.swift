import CRMPlugin
import PeriluneCore
import PeriluneHTTP

@testable import CRMSandboxPlugin

/// A client whose requests a service answers in the same process.
enum WebAPILoop {
    static let base = "https://sandbox.example"

    static func request(_ request: HTTPClientRequest) -> HTTPRequest {
        let target = request.url.dropFirst(base.count)
        let path = target.prefix { $0 != "?" }
        let query = target.count > path.count ? String(target.dropFirst(path.count + 1)) : nil
        return HTTPRequest(
            method: request.method, path: String(path), query: query, headers: request.headers,
            body: request.body)
    }

    static func client(
        _ organization: Organization, schema: Schema? = nil
    ) throws -> WebAPIClient {
        let service = WebAPIService(organization, baseURL: base)
        return try WebAPIClient(url: base, token: FixedToken(nil), schema: schema) { sent in
            service.answer(request(sent))
        }
    }

    static func ask(
        _ service: WebAPIService, _ method: String, _ target: String, _ body: String = "",
        _ headers: HTTPHeaders = []
    ) -> HTTPResponse {
        var headers = headers
        if !body.isEmpty, headers["Content-Type"] == nil {
            headers["Content-Type"] = "application/json"
        }
        return service.answer(
            request(
                HTTPClientRequest(
                    method, "\(base)/api/data/v9.2/\(target)", headers: headers,
                    body: Array(body.utf8))))
    }
}
