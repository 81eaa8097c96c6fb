public import PeriluneCore

/// A link, taken apart without changing a byte of it.
///
/// Any non-empty text up to `maximumLength` bytes is a link: what a general URL parser refuses or
/// re-encodes (`mstr://?evt=1`, `x=A|B`, `{Subcategory@ID}`, `%zz`) is the daily bread here.
/// Only the places of the parts are kept; strings are made when they are asked for.
public struct Link: Sendable {
    /// The longest link, in bytes.
    public static let maximumLength = 65_536

    /// The text as it came.
    public let raw: String
    package let layout: LinkLayout
    let slots: [ParameterSlot]

    /// Takes a link apart.
    ///
    /// - Throws: `link.empty` or `link.length`; nothing else is an error.
    public init(_ text: String) throws(PeriluneError) {
        guard !text.isEmpty else {
            throw PeriluneError(
                "link.empty", "the link is empty", hint: "write a link like mstr://?evt=3995")
        }
        guard text.utf8.count <= Self.maximumLength else {
            throw PeriluneError(
                "link.length",
                "the link has \(text.utf8.count) bytes; the limit is \(Self.maximumLength)",
                hint: "put long prompt answers into a document or an event's data, not into a link")
        }
        raw = text
        let bytes = text.utf8.span
        layout = LinkLayout(bytes)
        slots = ParameterSlot.all(in: bytes, layout.query)
    }

    /// Takes apart a link that is known as bytes.
    ///
    /// - Throws: `link.encoding` where they are not UTF-8, and what `init(_:)` throws.
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
    /// The scheme in lower case, to compare with; `nil` for a relative link.
    public var scheme: String? { rawScheme?.lowercased() }

    /// The scheme as written.
    public var rawScheme: String? { layout.scheme.map(text) }

    /// What stands between `//` and the path; empty in `mstr://?evt=1`, `nil` without `//`.
    public var authority: String? { layout.authority.map(text) }

    /// The path as written.
    public var path: String { text(layout.path) }

    /// The query as written, without the question mark.
    public var query: String? { layout.query.map(text) }

    /// What follows the first `#`, as written: also text that looks like parameters.
    public var fragment: String? { layout.fragment.map(text) }

    /// Whether the parameters follow `//` without a question mark.
    public var lacksQuestionMark: Bool { layout.lacksQuestionMark }

    /// The number of the first `evt` parameter; `nil` where there is none or it is no number.
    public var eventNumber: Int64? {
        self["evt"].flatMap { Self.number($0.value) }
    }

    /// A number written in decimal digits only.
    package static func number(_ text: String) -> Int64? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// The bytes at an extent.
    ///
    /// Parts end at ASCII characters, so this never splits a character.
    func text(_ extent: LinkLayout.Extent) -> String {
        let view = raw.utf8
        let lower = view.index(view.startIndex, offsetBy: Int(extent.lower))
        let upper = view.index(lower, offsetBy: Int(extent.upper - extent.lower))
        return String(raw[lower..<upper])
    }
}

extension Link: Hashable {
    /// Two links are equal when they are written the same.
    public static func == (left: Link, right: Link) -> Bool { left.raw == right.raw }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}

extension Link: CustomStringConvertible {
    /// The link without its secrets; `raw` has them.
    public var description: String { Redaction.redact(raw) }
}
