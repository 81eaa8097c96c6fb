package import PeriluneCore

/// The parts of a URL that may be shown: scheme, host, port and path.
///
/// User names and passwords, which precede the host, and the query, which may contain tokens, are left out.
package struct RequestTarget: Sendable, CustomStringConvertible {
    /// Whether the scheme is `https`.
    package let isSecure: Bool
    /// Host and port as written.
    package let host: String
    /// Scheme, host and path; host and path are cut to 200 bytes each.
    package let description: String

    /// Parses a URL as far as messages need it; libcurl parses the rest.
    package init(_ url: String) throws(PeriluneError) {
        guard let scheme = ["https://", "http://"].first(where: { Self.begins(url, with: $0) })
        else { throw Self.malformed("it must begin with http:// or https://") }
        // Other characters would have to be percent-encoded, and a line break would end the request line.
        guard url.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }) else {
            throw Self.malformed("it contains a byte that must be percent-encoded")
        }
        let rest = url.utf8.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        let host = authority[
            (authority.lastIndex(of: UInt8(ascii: "@")).map(authority.index(after:))
                ?? authority.startIndex)...]
        guard !host.isEmpty else { throw Self.malformed("it has no host") }
        let path = rest[authority.endIndex...].prefix { !"?#".utf8.contains($0) }
        isSecure = scheme == "https://"
        self.host = String(decoding: host.prefix(Self.longest), as: UTF8.self)
        description =
            scheme + self.host + String(decoding: path.prefix(Self.longest), as: UTF8.self)
    }

    /// The maximum length of a host or path in messages.
    private static let longest = 200

    private static func begins(_ url: String, with scheme: String) -> Bool {
        url.utf8.count > scheme.utf8.count
            && zip(url.utf8, scheme.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
    }

    private static func malformed(_ why: String) -> PeriluneError {
        PeriluneError(.httpRequest, "invalid URL of a request: \(why)")
    }
}
