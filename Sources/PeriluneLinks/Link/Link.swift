public import PeriluneCore

/// A link: its text, and its parts.
///
/// `raw` is the exact text. The parts are those of the canonical form: for `http`, `https` and all other schemes as
/// in the URL standard, so that `host` is the host that a browser opens; for `mstr` and `mstripad` as in the SDK,
/// which accepts any text (`x=A|B`, `{Subcategory@ID}`, `%zz`). An invalid link has a `problem`, and no parts.
///
/// Only the ranges of the parts are stored; strings are created on demand.
public struct Link: Sendable {
    /// The maximum length of a link, in bytes.
    public static let maximumLength = 65_536

    /// The maximum number of parameters, which bounds the cost of a hostile link.
    public static let maximumParameters = 1_000

    /// The text of the link, unchanged.
    public let raw: String
    /// Why the link is invalid; `nil` for a valid link.
    public let problem: LinkProblem?
    /// The text that contains the parts: `raw`, or the canonical form.
    let text: String
    /// The ranges of the parts in the text; for an invalid link, only the scheme and the rest.
    package let parts: LinkParts
    let slots: [ParameterSlot]

    /// Parses a link.
    ///
    /// - Throws: `link.empty` or `link.length`; any other text is a link, although it may be invalid.
    public init(_ text: String) throws(PeriluneError) {
        raw = text
        switch LinkReading(text.utf8.span) {
        case .asWritten(let parts):
            self.text = text
            self.parts = parts
            problem = nil
        case .canonical(let bytes, let parts):
            self.text = String(decoding: bytes, as: UTF8.self)
            self.parts = parts
            problem = nil
        case .invalid(.empty):
            throw PeriluneError(
                "link.empty", "the link is empty", hint: "write a link like mstr://?evt=3995")
        case .invalid(.tooLong(let count)):
            throw PeriluneError(
                "link.length", "the link has \(count) bytes; the limit is \(Self.maximumLength)",
                hint: "put long prompt answers into a document or an event's data, not into a link")
        case .invalid(let problem):
            self.text = text
            parts = LinkParts(unread: text.utf8.span)
            self.problem = problem
        }
        slots = ParameterSlot.all(in: self.text.utf8.span, parts.query)
    }

    /// Parses a link that is given as bytes.
    ///
    /// - Throws: `link.encoding` if they are not UTF-8, and the errors of `init(_:)`.
    public init(bytes: [UInt8]) throws(PeriluneError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PeriluneError(
                "link.encoding", "the link is not UTF-8",
                hint: "percent-encode bytes that are not text")
        }
        try self.init(text)
    }
}

extension Link {
    /// The canonical form of the link; `nil` for an invalid link.
    ///
    /// The canonical form of links of the SDK and of links without a scheme is their text, without what readers
    /// ignore, such as surrounding blanks.
    public var canonical: String? {
        if problem != nil { return nil }
        if parts.kind.isMobile || parts.kind == .relative { return text }
        return url?.href
    }

    /// The link as the URL standard parses it; `nil` for links of the SDK, links without a scheme, and invalid links.
    public var url: WebURL? {
        if problem != nil || parts.kind.isMobile || parts.kind == .relative { return nil }
        return try? WebURL(text)
    }

    /// The scheme in lower case, to compare with; `nil` for a relative link.
    public var scheme: String? { rawScheme?.lowercased() }

    /// The scheme as written.
    public var rawScheme: String? { parts.scheme.map(text) }

    /// The text between `//` and the path; empty in `mstr://?evt=1`, `nil` without `//`.
    public var authority: String? { parts.authority.map(text) }

    /// The host in lower case, without user and port; `nil` if there is none.
    public var host: String? {
        guard let host = parts.host, host.lower < host.upper else { return nil }
        return text(host).lowercased()
    }

    /// The port that a client connects to: the explicit one, else the default of the scheme.
    public var port: UInt16? { parts.port }

    /// The path as written.
    public var path: String { text(parts.path) }

    /// The query as written, without the question mark.
    public var query: String? { parts.query.map(text) }

    /// The text after the first `#`, even if it looks like parameters.
    public var fragment: String? { parts.fragment.map(text) }

    /// Whether the parameters follow `//` without a question mark.
    public var lacksQuestionMark: Bool { parts.lacksQuestionMark }

    /// The number of the first `evt` parameter.
    ///
    /// `nil` if there is none, if it is not a number, or if it does not fit into 64 bits.
    public var eventNumber: Int64? { EventNumber(text.utf8.span, parts).value }

    /// Whether the first event of the link is a custom one: its number is 10,000,000 or more, of any length.
    public var isCustom: Bool { EventNumber(text.utf8.span, parts).isCustom }

    /// A number written in decimal digits only.
    package static func number(_ text: String) -> Int64? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// The ends of a range of event numbers such as `4000..4099`; `nil` for any other text.
    package static func numbers(_ text: String) -> (first: Int64, last: Int64)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty, let first = number(String(parts[0])),
            let last = number(String(parts[2]))
        else { return nil }
        return (first, last)
    }

    /// Whether an `evt` of this value is a custom event: 10,000,000 or more, of any length.
    package static func isCustom(_ text: String) -> Bool {
        number(text).map(LinkScanner.isCustom) ?? isTooLarge(text)
    }

    /// Whether a text is a decimal number that does not fit 64 bits.
    package static func isTooLarge(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit) && Int64(text) == nil
    }

    /// Whether it is a link of the SDK, with the scheme `mstr` or `mstripad`.
    package var isMobile: Bool { parts.kind.isMobile }

    /// The text of a range.
    ///
    /// Parts end at ASCII characters, so this never splits a character.
    func text(_ extent: LinkParts.ByteRange) -> String { text.utf8.span.text(extent.range) }
}

extension Link: Hashable {
    /// Two links are equal if their texts are.
    public static func == (left: Link, right: Link) -> Bool { left.raw == right.raw }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}

extension Link: CustomStringConvertible {
    /// The link with its secrets masked; `raw` contains them.
    ///
    /// Tabs and line breaks are removed, as readers do, because they could hide the name of a secret.
    public var description: String {
        let isBroken = raw.utf8.contains { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return Redaction.redact(
            isBroken ? String(decoding: WebURLParser.stripped(raw.utf8.span), as: UTF8.self) : raw)
    }
}
