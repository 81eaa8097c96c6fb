package import PeriluneCore
import Synchronization

/// Rejects requests of web pages to a server that accepts requests from its network without
/// credentials.
///
/// A page can send requests to every server that its browser can reach. The browser then sends the
/// page's origin in `Origin`. If the page's own name leads to the server's address (DNS rebinding),
/// that name is in `Host`. Other programs send no `Origin`, and use an address or a known name in
/// `Host`.
package struct BrowserGuard: Sendable {
    private let hosts: [String]
    private let origins: Set<String>
    /// The last accepted `Host`, because most senders use the same name.
    private let last = LastHost()

    /// - Parameters:
    ///   - hosts: Names of the server in addition to its addresses and `localhost`; `*.example.com`
    ///     for all names below it, `*` for any.
    ///   - origins: Origins of pages that may send requests, such as `https://app.example.com`.
    package init(hosts: [String] = [], origins: [String] = []) {
        self.hosts = hosts.map { $0.lowercased() }
        self.origins = Set(origins.map { Self.normalized($0) })
    }

    /// Throws `http.host` or `http.origin` for a request that a web page may not send.
    ///
    /// `Host` is checked only if the path is open, that is, requires no credentials: a page that
    /// uses DNS rebinding does not have the credentials.
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
                // Any page can send it, from a frame in a sandbox.
                hint: origin == "null"
                    ? "open the page from a server: any page can send the origin null"
                    : "to allow them, start the server with --allow-origin \(Self.shown(origin))")
        }
    }

    private func isKnown(_ authority: String) -> Bool {
        if last.authority.withLock({ $0 == authority }) { return true }
        guard isKnown(name: Self.host(authority)) else { return false }
        last.authority.withLock { $0 = authority }
        return true
    }

    private func isKnown(name: String) -> Bool {
        // An address leads only to itself; DNS rebinding needs a name.
        if name.hasPrefix("[") { return name.utf8.isHost }
        if AddressRange(name) != nil { return true }
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        return hosts.contains { host in
            host == "*" || host == name || host.hasPrefix("*.") && name.hasSuffix(host.dropFirst())
        }
    }

    private func isAllowed(_ origin: String, _ authority: String) -> Bool {
        let origin = Self.normalized(origin)
        if origins.contains(origin) { return true }
        // A page of the server's own origin, also behind a proxy that adds TLS.
        return ["http", "https"].contains { origin == Self.normalized("\($0)://\(authority)") }
    }

    /// The host without port and trailing dot, in lower case.
    private static func host(_ authority: String) -> String {
        var host = authority.lowercased()
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]"), !host.hasPrefix("[")
        {
            host = String(host[..<colon])
        }
        if host.hasSuffix(".") { host.removeLast() }
        return host
    }

    /// An origin in lower case, without the default port of its scheme.
    private static func normalized(_ origin: String) -> String {
        let origin = origin.lowercased()
        for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
        where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
            return String(origin.dropLast(port.count))
        }
        return origin
    }

    /// The text, cut to a length that fits a message.
    private static func shown(_ text: String) -> String { String(text.prefix(200)) }
}

/// The last `Host` that was accepted.
private final class LastHost: Sendable {
    let authority = Mutex("")
}
