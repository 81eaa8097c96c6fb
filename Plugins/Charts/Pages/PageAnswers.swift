import PeriluneCore
import PeriluneFiles
import PeriluneHTTP

/// The responses for pages: their content, and their restrictions for browsers.
extension HTTPResponse {
    /// No script in the page, no other style than its own, no other site, and no frame around it.
    ///
    /// The style that the page contains is allowed by its hash.
    private static func policy(_ style: String?) -> String {
        let hash = style.flatMap { try? SHA256.digest(Array($0.utf8)) }
            .map { " 'sha256-\(Base64.encode($0))'" }
        return [
            "default-src 'none'", "script-src 'self'", "style-src 'self'\(hash ?? "")",
            "img-src 'self' data:", "connect-src 'self'", "base-uri 'none'", "form-action 'none'",
            "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    static func ofPage(
        _ type: String, _ body: [UInt8], status: Int = 200, style: String? = nil
    ) -> HTTPResponse {
        HTTPResponse(
            status,
            headers: [
                ("Content-Type", type), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", policy(style)), ("X-Content-Type-Options", "nosniff"),
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

    /// The path has other methods than that of the request.
    static func wrongMethod(_ allowed: [String]) -> HTTPResponse {
        let names = allowed.joined(separator: ", ")
        var response = ofPage(
            PeriluneError("http.method", "method not allowed; use \(names)"), status: 405)
        response.headers["Allow"] = names
        return response
    }

    /// The response compressed with gzip, if the browser accepts it and it is long enough.
    func compressed(for request: HTTPRequest) -> HTTPResponse {
        guard body.count > 1024, request.acceptsGzip, let small = try? Gzip.compress(body) else {
            return self
        }
        var response = self
        response.body = small
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        return response
    }

    static let noPage = ofPage(PeriluneError("http.path", "not found"), status: 404)
}

extension HTTPRequest {
    fileprivate var acceptsGzip: Bool {
        headers.all("accept-encoding").joined(separator: ",").split(separator: ",").contains {
            let parts = $0.split(separator: ";").map { $0.filter { $0 != " " } }
            return parts.first == "gzip" && !parts.dropFirst().contains { $0 == "q=0" }
        }
    }
}
