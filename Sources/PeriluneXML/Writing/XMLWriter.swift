public import PeriluneCore

/// Writes an XML document as UTF-8, one piece after the other.
///
/// ```swift
/// var writer = XMLWriter()
/// writer.begin("Envelope", prefix: "s")
/// writer.namespace("s", "http://schemas.xmlsoap.org/soap/envelope/")
/// writer.element("Body", prefix: "s", text)
/// writer.end()
/// let bytes = try writer.finish()
/// ```
///
/// Nothing throws on the way: the writer remembers the first mistake, and `finish()` throws it. So
/// a document comes out well-formed or not at all.
public struct XMLWriter: Sendable {
    /// A name in the output: compared and repeated from there, so that none is a `String`.
    struct Name {
        var range: Range<Int>
        /// The length of the prefix; 0 for none.
        var prefix: Int
    }

    struct Open {
        var name: Name
        var declared: Int
        var isBroken = false
        var isMixed: Bool
    }

    var output: [UInt8] = []
    var open: [Open] = []
    /// The attributes of the tag that is still open for more.
    var attributes: [Name] = []
    /// Prefixes that are declared, as they stand in the output; innermost last.
    var declared: [Range<Int>] = []
    var isTagOpen = false
    var hasRoot = false
    var failure: PeriluneError?
    let isIndented: Bool
    let allowsUnboundPrefixes: Bool

    /// Starts a document; an indented one has each element on its own line.
    public init(indented: Bool = false) {
        self.init(indented: indented, allowsUnboundPrefixes: false)
    }

    package init(indented: Bool = false, allowsUnboundPrefixes: Bool) {
        isIndented = indented
        self.allowsUnboundPrefixes = allowsUnboundPrefixes
    }

    /// Writes `<?xml version="1.0" encoding="utf-8"?>`; it stands before everything else.
    public mutating func declaration() {
        guard output.isEmpty else { return fail("xml.order", "the XML declaration comes first") }
        append("<?xml version=\"1.0\" encoding=\"utf-8\"?>")
    }

    /// Starts an element; what follows stands inside until `end()`.
    public mutating func begin(_ name: String, prefix: String = "") {
        closeTag()
        if open.isEmpty {
            if hasRoot { fail("xml.order", "a document has one root element") }
            hasRoot = true
        }
        breakLine()
        append("<")
        let name = append(name: name, prefix: prefix)
        open.append(Open(name: name, declared: declared.count, isMixed: !isIndented))
        isTagOpen = true
    }

    /// Ends the element that was started last.
    public mutating func end() {
        guard let element = open.popLast() else {
            return fail("xml.order", "end() without begin()")
        }
        if isTagOpen {
            checkPrefixes(of: element)
            append("/>")
            isTagOpen = false
        } else {
            if element.isBroken && !element.isMixed { breakLine(depth: open.count) }
            append("</")
            repeatBytes(element.name.range)
            append(">")
        }
        declared.removeSubrange(element.declared...)
    }

    /// Writes text into the element that was started last.
    public mutating func text(_ text: String) {
        guard !open.isEmpty else {
            return fail("xml.order", "text stands inside an element")
        }
        guard !text.isEmpty else { return }
        mixed()
        escape(text, XMLEscape.text)
    }

    /// Says that text stands between the elements inside the one that was started last, so that its
    /// white space counts and no line is broken there.
    ///
    /// Only an indented document needs it, and only where an element comes before the first text.
    public mutating func mixed() {
        closeTag()
        if !open.isEmpty { open[open.count - 1].isMixed = true }
    }

    /// Writes an element that holds only text.
    public mutating func element(_ name: String, prefix: String = "", _ text: String = "") {
        begin(name, prefix: prefix)
        self.text(text)
        end()
    }

    /// Writes a comment.
    public mutating func comment(_ text: String) {
        closeTag()
        breakLine()
        if text.utf8.firstRange(of: "--".utf8) != nil || text.utf8.last == UInt8(ascii: "-") {
            fail("xml.comment", "a comment cannot hold --")
        }
        append("<!--")
        escape(text, XMLEscape.comment)
        append("-->")
    }

    /// The document.
    ///
    /// - Throws: the first mistake: `xml.character` for what XML 1.0 cannot hold (most control
    ///   characters, even escaped: nobody could read it back, and a replacement would be another
    ///   text), `xml.name`, `xml.attributes` for one that stands twice, `xml.namespace` for a prefix
    ///   that is not declared, `xml.comment`, or `xml.order` for calls in an impossible order.
    public consuming func finish() throws(PeriluneError) -> [UInt8] {
        if let failure { throw failure }
        guard open.isEmpty else {
            throw PeriluneError("xml.order", "unclosed elements: \(open.count)")
        }
        guard hasRoot else { throw PeriluneError("xml.order", "the document has no root element") }
        return output
    }
}
