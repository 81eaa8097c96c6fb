import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// Answers with the headers that every one of them has.
enum ODataV2Reply {
    /// The content in its envelope: `{"d":...}`.
    static func json(_ content: JSONTree, status: Int = 200) -> HTTPResponse {
        body(.object([.init("d", content)]), status: status)
    }

    static func empty() -> HTTPResponse { response(204, nil, []) }

    static func response(_ status: Int, _ type: String?, _ body: [UInt8]) -> HTTPResponse {
        var headers: HTTPHeaders = [
            ("DataServiceVersion", "2.0;"), ("REQ_ID", GUID.random().description),
        ]
        if let type { headers["Content-Type"] = type }
        return HTTPResponse(status, headers: headers, body: body)
    }

    static func failure(_ fault: CRMFault) -> HTTPResponse {
        var response = body(
            ODataV2Error.body(fault.message, code: fault.code),
            status: ODataV2Error.status(of: fault.code))
        if let seconds = fault.retryAfter { response.headers["Retry-After"] = String(Int(seconds)) }
        return response
    }

    /// A refusal that has no code, only a status.
    static func refusal(_ status: Int, _ message: String) -> HTTPResponse {
        body(ODataV2Error.body(message, code: nil), status: status)
    }

    static func notAllowed(_ request: ODataV2Request, _ methods: String) -> HTTPResponse {
        var response = refusal(405, "The method \(request.method.prefix(20)) is not allowed here.")
        response.headers["Allow"] = methods
        return response
    }

    private static func body(_ tree: JSONTree, status: Int) -> HTTPResponse {
        var writer = JSONWriter(reserving: 1024)
        writer.write(tree)
        return response(status, "application/json;charset=utf-8", writer.bytes)
    }
}
