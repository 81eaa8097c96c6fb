import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// Answers with the headers that every one of them has.
enum WebAPIReply {
    static func json(
        _ members: [JSONTree.Member], status: Int = 200, _ preferences: WebAPIPreferences? = nil
    ) -> HTTPResponse {
        var writer = JSONWriter(reserving: 1024)
        writer.write(.object(members))
        return response(
            status, "application/json; odata.metadata=minimal", writer.bytes, preferences)
    }

    static func empty(_ preferences: WebAPIPreferences? = nil) -> HTTPResponse {
        response(204, nil, [], preferences)
    }

    static func response(
        _ status: Int, _ type: String?, _ body: [UInt8], _ preferences: WebAPIPreferences? = nil
    ) -> HTTPResponse {
        let id = GUID.random().description
        var headers: HTTPHeaders = [
            ("OData-Version", "4.0"), ("REQ_ID", id), ("x-ms-service-request-id", id),
        ]
        if let type { headers["Content-Type"] = type }
        if let applied = preferences?.applied, !applied.isEmpty {
            headers["Preference-Applied"] = applied.joined(separator: ",")
        }
        return HTTPResponse(status, headers: headers, body: body)
    }

    static func failure(
        _ fault: CRMFault, _ annotations: WebAPIAnnotations = WebAPIAnnotations()
    ) -> HTTPResponse {
        guard case .object(let members) = WebAPIError.body(fault, annotations) else {
            return HTTPResponse(500)
        }
        var response = json(members, status: WebAPIError.status(of: fault.code))
        if let seconds = fault.retryAfter { response.headers["Retry-After"] = String(Int(seconds)) }
        return response
    }
}
