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
        _ bytes: UnsafeBufferPointer<UInt8>, _ limits: XMLLimits, _ options: XMLOptions
    ) throws(PeriluneError) -> XMLElement {
        guard !bytes.isEmpty else {
            throw PeriluneError(
                "xml.syntax", "the document is empty", at: .init(line: 1, column: 1))
        }
        if let problem { throw problem }
        let context = bytes.withMemoryRebound(to: CChar.self) {
            xmlCreateMemoryParserCtxt($0.baseAddress, Int32($0.count))
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
        var tree = XMLTreeBuilder(context, bytes, limits, options)
        withUnsafeMutablePointer(to: &tree) { pointer in
            context.pointee.userData = UnsafeMutableRawPointer(pointer)
            _ = xmlParseDocument(context)
        }
        return try tree.finish()
    }

    /// The callbacks; everything else in a document is checked and dropped.
    private static func handler(_ options: XMLOptions) -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = {
            state, name, prefix, uri, namespaceCount, namespaces, attributeCount, _, attributes in
            builder(state)?.pointee.start(
                .init(
                    name: name, prefix: prefix, uri: uri,
                    namespaces: .init(start: namespaces, count: 2 * Int(namespaceCount)),
                    attributes: .init(start: attributes, count: 5 * Int(attributeCount))))
        }
        handler.endElementNs = { state, _, _, _ in builder(state)?.pointee.end() }
        let characters: charactersSAXFunc = { state, start, count in
            builder(state)?.pointee.text(.init(start: start, count: Int(count)))
        }
        handler.characters = characters
        // libxml2 requires the same function here, else it guesses which white space is ignorable.
        handler.ignorableWhitespace = characters
        handler.cdataBlock = characters
        if options.contains(.comments) {
            handler.comment = { state, text in
                builder(state)?.pointee.comment(text.map { String(cString: $0) } ?? "")
            }
        }
        // The gate has refused document types already; this is a second check.
        handler.internalSubset = { state, _, _, _ in
            builder(state)?.pointee.fail(
                "xml.doctype", "the document must not have a document type")
        }
        handler.serror = { state, error in
            guard let error else { return }
            builder(state)?.pointee.report(error.pointee)
        }
        return handler
    }
}

/// The builder behind the user pointer of libxml2.
private func builder(_ state: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLTreeBuilder>? {
    state?.assumingMemoryBound(to: XMLTreeBuilder.self)
}
