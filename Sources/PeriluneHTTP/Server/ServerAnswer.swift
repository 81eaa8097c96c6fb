import PeriluneCore

/// An error answer of the server itself, in the format of all errors.
struct ServerAnswer: Error, Equatable {
    let status: Int
    let code: String
    let message: String
    var hint: String?
    /// Seconds for Retry-After.
    var retryAfter: Int?

    static func badRequest(_ message: String) -> Self {
        Self(status: 400, code: "http.bad-request", message: message)
    }

    static func tooLarge(_ limit: Int) -> Self {
        Self(
            status: 413, code: "http.too-large",
            message: "the request body is larger than \(limit) bytes",
            hint: "send it in parts, or raise the limit of the server")
    }
    static let longTarget = Self(
        status: 414, code: "http.too-large", message: "the request target is too long")
    static let wrongExpectation = Self(
        status: 417, code: "http.expectation", message: "Expect must be 100-continue")
    static let longHead = Self(
        status: 431, code: "http.too-large", message: "the request head is too large")
    static let dropped = Self(
        status: 500, code: "http.no-answer", message: "the request was dropped without an answer")
    static let late = Self(
        status: 503, code: "http.no-answer", message: "timed out")
    static let stopping = Self(
        status: 503, code: "http.stopping", message: "the server is shutting down")
    static let full = Self(
        status: 503, code: "http.connections", message: "too many connections",
        hint: "close unused connections", retryAfter: 1)
    static let fullOfBodies = Self(
        status: 503, code: "http.bodies", message: "too many large requests are being received",
        hint: "send it again later, or in parts of at most 64 KB", retryAfter: 5)
    static let wrongVersion = Self(
        status: 505, code: "http.version", message: "the HTTP version must be 1.1 or 1.0")

    var response: HTTPResponse {
        var json = JSONWriter()
        var error = Value.Members([("code", .string(code)), ("message", .string(message))])
        if let hint { error["hint"] = .string(hint) }
        json.write(["error": .object(error)])
        var response = HTTPResponse(
            status, headers: [("Content-Type", "application/json")],
            body: json.bytes + [.lineFeed])
        if let retryAfter { response.headers["Retry-After"] = "\(retryAfter)" }
        return response
    }
}
