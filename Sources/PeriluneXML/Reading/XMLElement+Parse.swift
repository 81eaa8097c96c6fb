package import PeriluneCore

extension XMLElement {
    /// Parses a document and returns its root element.
    ///
    /// The encoding is the given one (of a `Content-Type`), else that of a byte order mark, else the declared one,
    /// else UTF-8.
    ///
    /// - Throws: `xml.syntax`, `xml.namespace`, `xml.encoding` or `xml.doctype` with line and column where the
    ///   document is invalid; `xml.size`, `xml.depth`, `xml.nodes`, `xml.attributes` or `xml.text` where it exceeds a
    ///   limit.
    package static func parse(
        _ bytes: [UInt8], encoding: XMLEncoding? = nil, limits: XMLLimits = XMLLimits(),
        options: XMLOptions = []
    ) throws(PeriluneError) -> XMLElement {
        try check(size: bytes.count, limits)
        let document = try XMLEncoding.utf8(of: bytes, encoding)
        // Latin-1 grows when it is converted to UTF-8, so check the size again.
        try check(size: document.count, limits)
        try document.withUnsafeBufferPointer { buffer throws(PeriluneError) in
            try XMLGate.check(buffer, limits)
        }
        return try XMLParser.parse(document, limits, options)
    }

    /// Parses a string; an encoding that it declares is ignored.
    package static func parse(
        _ text: String, limits: XMLLimits = XMLLimits(), options: XMLOptions = []
    ) throws(PeriluneError) -> XMLElement {
        try parse(Array(text.utf8), encoding: .utf8, limits: limits, options: options)
    }

    private static func check(size: Int, _ limits: XMLLimits) throws(PeriluneError) {
        let most = min(limits.bytes, 1 << 30)
        guard size <= most else {
            throw PeriluneError("xml.size", "the document has \(size) bytes; the limit is \(most)")
        }
    }
}
