import PeriluneCore

/// Reads HTTP responses, including those that do not come from the organization.
///
/// No error contains a part of the body: it may have come from anywhere, and errors are logged.
enum SOAPAnswer {
    static func read(
        _ response: HTTPResponse, to call: SOAPCall
    ) throws(CRMError) -> OrganizationResponse {
        guard isXML(response), response.status == 200 || response.status == 500 else {
            throw failure(response, fault: isXML(response) ? fault(response, to: call) : nil)
        }
        let reply: SOAPReply
        do throws(PeriluneError) {
            reply = try SOAPReply.decode(response.body, to: call)
        } catch {
            throw .failure(unreadable(error))
        }
        switch reply {
        case .response(let response): return response
        case .fault(let fault): throw .fault(waiting(fault, response))
        }
    }

    /// The error for a status that is neither that of a response nor of a fault.
    private static func failure(_ response: HTTPResponse, fault: CRMFault?) -> CRMError {
        if let fault { return .fault(waiting(fault, response)) }
        switch response.status {
        case 401:
            return .failure(
                PeriluneError(
                    "crm.unauthorized", "the organization rejected the token",
                    hint: "sign in again"))
        case 403:
            return .failure(
                PeriluneError(
                    "crm.forbidden", "this application has no permissions in the organization",
                    hint: "assign a security role to the application user"))
        case 429:
            return .fault(
                waiting(CRMFault(.throttledCount, "The organization throttles"), response))
        case 502...504:
            return .failure(
                PeriluneError(
                    .crmUnavailable, "the organization is unavailable (status \(response.status))"))
        default:
            let type = response.headers["Content-Type"]?.prefix { $0 != ";" } ?? "no content type"
            return .failure(
                PeriluneError(
                    "crm.answer",
                    "the organization responded with status \(response.status) and \(type.prefix(80)) instead "
                        + "of SOAP",
                    hint: "check the URL; a proxy may have responded instead of the organization"))
        }
    }

    /// A fault under an unusual status, as a gateway may turn it.
    private static func fault(_ response: HTTPResponse, to call: SOAPCall) -> CRMFault? {
        guard case .fault(let fault)? = try? SOAPReply.decode(response.body, to: call) else {
            return nil
        }
        return fault
    }

    /// The header says how long to wait if the fault does not.
    private static func waiting(_ fault: CRMFault, _ response: HTTPResponse) -> CRMFault {
        var fault = fault
        if fault.retryAfter == nil, let text = response.headers["Retry-After"],
            let seconds = Double(text), seconds.isFinite, seconds >= 0
        {
            fault.retryAfter = seconds
        }
        return fault
    }

    private static func unreadable(_ error: PeriluneError) -> PeriluneError {
        PeriluneError(
            "crm.answer", "cannot read the response: \(error.message)",
            at: .init(line: error.place.line, column: error.place.column),
            hint: "it may be truncated")
    }

    private static func isXML(_ response: HTTPResponse) -> Bool {
        let type = response.headers["Content-Type"]?.lowercased() ?? ""
        return type.hasPrefix("text/xml") || type.hasPrefix("application/soap+xml")
    }
}
