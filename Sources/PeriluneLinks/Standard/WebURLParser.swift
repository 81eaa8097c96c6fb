/// The parser of the URL standard.
///
/// The standard describes a state machine that reads single characters; this parser splits the text at the same
/// places and reads whole parts.
struct WebURLParser {
    /// The text without tabs and line breaks, and without blanks around it.
    let text: [UInt8]
    let base: WebURL?
    var url = WebURL(scheme: "")
    var special: SpecialScheme?
    var position = 0
    /// Whether an explicit default port is kept.
    var keepsDefaultPort = false

    init(_ text: Span<UInt8>, base: WebURL? = nil) {
        self.text = Self.stripped(text)
        self.base = base
    }

    /// Creates a parser for the result of `stripped`.
    init(stripped text: consuming [UInt8]) {
        self.text = text
        base = nil
    }

    /// Removes what the standard ignores: control characters and blanks at both ends; tabs, CR and LF anywhere.
    static func stripped(_ text: Span<UInt8>) -> [UInt8] {
        var start = 0
        var end = text.count
        while start < end, text[start] <= 0x20 { start += 1 }
        while end > start, text[end - 1] <= 0x20 { end -= 1 }
        var result: [UInt8] = []
        result.reserveCapacity(end - start)
        for index in start..<end {
            let byte = text[index]
            if byte != 0x09, byte != 0x0A, byte != 0x0D { result.append(byte) }
        }
        return result
    }

    static func parse(_ text: String, base: WebURL?) throws(LinkProblem) -> WebURL {
        var parser = WebURLParser(text.utf8.span, base: base)
        return try parser.parse()
    }

    mutating func parse() throws(LinkProblem) -> WebURL {
        guard let colon = LinkParts.endOfScheme(text.span) else {
            try parseWithoutScheme()
            return url
        }
        position = colon + 1
        setScheme(String(decoding: text[..<colon].map(\.lowercased), as: UTF8.self))
        if special == .file {
            try parseFile()
        } else if let special {
            if let base, base.special == special, !starts("//") {
                try parseRelative(to: base)
            } else {
                skipSlashes()
                try parseAuthority()
            }
        } else if starts("//") {
            position += 2
            try parseAuthority()
        } else if peek == UInt8(ascii: "/") {
            position += 1
            parsePath()
        } else {
            parseOpaquePath()
        }
        return url
    }

    private mutating func setScheme(_ scheme: String) {
        url.scheme = scheme
        special = SpecialScheme(scheme.utf8)
    }

    private mutating func parseWithoutScheme() throws(LinkProblem) {
        guard let base else { throw text.isEmpty ? .empty : .relativeWithoutBase }
        if case .opaque = base.pathParts {
            guard peek == UInt8(ascii: "#") else { throw .relativeWithoutBase }
            url = base
            url.fragment = nil
            parseFragment()
            return
        }
        setScheme(base.scheme)
        if special == .file { try parseFile() } else { try parseRelative(to: base) }
    }

    private mutating func parseRelative(to base: WebURL) throws(LinkProblem) {
        if isSlash(peek) {
            position += 1
            if isSlash(peek) {
                position += 1
                if special != nil { skipSlashes() }
                return try parseAuthority()
            }
            copyAuthority(of: base)
            return parsePath()
        }
        copyAuthority(of: base)
        url.pathParts = base.pathParts
        continueAtPath(of: base)
    }

    /// Parses what follows the base's path: a query, a fragment, or a path that replaces its last segment.
    mutating func continueAtPath(of base: WebURL) {
        switch peek {
        case nil: url.query = base.query
        case UInt8(ascii: "?"): parseQuery()
        case UInt8(ascii: "#"):
            url.query = base.query
            parseFragment()
        default:
            shortenPath()
            parsePath()
        }
    }

    private mutating func copyAuthority(of base: WebURL) {
        url.username = base.username
        url.password = base.password
        url.host = base.host
        url.port = base.port
    }
}

extension WebURLParser {
    var peek: UInt8? { position < text.count ? text[position] : nil }

    func starts(_ prefix: StaticString) -> Bool {
        text[position...].starts(with: prefix.description.utf8)
    }

    /// Whether a byte separates segments: `/`, and in special schemes also `\`.
    func isSlash(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: "/") || special != nil && byte == UInt8(ascii: "\\")
    }

    mutating func skipSlashes() {
        while isSlash(peek) { position += 1 }
    }
}
