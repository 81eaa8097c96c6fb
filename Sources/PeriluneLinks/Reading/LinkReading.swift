/// The parts of a link, in its own text or in its canonical form.
package enum LinkReading {
    /// The link is canonical, so its own text contains the parts.
    case asWritten(LinkParts)
    /// The canonical form contains the parts.
    case canonical([UInt8], LinkParts)
    case invalid(LinkProblem)

    /// The length below which a link cannot have too many parameters.
    private static let short = 2 * Link.maximumParameters

    @inline(__always)
    package init(_ bytes: Span<UInt8>) {
        if bytes.count < Self.short, let parts = LinkParts(asWritten: bytes) {
            self = .asWritten(parts)
        } else {
            self = LastReading.reading(of: bytes, Self.slow)
        }
    }

    /// Calls `body` with the text that contains the parts; `nil` for an invalid link.
    @inline(__always)
    package static func read<Result, Failure: Error>(
        _ bytes: Span<UInt8>, _ body: (Span<UInt8>, LinkParts) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        switch LinkReading(bytes) {
        case .asWritten(let parts): return try body(bytes, parts)
        case .canonical(let text, let parts): return try body(text.span, parts)
        case .invalid: return nil
        }
    }

    /// The problem of a link; `nil` if it is valid.
    package static func problem(of bytes: Span<UInt8>) -> LinkProblem? {
        guard case .invalid(let problem) = LinkReading(bytes) else { return nil }
        return problem
    }

    @inline(never)
    private static func slow(_ bytes: Span<UInt8>) -> LinkReading {
        guard bytes.count <= Link.maximumLength else {
            return .invalid(.tooLong(bytes: bytes.count))
        }
        do throws(LinkProblem) {
            let (text, parts) = try canonical(WebURLParser.stripped(bytes))
            if text.count >= short {
                let count = parts.countParameters(text.span)
                guard count <= Link.maximumParameters else { throw .tooManyParameters(count) }
            }
            return .canonical(text, parts)
        } catch {
            return .invalid(error)
        }
    }

    private static func canonical(
        _ text: consuming [UInt8]
    ) throws(LinkProblem) -> ([UInt8], LinkParts) {
        guard !text.isEmpty else { throw .empty }
        guard let colon = LinkParts.endOfScheme(text.span) else { return try relative(text) }
        let kind = LinkParts.kind(of: text.span, before: colon)
        if kind.isMobile {
            let parts = LinkParts(mobile: text.span, kind: kind)
            return (text, parts)
        }
        var parser = WebURLParser(stripped: text)
        let url = try parser.parse()
        let (written, parts) = url.written
        return (Array(written.utf8), parts)
    }

    /// Reads a link without a scheme as a page on the Web does, without resolving it.
    private static func relative(
        _ text: consuming [UInt8]
    ) throws(LinkProblem) -> ([UInt8], LinkParts) {
        for index in text.indices {
            if text[index] == UInt8(ascii: "?") || text[index] == UInt8(ascii: "#") { break }
            if text[index] == UInt8(ascii: "\\") { text[index] = UInt8(ascii: "/") }
        }
        guard text.starts(with: "/".utf8) else {
            let parts = LinkParts(relative: text.span)
            return (text, parts)
        }
        guard text.starts(with: "//".utf8) else { return try absolutePath(text) }
        // The scheme of the page is unknown, so no port is its default.
        var parser = WebURLParser(stripped: Array("https:".utf8) + text)
        parser.keepsDefaultPort = true
        let url = try parser.parse()
        var (written, parts) = url.written
        let scheme = 6
        parts.shift(by: -scheme)
        parts.kind = .relative
        parts.scheme = nil
        parts.port = url.port
        return (Array(written.utf8.dropFirst(scheme)), parts)
    }
}

extension LinkReading {
    /// A path from the root of the host, whose dots have the same meaning on every page.
    private static func absolutePath(
        _ text: consuming [UInt8]
    ) throws(LinkProblem) -> ([UInt8], LinkParts) {
        let page = Array("https://h".utf8)
        var parser = WebURLParser(stripped: page + text)
        let url = try parser.parse()
        let written = Array(url.written.0.utf8.dropFirst(page.count))
        let parts = LinkParts(relative: written.span)
        return (written, parts)
    }
}

extension LinkParts {
    fileprivate mutating func shift(by distance: Int) {
        func moved(_ extent: ByteRange) -> ByteRange {
            ByteRange(Int(extent.lower) + distance, Int(extent.upper) + distance)
        }
        authority = authority.map(moved)
        host = host.map(moved)
        path = moved(path)
        query = query.map(moved)
        fragment = fragment.map(moved)
    }

    fileprivate func countParameters(_ text: Span<UInt8>) -> Int {
        var count = 0
        var cursor = QueryCursor(query?.range)
        while cursor.next(text) != nil { count += 1 }
        return count
    }
}
