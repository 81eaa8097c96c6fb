import PeriluneCore

/// What the server itself has to say to a client.
struct ServerAnswer: Equatable {
    let status: Int
    let code: String
    let message: String

    static func badRequest(_ message: String) -> Self {
        Self(status: 400, code: "http.bad-request", message: message)
    }

    static let tooLarge = Self(
        status: 413, code: "http.too-large", message: "the request body is too large")
    static let dropped = Self(
        status: 500, code: "http.no-answer", message: "the request was dropped without an answer")
    static let late = Self(
        status: 503, code: "http.no-answer", message: "timed out")
    static let stopping = Self(
        status: 503, code: "http.stopping", message: "the server is shutting down")

    var response: HTTPResponse {
        var json = JSONWriter()
        json.write(["error": ["code": .string(code), "message": .string(message)]])
        return HTTPResponse(
            status, headers: [("Content-Type", "application/json")], body: json.bytes)
    }

    /// The same as it goes over the wire, for where the library takes no answer yet.
    var wire: [UInt8] {
        let body = response.body
        let head =
            "HTTP/1.1 \(status) \(code)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        return Array(head.utf8) + body
    }
}
