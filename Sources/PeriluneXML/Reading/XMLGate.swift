import Glibc
import PeriluneCore

/// Refuses documents that must not reach the parser.
///
/// A document type can declare entities, which would allow reading files of the host, sending requests, and expanding
/// a short document to gigabytes. And libxml2 compares each attribute of a tag with all others before it calls back,
/// which takes hours for a million attributes.
struct XMLGate {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let base: UnsafePointer<UInt8>

    static func check(
        _ bytes: UnsafeBufferPointer<UInt8>, _ limits: XMLLimits
    ) throws(PeriluneError) {
        guard let base = bytes.baseAddress else { return }
        if let zero = memchr(base, 0, bytes.count) {
            // libxml2 takes a NUL as the end of the document.
            throw PeriluneError(
                "xml.syntax", "the document contains a NUL character",
                at: .init(
                    offset: base.distance(to: zero.assumingMemoryBound(to: UInt8.self)), in: bytes))
        }
        try XMLGate(bytes: bytes, base: base).check(mostAttributes: limits.attributes)
    }

    private func check(mostAttributes: Int) throws(PeriluneError) {
        var tag = tag(from: 0)
        while let start = tag {
            if !isTag(at: start) {
                if let (opening, closing) = section(at: start) {
                    // The parser reports a section that does not end.
                    tag = index(of: closing, from: start + opening)
                        .flatMap { self.tag(from: $0) }
                    continue
                }
                if has("<!DOCTYPE", at: start) {
                    throw PeriluneError(
                        "xml.doctype", "the document must not have a document type",
                        at: .init(offset: start, in: bytes),
                        hint: "remove the <!DOCTYPE …> declaration")
                }
            }
            tag = self.tag(from: start + 1)
            // No attribute value contains `<`, and no attribute is shorter than `a=""`.
            let end = tag ?? bytes.count
            if (end - start) / 4 > mostAttributes,
                hasAttributes(beyond: mostAttributes, from: start, to: end)
            {
                throw PeriluneError(
                    "xml.attributes", "an element has more than \(mostAttributes) attributes",
                    at: .init(offset: start, in: bytes))
            }
        }
    }

    /// Whether a `<` begins a tag, and not a comment, section, document type or processing instruction.
    private func isTag(at start: Int) -> Bool {
        start + 1 == bytes.count
            || (bytes[start + 1] != UInt8(ascii: "!") && bytes[start + 1] != UInt8(ascii: "?"))
    }

    /// The length of the opening of a section in which `<` is not markup (such as CDATA), and its closing text.
    private func section(at start: Int) -> (opening: Int, closing: StaticString)? {
        if has("<!--", at: start) { return (4, "-->") }
        if has("<![CDATA[", at: start) { return (9, "]]>") }
        if has("<?", at: start) { return (2, "?>") }
        return nil
    }

    private func hasAttributes(beyond most: Int, from start: Int, to end: Int) -> Bool {
        var count = 0
        var quote: UInt8?
        for byte in bytes[start..<end] {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                count += 1
                if count > most { return true }
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return false
            }
        }
        return false
    }

    private func has(_ text: StaticString, at start: Int) -> Bool {
        start + text.utf8CodeUnitCount <= bytes.count
            && memcmp(base + start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// The next `<`.
    private func tag(from start: Int) -> Int? { index(of: UInt8(ascii: "<"), from: start) }

    private func index(of byte: UInt8, from start: Int) -> Int? {
        memchr(base + start, Int32(byte), bytes.count - start).map {
            UnsafeRawPointer(base).distance(to: $0)
        }
    }

    private func index(of text: StaticString, from start: Int) -> Int? {
        var from = start
        while let index = index(of: text.utf8Start[0], from: from) {
            if has(text, at: index) { return index }
            from = index + 1
        }
        return nil
    }
}
