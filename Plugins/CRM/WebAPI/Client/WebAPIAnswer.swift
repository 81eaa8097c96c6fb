import PeriluneCore
import PeriluneJSON

/// Reads responses, and reports those that do not come from the Web API.
enum WebAPIAnswer {
    /// The response if it is a success; throws its fault otherwise.
    static func checked(_ response: HTTPResponse) throws(CRMError) -> HTTPResponse {
        if (200...299).contains(response.status) { return response }
        let retryAfter = response.headers["Retry-After"].flatMap { Double($0) }
        if isJSON(response), let json = try? JSONTree(response.body),
            let fault = WebAPIError.fault(json, retryAfter: retryAfter)
        {
            throw .fault(fault)
        }
        switch response.status {
        case 401:
            throw .failure(
                PeriluneError(
                    "crm.unauthorized", "the organization rejected the token",
                    hint: "sign in again"))
        case 403:
            throw .failure(
                PeriluneError(
                    "crm.forbidden", "this application has no permissions in the organization",
                    hint: "assign a security role to the application user"))
        case 429:
            throw .fault(
                CRMFault(.throttledCount, "The organization throttles", retryAfter: retryAfter))
        case 502...504:
            throw .failure(
                PeriluneError(
                    .crmUnavailable, "the organization is unavailable (status \(response.status))"))
        default: throw .failure(unreadable(response))
        }
    }

    /// The JSON of a success.
    static func json(_ response: HTTPResponse) throws(CRMError) -> JSONTree {
        guard isJSON(response) else { throw .failure(unreadable(response)) }
        return try CRMError.wrapping { () throws(PeriluneError) in
            do throws(PeriluneError) {
                return try JSONTree(response.body)
            } catch {
                throw PeriluneError(
                    "crm.answer", "cannot read the response: \(error.message)",
                    at: .init(line: error.place.line, column: error.place.column),
                    hint: "it may be truncated")
            }
        }
    }

    /// The identity at the end of `OData-EntityId`.
    static func id(_ response: HTTPResponse) throws(CRMError) -> GUID {
        if let url = response.headers["OData-EntityId"] ?? response.headers["Location"],
            url.hasSuffix(")"), let id = GUID(url.dropLast().suffix(36))
        {
            return id
        }
        throw .failure(
            PeriluneError("crm.answer", "the response does not contain the new record's id"))
    }

    private static func isJSON(_ response: HTTPResponse) -> Bool {
        response.headers["Content-Type"]?.lowercased().hasPrefix("application/json") == true
    }

    /// A proxy, a login page, another service.
    private static func unreadable(_ response: HTTPResponse) -> PeriluneError {
        let type = response.headers["Content-Type"]?.prefix { $0 != ";" } ?? "no content type"
        return PeriluneError(
            "crm.answer",
            "the organization responded with status \(response.status) and \(type) instead of JSON",
            hint: "check the URL; a proxy may have responded instead of the organization")
    }
}
