/// The target of a request as sent: path and query.
struct ServerTarget {
    let path: String
    let query: String?
    /// The host of an absolute URL, which overrides the Host header (RFC 9112 §3.2.2).
    let authority: String?

    /// Parses a target; `nil` if it is neither a path nor a URL (RFC 9112 §3.2), or has invalid bytes.
    init?(_ target: UnsafeBufferPointer<UInt8>) {
        guard target.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") }) else {
            return nil
        }
        let rest = Self.behindScheme(target[...])
        let path = rest?.drop { !"/?".utf8.contains($0) } ?? target[...]
        authority = rest.map { String(decoding: $0[..<path.startIndex], as: UTF8.self) }
        guard rest != nil || path.first == UInt8(ascii: "/") || path.elementsEqual("*".utf8) else {
            return nil
        }
        let end = path.firstIndex(of: UInt8(ascii: "?")) ?? path.endIndex
        self.path = end == path.startIndex ? "/" : String(decoding: path[..<end], as: UTF8.self)
        query =
            end == path.endIndex ? nil : String(decoding: path[(end + 1)...], as: UTF8.self)
    }

    /// The part after `http://` or `https://`.
    private static func behindScheme(
        _ target: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Slice<UnsafeBufferPointer<UInt8>>? {
        for scheme in ["http://", "https://"] where target.starts(with: scheme.utf8) {
            return target.dropFirst(scheme.utf8.count)
        }
        return nil
    }
}
