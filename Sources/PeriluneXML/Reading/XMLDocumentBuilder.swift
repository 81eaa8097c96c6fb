import CXML
import Glibc
import PeriluneCore

/// Builds a document from the callbacks of libxml2, and stops the parser at the first error or limit.
final class XMLDocumentBuilder {
    /// A start tag as libxml2 passes it: two pointers per namespace, five per attribute.
    struct Tag {
        var name: UnsafePointer<UInt8>?
        var prefix: UnsafePointer<UInt8>?
        var uri: UnsafePointer<UInt8>?
        var namespaces: UnsafeBufferPointer<UnsafePointer<UInt8>?>
        var attributes: UnsafeBufferPointer<UnsafePointer<UInt8>?>
    }

    private let context: xmlParserCtxtPtr
    private let limits: XMLLimits
    private let options: XMLOptions
    private let source: [UInt8]
    private var names = XMLNameTable()
    private var nodes: [XMLDocument.Node] = []
    private var attributes: [XMLDocument.Attribute] = []
    private var scopes: [XMLScope] = []
    private var characters: [UInt8] = []
    /// Where the text begins that has not become a node.
    private var textStart = 0
    /// The elements whose end tags have not been read.
    private var open: [Int32] = []
    /// The nodes and attributes so far.
    private var counted = 0
    private var failure: PeriluneError?
    /// Whether an error has occurred; cheaper to check at every node than the error itself.
    private var hasFailed = false

    init(
        _ context: xmlParserCtxtPtr, _ source: [UInt8], _ limits: XMLLimits,
        _ options: XMLOptions
    ) {
        self.context = context
        self.limits = limits
        self.options = options
        self.source = source
    }

    func start(_ tag: Tag) {
        guard !hasFailed else { return }
        closeText()
        let depth = min(limits.depth, 200)
        guard open.count < depth else {
            return fail("xml.depth", "elements are nested more than \(depth) deep")
        }
        guard let scope = scope(of: tag), let attributes = attributes(of: tag),
            count(1 + attributes.count)
        else { return }
        let name = names.index(tag.name, tag.prefix, tag.uri)
        guard hasFewNames() else { return }
        let index = Int32(nodes.count)
        open.append(index)
        nodes.append(
            .init(
                kind: .element, name: name, scope: scope,
                tagEnd: UInt32(offset), contents: attributes, end: index + 1))
    }

    func end() {
        guard !hasFailed else { return }
        closeText()
        guard let ended = open.popLast() else { return }
        nodes[Int(ended)].end = Int32(nodes.count)
    }

    func text(_ piece: UnsafeBufferPointer<UInt8>) {
        guard !hasFailed, !open.isEmpty else { return }
        guard piece.count <= longest - (characters.count - textStart) else { return failText() }
        characters.append(contentsOf: piece)
    }

    func comment(_ comment: UnsafePointer<UInt8>) {
        guard !hasFailed, !open.isEmpty else { return }
        closeText()
        characters.append(
            contentsOf: UnsafeBufferPointer(start: comment, count: strlen(comment)))
        addCharacters(as: .comment)
    }

    /// Counts the target of a processing instruction, which is dropped.
    func instruction(_ target: UnsafePointer<UInt8>?) {
        guard !hasFailed else { return }
        _ = names.string(target)
        _ = hasFewNames()
    }

    func report(_ error: xmlError) {
        if options.contains(.unboundPrefixes),
            error.code == Int32(XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue)
        {
            return
        }
        guard error.level.rawValue > XML_ERR_WARNING.rawValue else { return }
        stop(source.withUnsafeBufferPointer { PeriluneError(error, at: offset, in: $0) })
    }

    func fail(_ code: PeriluneError.Code, _ message: String) {
        let place = source.withUnsafeBufferPointer { PeriluneError.Place(offset: offset, in: $0) }
        stop(PeriluneError(code, message, at: place))
    }

    func finish() throws(PeriluneError) -> XMLElement {
        if let failure { throw failure }
        guard !nodes.isEmpty, open.isEmpty else {
            throw PeriluneError("xml.syntax", "the document has no root element")
        }
        return XMLElement(
            XMLDocument(
                nodes: nodes, attributes: attributes, names: names.names, scopes: scopes,
                characters: characters, source: source),
            0)
    }

    /// Keeps the first error, since later ones follow from it.
    private func stop(_ error: PeriluneError) {
        guard !hasFailed else { return }
        hasFailed = true
        failure = error
        xmlStopParser(context)
    }

    /// The offset of the parser in the document.
    private var offset: Int {
        guard let input = context.pointee.input?.pointee, let base = input.base else { return 0 }
        return Int(input.consumed) + base.distance(to: input.cur)
    }

    private var longest: Int { min(limits.text, 9 << 20) }

    private func failText() {
        fail("xml.text", "a text or an attribute value is longer than \(longest) bytes")
    }

    /// Counts nodes and attributes; whether they are within the limit.
    private func count(_ more: Int) -> Bool {
        counted += more
        if counted > limits.nodes {
            fail("xml.nodes", "the document has more than \(limits.nodes) nodes")
        }
        return counted <= limits.nodes
    }

    /// Whether the names are within the limit.
    private func hasFewNames() -> Bool {
        if names.count > limits.names {
            fail("xml.nodes", "the document has more than \(limits.names) different names")
        }
        return names.count <= limits.names
    }

    private func closeText() {
        if characters.count > textStart { addCharacters(as: .text) }
    }

    /// Adds a node with the characters that belong to none.
    private func addCharacters(as kind: XMLDocument.Node.Kind) {
        let contents = Int32(textStart)..<Int32(characters.count)
        textStart = characters.count
        guard count(1) else { return }
        nodes.append(.init(kind: kind, contents: contents, end: Int32(nodes.count) + 1))
    }

    /// The index of the namespaces in scope of a tag; `nil` if a limit is exceeded.
    private func scope(of tag: Tag) -> Int32? {
        var outer: Int32 = -1
        if let parent = open.last { outer = nodes[Int(parent)].scope }
        guard !tag.namespaces.isEmpty else { return outer }
        let scope = XMLScope(
            parent: outer < 0 ? nil : scopes[Int(outer)],
            stride(from: 0, to: tag.namespaces.count, by: 2).map {
                .init(
                    prefix: names.string(tag.namespaces[$0]),
                    uri: names.string(tag.namespaces[$0 + 1]))
            })
        guard scope.count <= limits.namespaces else {
            fail("xml.attributes", "more than \(limits.namespaces) namespaces are in scope")
            return nil
        }
        scopes.append(scope)
        return Int32(scopes.count - 1)
    }

    /// Adds the attributes of a tag; `nil` if a limit is exceeded.
    private func attributes(of tag: Tag) -> Range<Int32>? {
        let first = Int32(attributes.count)
        for index in stride(from: 0, to: tag.attributes.count, by: 5) {
            guard let start = tag.attributes[index + 3], let end = tag.attributes[index + 4] else {
                continue
            }
            let value = UnsafeBufferPointer(start: start, count: start.distance(to: end))
            guard value.count <= longest else {
                failText()
                return nil
            }
            let name = names.index(
                tag.attributes[index], tag.attributes[index + 1], tag.attributes[index + 2])
            characters.append(contentsOf: value)
            attributes.append(
                .init(name: name, value: Int32(textStart)..<Int32(characters.count)))
            textStart = characters.count
        }
        return first..<Int32(attributes.count)
    }
}
