import PeriluneCore

/// A URL as the URL standard (https://url.spec.whatwg.org) parses and writes it: what a browser opens.
///
/// ```swift
/// let url = try WebURL("HTTPS:\\Example.com:443\\a\\..\\b")
/// print(url.href)  // https://example.com/b
/// ```
public struct WebURL: Sendable {
    /// The scheme in lower case, without its colon.
    public internal(set) var scheme: String
    /// The user name, percent-encoded; empty if there is none.
    public internal(set) var username = ""
    /// The password, percent-encoded; empty if there is none.
    public internal(set) var password = ""
    /// The host: a domain name in ASCII, an IPv4 address, an IPv6 address in brackets, or an opaque host;
    /// `nil` if there is none.
    public internal(set) var host: String?
    /// The port, unless it is the scheme's default.
    public internal(set) var port: UInt16?
    /// The query without the question mark.
    public internal(set) var query: String?
    /// The fragment without the `#`.
    public internal(set) var fragment: String?
    var pathParts: Path = .segments([])

    enum Path: Sendable {
        /// The part of a URL such as `mailto:` in the place of a path.
        case opaque([UInt8])
        case segments([[UInt8]])
    }

    var special: SpecialScheme? { SpecialScheme(scheme.utf8) }

    /// Parses a URL, which may be relative to a base.
    ///
    /// - Throws: The problem that makes it invalid.
    public init(_ text: String, base: WebURL? = nil) throws(LinkProblem) {
        self = try WebURLParser.parse(text, base: base)
    }

    init(scheme: String) { self.scheme = scheme }

    /// The path; it begins with `/` unless the scheme is one such as `mailto:`.
    public var path: String {
        var bytes: [UInt8] = []
        switch pathParts {
        case .opaque(let text): bytes = text
        case .segments(let segments):
            for segment in segments {
                bytes.append(UInt8(ascii: "/"))
                bytes += segment
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The URL in its canonical spelling.
    public var href: String { written.text }

    /// Scheme, host and port of an `http`, `https`, `ws`, `wss` or `ftp` URL; `null` for any other.
    public var origin: String {
        if scheme == "blob" {
            guard let inner = try? WebURL(path), inner.scheme == "http" || inner.scheme == "https"
            else { return "null" }
            return inner.origin
        }
        guard let special, special != .file else { return "null" }
        return "\(scheme)://\(host ?? "")" + (port.map { ":\($0)" } ?? "")
    }

    /// The port that a client connects to.
    package var effectivePort: UInt16? { port ?? special?.defaultPort }

    /// The canonical text, with the ranges of its parts.
    var written: (text: String, parts: LinkParts) {
        var text = scheme + ":"
        var parts = LinkParts(kind: LinkParts.Kind(special, scheme))
        parts.scheme = .init(0, scheme.utf8.count)
        if let host {
            text += "//"
            let start = text.utf8.count
            if !username.isEmpty || !password.isEmpty {
                text += username
                if !password.isEmpty { text += ":" + password }
                text += "@"
            }
            parts.host = .init(text.utf8.count, text.utf8.count + host.utf8.count)
            text += host
            if let port { text += ":\(port)" }
            parts.authority = .init(start, text.utf8.count)
        } else if case .segments(let segments) = pathParts, segments.count > 1,
            segments[0].isEmpty
        {
            text += "/."
        }
        parts.port = effectivePort
        let path = path
        parts.path = .init(text.utf8.count, text.utf8.count + path.utf8.count)
        text += path
        if let query {
            text += "?" + query
            parts.query = .init(text.utf8.count - query.utf8.count, text.utf8.count)
        }
        if let fragment {
            text += "#" + fragment
            parts.fragment = .init(text.utf8.count - fragment.utf8.count, text.utf8.count)
        }
        return (text, parts)
    }
}

extension WebURL: Hashable {
    /// Two URLs are equal when their canonical spellings are.
    public static func == (left: WebURL, right: WebURL) -> Bool { left.href == right.href }

    /// Hashes the canonical spelling.
    public func hash(into hasher: inout Hasher) { hasher.combine(href) }
}

extension WebURL: CustomStringConvertible {
    /// The URL without its secrets; ``href`` has them.
    public var description: String { Redaction.redact(href) }
}
