/// Normalizes hosts for comparisons in rules.
package enum HostName {
    /// The host as in the canonical form of links with this scheme, in lower case and without a dot at its end.
    ///
    /// Without a scheme, that of Web links is assumed.
    package static func compared(
        _ host: String, scheme: String?
    ) throws(LinkProblem) -> String {
        let bytes = Array(host.utf8)
        if let scheme, SpecialScheme(scheme.utf8) == nil {
            // The SDK accepts any host; other schemes do not change it.
            if scheme != "mstr", scheme != "mstripad" {
                let canonical = try URLHost.parse(bytes[...], isOpaque: true)
                return canonical.span.decodedText(0..<canonical.count).lowercased()
            }
            return bytes.span.decodedText(0..<bytes.count).lowercased()
        }
        var name = try URLHost.parse(bytes[...], isOpaque: false)
        if name.count > 1, name.last == UInt8(ascii: ".") { name.removeLast() }
        return String(decoding: name, as: UTF8.self)
    }
}
