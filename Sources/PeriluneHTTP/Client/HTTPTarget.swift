package import PeriluneCore

/// A URL that is checked against grants: the client connects to exactly what was checked.
///
/// The URL is parsed here, and composed again for the client, so that no second parser can find another host in it.
package struct HTTPTarget: Hashable, Sendable {
    /// Scheme, host and port, which are checked against grants and used for the connection.
    package let origin: HTTPOrigin
    /// The path with the query, percent-encoded; it begins with `/`.
    package let path: String

    /// Reads an absolute `http` or `https` URL; a fragment is left out.
    package init(_ url: String) throws(PeriluneError) {
        guard url.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }) else {
            throw HTTPOrigin.originError("it contains a byte that must be percent-encoded")
        }
        guard url.utf8.count <= Self.longest else {
            throw HTTPOrigin.originError("it is longer than \(Self.longest) bytes")
        }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let rest = url.dropFirst(scheme.utf8.count)
        guard scheme == "http" || scheme == "https", rest.hasPrefix("://") else {
            throw HTTPOrigin.originError("it must begin with https:// or http://")
        }
        let authority = rest.dropFirst(3).prefix { !"/?#".contains($0) }
        origin = try HTTPOrigin(isSecure: scheme == "https", authority: authority)
        let path = rest[authority.endIndex...].prefix { $0 != "#" }
        self.path = path.hasPrefix("/") ? String(path) : "/\(path)"
    }

    private static let longest = 8192

    /// The URL for the client.
    package var url: String { origin.url + path }

    /// Resolves a `Location` header (RFC 3986 §5.2; the client removes `.` and `..`).
    package func resolving(_ location: String) throws(PeriluneError) -> HTTPTarget {
        let scheme = location.prefix { !":/?#".contains($0) }
        if location[scheme.endIndex...].hasPrefix(":"), !scheme.isEmpty {
            return try HTTPTarget(location)
        }
        if location.hasPrefix("//") {
            return try HTTPTarget((origin.isSecure ? "https:" : "http:") + location)
        }
        if location.hasPrefix("/") { return try HTTPTarget(origin.url + location) }
        let path = self.path.prefix { $0 != "?" }
        if location.isEmpty || location.hasPrefix("#") { return self }
        if location.hasPrefix("?") { return try HTTPTarget(origin.url + path + location) }
        let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        return try HTTPTarget(origin.url + folder + location)
    }
}
