import PeriluneCore
package import PeriluneJSON

/// Faults as the JSON that the service returns.
package enum ODataV2Error {
    /// The status that goes with a fault: what CRM's own rules refuse is an error of the server.
    package static func status(of code: ErrorCode) -> Int {
        switch code {
        case .objectDoesNotExist, .odataSegment: 404
        case .privilegeDenied, .principalPrivilegeDenied: 403
        case .odataExpression, .payload: 400
        case .throttledTime, .throttledCount, .throttledConcurrency: 503
        default: 500
        }
    }

    /// The body: `{"error":{"code":"-2147220969","message":{"lang":"en-US","value":"..."}}}`.
    package static func body(_ message: String, code: ErrorCode?) -> JSONTree {
        .object([
            .init(
                "error",
                .object([
                    .init("code", .string(code.map { String($0.rawValue) } ?? "")),
                    .init(
                        "message",
                        .object([
                            .init("lang", .string("en-US")), .init("value", .string(message)),
                        ])),
                ]))
        ])
    }

    /// The fault of a response; without a code, the status determines its kind.
    static func fault(_ response: HTTPResponse) -> CRMFault? {
        guard let json = try? JSONTree(response.body), let error = json["error"],
            let message = error["message"]?["value"]?.string ?? error["message"]?.string
        else { return nil }
        var code: ErrorCode =
            switch response.status {
            case 400: .odataExpression
            case 403: .privilegeDenied
            case 404: .objectDoesNotExist
            case 503: .throttledCount
            default: .unexpected
            }
        if let known = error["code"]?.string.flatMap({ ErrorCode($0.lowercased()) }) {
            code = known
        }
        return CRMFault(
            code, message, retryAfter: response.headers["Retry-After"].flatMap { Double($0) })
    }
}
