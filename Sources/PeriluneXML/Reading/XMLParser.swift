import CPeriluneLoading
import CXML
import PeriluneCore

/// Runs libxml2 over a complete UTF-8 document that has passed ``XMLGate``.
enum XMLParser {
    /// Loads libxml2 and initialises its global tables once, before any thread parses; the error if that fails.
    private static let problem: PeriluneError? = {
        if let problem = perilune_load_xml() {
            return PeriluneError(
                "xml.library", "libxml2 cannot be loaded: \(String(cString: problem))",
                hint: "install the package libxml2")
        }
        xmlInitParser()
        return nil
    }()

    static func parse(
        _ source: [UInt8], _ limits: XMLLimits, _ options: XMLOptions
    ) throws(PeriluneError) -> XMLElement {
        guard !source.isEmpty else {
            throw PeriluneError(
                "xml.syntax", "the document is empty", at: .init(line: 1, column: 1))
        }
        if let problem { throw problem }
        // libxml2 copies the bytes.
        let context = source.withUnsafeBytes {
            xmlCreateMemoryParserCtxt(
                $0.assumingMemoryBound(to: CChar.self).baseAddress, Int32($0.count))
        }
        guard let context else {
            throw PeriluneError("xml.memory", "out of memory while parsing the document")
        }
        defer { xmlFreeParserCtxt(context) }
        // The document is UTF-8 by now, whatever it declares. Without NOENT an `&amp;` in an attribute would arrive
        // as `&#38;`. No other entities are expanded, because none can be declared: documents with a document type
        // are refused before, and the handlers below store no entities.
        let flags =
            XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_NOENT.rawValue
        _ = xmlCtxtUseOptions(context, Int32(flags))
        context.pointee.sax.pointee = handler(options)
        let document = XMLDocumentBuilder(context, source, limits, options)
        context.pointee.userData = Unmanaged.passUnretained(document).toOpaque()
        _ = xmlParseDocument(context)
        return try document.finish()
    }

    /// The callbacks; everything else in a document is checked and dropped.
    private static func handler(_ options: XMLOptions) -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = {
            state, name, prefix, uri, namespaceCount, namespaces, attributeCount, _, attributes in
            withBuilder(state) {
                $0.start(
                    .init(
                        name: name, prefix: prefix, uri: uri,
                        namespaces: .init(start: namespaces, count: 2 * Int(namespaceCount)),
                        attributes: .init(start: attributes, count: 5 * Int(attributeCount))))
            }
        }
        handler.endElementNs = { state, _, _, _ in withBuilder(state) { $0.end() } }
        let characters: charactersSAXFunc = { state, start, count in
            withBuilder(state) { $0.text(.init(start: start, count: Int(count))) }
        }
        handler.characters = characters
        // libxml2 requires the same function here, else it guesses which white space is ignorable.
        handler.ignorableWhitespace = characters
        handler.cdataBlock = characters
        handler.processingInstruction = { state, target, _ in
            withBuilder(state) { $0.instruction(target) }
        }
        if options.contains(.comments) {
            handler.comment = { state, text in
                if let text { withBuilder(state) { $0.comment(text) } }
            }
        }
        // The gate has refused document types already; this is a second check.
        handler.internalSubset = { state, _, _, _ in
            withBuilder(state) {
                $0.fail("xml.doctype", "the document must not have a document type")
            }
        }
        handler.serror = { state, error in
            guard let error else { return }
            withBuilder(state) { $0.report(error.pointee) }
        }
        return handler
    }
}

/// Calls a function with the builder behind the user pointer of libxml2, which `parse` retains.
private func withBuilder(_ state: UnsafeMutableRawPointer?, _ call: (XMLDocumentBuilder) -> Void) {
    guard let state else { return }
    Unmanaged<XMLDocumentBuilder>.fromOpaque(state)._withUnsafeGuaranteedRef(call)
}
