/// A scope of the grant `http`, such as `GET,POST http://127.0.0.1:8080`.
///
/// Without a method, a scope is for all methods; `*.example.com` is for all subdomains. A host without a scheme and a
/// port is `https` at the default port.
package struct HTTPScope: Sendable, CustomStringConvertible {
    /// The methods; empty for all of them.
    package let methods: [String]
    /// Whether the scope is for all subdomains of the host instead of the host.
    package let isWildcard: Bool
    /// Scheme, host and port; with ``isWildcard``, the host is the part after `*.`.
    package let origin: HTTPOrigin

    /// The scope of a single request, to be compared with grants.
    package init(_ method: String, _ origin: HTTPOrigin) {
        (methods, isWildcard, self.origin) = ([method], false, origin)
    }

    /// Reads a scope.
    package init(_ text: String) throws(PeriluneError) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard var place = words.last, words.count <= 2 else {
            throw HTTPOrigin.originError("it contains a space")
        }
        methods =
            words.count == 2
            ? words[0].split(separator: ",", omittingEmptySubsequences: false).map {
                $0.uppercased()
            } : []
        guard
            methods.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (65...90).contains($0) } })
        else { throw HTTPOrigin.originError("a method must consist of letters") }
        let isPlain = place.lowercased().hasPrefix("http://")
        if isPlain {
            place = place.dropFirst(7)
        } else if place.lowercased().hasPrefix("https://") {
            place = place.dropFirst(8)
        }
        isWildcard = place.hasPrefix("*.")
        if isWildcard { place = place.dropFirst(2) }
        origin = try HTTPOrigin(isSecure: !isPlain, authority: place)
        if isWildcard, origin.isAddress {
            throw HTTPOrigin.originError("an IP address has no subdomains")
        }
    }

    /// The scope as a configuration writes it, without `https://` and the scheme's default port.
    package var description: String {
        let place = origin.description
        let prefix = origin.isSecure ? "" : "http://"
        return (methods.isEmpty ? "" : methods.joined(separator: ",") + " ")
            + (isWildcard ? prefix + "*." + place.dropFirst(prefix.count) : place)
    }

    /// Whether this scope covers everything that the other one covers.
    package func covers(_ other: HTTPScope) -> Bool {
        let coversMethods =
            methods.isEmpty || !other.methods.isEmpty && other.methods.allSatisfy(methods.contains)
        return coversMethods && covers(other.origin, isWildcard: other.isWildcard)
    }

    /// Whether the scope names the origin itself, not a domain above it.
    package func names(_ other: HTTPOrigin) -> Bool { !isWildcard && origin == other }

    /// Whether this scope covers an origin, with any method.
    package func covers(_ other: HTTPOrigin, isWildcard isOtherWildcard: Bool = false) -> Bool {
        guard origin.isSecure == other.isSecure, origin.port == other.port else { return false }
        if isWildcard {
            return !other.isAddress && other.host.hasSuffix("." + origin.host)
                || isOtherWildcard && other.host == origin.host
        }
        return !isOtherWildcard && origin.host == other.host
    }
}
