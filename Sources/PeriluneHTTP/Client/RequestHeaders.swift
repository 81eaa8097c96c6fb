package import PeriluneCore

/// Which headers a request may have, and which of them go along to another host.
package enum RequestHeaders {
    /// Whether scripts and configurations may set a header.
    ///
    /// The client sets the rest: they say where a request goes, where it ends, and what is between two hops.
    package static func isAllowed(_ name: String) -> Bool {
        let name = name.lowercased()
        return !reserved.contains(name) && !name.hasPrefix("proxy-")
    }

    /// Whether a header can be sent: one line, and a name without spaces.
    package static func isValid(_ name: String, _ value: String) -> Bool {
        name.utf8.isToken && !value.utf8.contains(where: \.isControl)
    }

    /// The headers of a request that is redirected to another origin: none that could hold a secret.
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
