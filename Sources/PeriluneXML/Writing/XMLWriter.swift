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
    /// A name in the output, kept as a range so that no `String` is needed to compare or repeat it.
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
    /// The attributes of the tag that is still open.
    var attributes: [Name] = []
    /// The declared prefixes as ranges of the output, innermost last.
    var declared: [Range<Int>] = []
    var isTagOpen = false
    var hasRoot = false
    var failure: PeriluneError?
    let isIndented: Bool
    let allowsUnboundPrefixes: Bool

    /// Starts a document; with `indented`, each element has its own line.
    public init(indented: Bool = false) {
        self.init(indented: indented, allowsUnboundPrefixes: false)
    }

    package init(indented: Bool = false, allowsUnboundPrefixes: Bool) {
        isIndented = indented
        self.allowsUnboundPrefixes = allowsUnboundPrefixes
    }

    /// Writes `<?xml version="1.0" encoding="utf-8"?>`; only valid at the beginning.
    public mutating func declaration() {
        guard output.isEmpty else { return fail("xml.order", "the XML declaration comes first") }
        append("<?xml version=\"1.0\" encoding=\"utf-8\"?>")
    }

    /// Starts an element; everything up to the matching `end()` is written into it.
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
            return fail("xml.order", "text must be written inside an element")
        }
        guard !text.isEmpty else { return }
        mixed()
        escape(text, XMLEscape.text)
    }

    /// Declares that the current element has mixed content, so that its white space is kept and no lines are broken
    /// in it.
    ///
    /// Needed only in an indented document, if an element comes before the first text.
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

    /// The finished document.
    ///
    /// - Throws: the first error: `xml.character` for a character that XML 1.0 cannot represent (most control
    ///   characters, even escaped), `xml.name`, `xml.attributes` for a repeated attribute, `xml.namespace` for an
    ///   undeclared prefix, `xml.comment`, or `xml.order` for calls in an invalid order.
    public consuming func finish() throws(PeriluneError) -> [UInt8] {
        if let failure { throw failure }
        guard open.isEmpty else {
            throw PeriluneError("xml.order", "unclosed elements: \(open.count)")
        }
        guard hasRoot else { throw PeriluneError("xml.order", "the document has no root element") }
        return output
    }
}
