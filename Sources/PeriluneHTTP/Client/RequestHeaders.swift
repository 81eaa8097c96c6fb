package import PeriluneCore

/// The headers that a request may have, and those that may be sent to another host.
package enum RequestHeaders {
    /// Whether scripts and configurations may set a header.
    ///
    /// The client sets the others: those for the target and the end of a request, and for single connections.
    package static func isAllowed(_ name: String) -> Bool {
        let name = name.lowercased()
        return !reserved.contains(name) && !name.hasPrefix("proxy-")
    }

    /// Whether a header is valid: a single line, and a name without spaces.
    package static func isValid(_ name: String, _ value: String) -> Bool {
        name.utf8.isToken && !value.utf8.contains(where: \.isControl)
    }

    /// The headers of a request that is redirected to another origin, without those that may hold secrets.
    package static func forOtherOrigin(_ headers: HTTPHeaders) -> HTTPHeaders {
        var kept = HTTPHeaders()
        for (name, value) in headers.fields where harmless.contains(name.lowercased()) {
            kept.add(name, value)
        }
        return kept
    }

    private static let reserved: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "keep-alive", "te", "trailer",
        "upgrade", "expect", "accept-encoding", "http2-settings",
    ]
    private static let harmless: Set<String> = [
        "accept", "accept-language", "content-type", "idempotency-key", "user-agent",
    ]
}
