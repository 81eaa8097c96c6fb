import PeriluneCore

/// The answers of pages: what they contain, and what a browser may do with it.
extension HTTPResponse {
    /// No script or style in the page, no other site, and no frame around it.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
        "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    static func ofPage(_ type: String, _ body: [UInt8], status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status,
            headers: [
                ("Content-Type", type), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
                ("Cross-Origin-Resource-Policy", "same-origin"), ("Referrer-Policy", "no-referrer"),
            ], body: body)
    }

    static func ofPage(json value: Value, status: Int = 200) -> HTTPResponse {
        ofPage("application/json", Array(value.json.utf8), status: status)
    }

    /// An error as a page shows it: without files and lines of the server.
    static func ofPage(_ error: PeriluneError, status: Int) -> HTTPResponse {
        var members = Value.Members([
            ("code", .string(error.code.rawValue)),
            ("message", .string(Redaction.redact(error.message))),
        ])
        if let hint = error.hint { members["hint"] = .string(Redaction.redact(hint)) }
        return ofPage(json: ["error": .object(members)], status: status)
    }

    static let noPage = ofPage(PeriluneError("http.path", "not found"), status: 404)
}
