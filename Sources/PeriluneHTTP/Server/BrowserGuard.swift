package import PeriluneCore

/// Keeps pages in browsers away from a server that trusts whoever reaches it.
///
/// A page can send requests to servers that its browser reaches. If it does so under its own name, the browser
/// says so in `Origin`. If its name leads to the server's address (DNS rebinding), the name is in `Host`.
/// Programs send no `Origin`, and name the server by an address or a name that its owner knows.
package struct BrowserGuard: Sendable {
    private let hosts: [String]
    private let origins: Set<String>

    /// - Parameters:
    ///   - hosts: Names of the server beside its addresses and `localhost`; `*.example.com` for all below one,
    ///     `*` for any.
    ///   - origins: Origins of pages that may send requests, such as `https://app.example.com`.
    package init(hosts: [String] = [], origins: [String] = []) {
        self.hosts = hosts.map { $0.lowercased() }
        self.origins = Set(origins.map { Self.normalized($0) })
    }

    /// Throws `http.host` or `http.origin` for a request of a page that may not send it.
    ///
    /// The name counts only where a path is open, which asks for no credentials: a page that was led here does
    /// not know them.
    package func check(_ request: HTTPRequest, isOpen: Bool) throws(PeriluneError) {
        let authority = request.headers["host"] ?? ""
        if isOpen, !authority.isEmpty, !isKnown(authority) {
            throw PeriluneError(
                "http.host",
                "the host \(Self.shown(authority)) in the Host header is not a known name of this server",
                hint: "to accept it, start the server with --allow-host NAME")
        }
        guard !["GET", "HEAD", "OPTIONS"].contains(request.method) else { return }
        for origin in request.headers.all("origin") where !isAllowed(origin, authority) {
            throw PeriluneError(
                "http.origin",
                "web pages of \(Self.shown(origin)) may not send requests to this server",
                hint: "to allow them, start the server with --allow-origin \(Self.shown(origin))")
        }
    }

    private func isKnown(_ authority: String) -> Bool {
        let name = Self.host(authority)
        // The name of an address is the address: only other names can be made to lead here.
        if name.hasPrefix("[") || AddressRange(name) != nil { return true }
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        return hosts.contains { host in
            host == "*" || host == name || host.hasPrefix("*.") && name.hasSuffix(host.dropFirst())
        }
    }

    private func isAllowed(_ origin: String, _ authority: String) -> Bool {
        let origin = Self.normalized(origin)
        if origins.contains(origin) { return true }
        // A page of the server itself, also behind a proxy that adds TLS.
        return ["http", "https"].contains { origin == Self.normalized("\($0)://\(authority)") }
    }

    /// Without the port and the last dot, in lower case.
    private static func host(_ authority: String) -> String {
        var host = authority.lowercased()
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]"), !host.hasPrefix("[")
        {
            host = String(host[..<colon])
        }
        if host.hasSuffix(".") { host.removeLast() }
        return host
    }

    /// In lower case, without a port that goes without saying.
    private static func normalized(_ origin: String) -> String {
        let origin = origin.lowercased()
        for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
        where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
            return String(origin.dropLast(port.count))
        }
        return origin
    }

    /// As far as it is worth showing.
    private static func shown(_ text: String) -> String { String(text.prefix(200)) }
}
