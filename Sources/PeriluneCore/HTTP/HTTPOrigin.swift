import Glibc

/// Scheme, host and port of a URL, normalized for comparing grants and for connecting.
///
/// Anything that two parsers could read differently is an error: user names, escapes in the host, numbers that some
/// programs take for IPv4 addresses, an empty port.
package struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
    /// Whether the scheme is `https`; otherwise it is `http`.
    package let isSecure: Bool
    /// In lower case; an IPv6 address without brackets.
    package let host: String
    /// From 1 to 65535; 443 or 80 if the URL has none.
    package let port: Int
    /// Whether the host is an IP address.
    package let isAddress: Bool

    /// Parses the part of a URL between `//` and the path.
    package init(isSecure: Bool, authority: Substring) throws(PeriluneError) {
        self.isSecure = isSecure
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw Self.originError(
                "it contains a user name or password", hint: "send an Authorization header instead")
        }
        var rest = authority
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]"),
                let address = Self.sixthVersion(authority[..<end].dropFirst())
            else { throw Self.originError("its host is not a valid IPv6 address") }
            (host, isAddress) = (address, true)
            rest = authority[end...].dropFirst()
        } else {
            let name = authority.prefix { $0 != ":" }.lowercased()
            isAddress = try Self.check(name)
            host = name
            rest = rest.dropFirst(name.utf8.count)
        }
        port = try Self.port(rest) ?? (isSecure ? 443 : 80)
    }

    /// The origin as grants write it: without `https://`, and without the scheme's default port.
    package var description: String { (isSecure ? "" : "http://") + authority }

    /// The host, with the port unless it is the scheme's default.
    package var authority: String {
        let host = self.host.contains(":") ? "[\(self.host)]" : self.host
        return port == (isSecure ? 443 : 80) ? host : "\(host):\(port)"
    }

    /// The beginning of URLs of this origin.
    package var url: String { (isSecure ? "https://" : "") + description }

    private static func port(_ text: Substring) throws(PeriluneError) -> Int? {
        if text.isEmpty { return nil }
        let digits = text.dropFirst()
        guard text.first == ":", digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let port = Int(digits), 1...65535 ~= port
        else { throw originError("its port must be a number from 1 to 65535") }
        return port
    }

    /// Returns whether a host name is an IPv4 address; throws if it is neither an address nor a valid name.
    private static func check(_ name: String) throws(PeriluneError) -> Bool {
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard !name.isEmpty else { throw originError("it has no host") }
        let isName =
            name.utf8.count <= 253
            && labels.allSatisfy { label in
                1...63 ~= label.count
                    && label.allSatisfy {
                        (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 95
                    }
            }
        guard isName else {
            throw originError(
                "its host is not a valid name",
                hint: "write the host in ASCII (xn--…), without % and without a dot at the end")
        }
        guard let last = labels.last, last.first.map({ (48...57).contains($0) }) == true,
            last.allSatisfy({ (48...57).contains($0) }) || last.starts(with: "0x".utf8)
        else { return false }
        let isPlain = labels.allSatisfy { label in
            let text = String(decoding: label, as: UTF8.self)
            return UInt8(text).map { "\($0)" } == text
        }
        guard labels.count == 4, isPlain else {
            throw originError(
                "its host is a number", hint: "write an IPv4 address as four decimal numbers")
        }
        return true
    }

    private static func sixthVersion(_ text: Substring) -> String? {
        var address = in6_addr()
        guard unsafe inet_pton(AF_INET6, String(text), &address) == 1 else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard unsafe inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count)) != nil else {
            return nil
        }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The error of an invalid URL, with the code `http.request`; `why` ends the sentence.
    package static func originError(_ why: String, hint: String? = nil) -> PeriluneError {
        PeriluneError("http.request", "invalid URL: \(why)", hint: hint)
    }
}
