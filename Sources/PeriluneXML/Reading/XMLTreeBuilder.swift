import CXML
import PeriluneCore

/// Builds the tree from the callbacks of libxml2, and stops the parser at the first error or limit.
struct XMLTreeBuilder {
    /// A start tag as libxml2 passes it: two pointers per namespace, five per attribute.
    struct Tag {
        var name: UnsafePointer<UInt8>?
        var prefix: UnsafePointer<UInt8>?
        var uri: UnsafePointer<UInt8>?
        var namespaces: UnsafeBufferPointer<UnsafePointer<UInt8>?>
        var attributes: UnsafeBufferPointer<UnsafePointer<UInt8>?>
    }

    /// An element whose end tag has not been read.
    private struct OpenElement {
        var element: XMLElement
        /// Where its children begin in `children`.
        var firstChild: Int
    }

    private let context: xmlParserCtxtPtr
    private let limits: XMLLimits
    private let options: XMLOptions
    private var cursor: XMLCursor
    private var names = XMLNameCache()
    private var open: [OpenElement] = []
    /// The children of all open elements, those of the innermost last: an element gets its array when it ends, with the
    /// right size.
    private var children: [XMLNode] = []
    private var root: XMLElement?
    private var text: [UInt8] = []
    private var nodes = 0
    private var failure: PeriluneError?
    /// Whether an error has occurred; cheaper to check at every node than the error itself.
    private var hasFailed = false

    init(
        _ context: xmlParserCtxtPtr, _ bytes: UnsafeBufferPointer<UInt8>, _ limits: XMLLimits,
        _ options: XMLOptions
    ) {
        self.context = context
        self.limits = limits
        self.options = options
        cursor = XMLCursor(bytes)
    }

    mutating func start(_ tag: Tag) {
        guard !hasFailed else { return }
        closeText()
        let depth = min(limits.depth, 200)
        guard open.count < depth else {
            return fail("xml.depth", "elements are nested more than \(depth) deep")
        }
        guard let scope = scope(of: tag), let attributes = attributes(of: tag) else { return }
        guard count(1 + attributes.count) else { return }
        let (line, column) = cursor.tag(endingAt: offset)
        let element = XMLElement(
            names.string(tag.name), namespace: names.string(tag.uri),
            prefix: names.string(tag.prefix), attributes: attributes, scope: scope.value,
            line: line, column: column)
        open.append(OpenElement(element: element, firstChild: children.count))
    }

    mutating func end() {
        guard !hasFailed else { return }
        closeText()
        guard var ended = open.popLast() else { return }
        if children.count > ended.firstChild {
            ended.element.children = takeChildren(from: ended.firstChild)
        }
        if open.isEmpty { root = ended.element } else { children.append(.element(ended.element)) }
    }

    mutating func text(_ piece: UnsafeBufferPointer<UInt8>) {
        guard !hasFailed else { return }
        guard piece.count <= longest - text.count else { return failText() }
        text.append(contentsOf: piece)
    }

    mutating func comment(_ comment: String) {
        guard !hasFailed, !open.isEmpty else { return }
        closeText()
        if count(1) { children.append(.comment(comment)) }
    }

    mutating func report(_ error: xmlError) {
        if options.contains(.unboundPrefixes),
            error.code == Int32(XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue)
        {
            return
        }
        guard error.level.rawValue > XML_ERR_WARNING.rawValue else { return }
        stop(PeriluneError(error, at: offset, in: cursor.bytes))
    }

    mutating func fail(_ code: PeriluneError.Code, _ message: String) {
        stop(PeriluneError(code, message, at: .init(offset: offset, in: cursor.bytes)))
    }

    func finish() throws(PeriluneError) -> XMLElement {
        if let failure { throw failure }
        guard let root else {
            throw PeriluneError("xml.syntax", "the document has no root element")
        }
        return root
    }

    /// Keeps the first error, since later ones follow from it.
    private mutating func stop(_ error: PeriluneError) {
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

    private mutating func failText() {
        fail("xml.text", "a text or an attribute value is longer than \(longest) bytes")
    }

    private mutating func count(_ more: Int) -> Bool {
        nodes += more
        if nodes > limits.nodes {
            fail("xml.nodes", "the document has more than \(limits.nodes) nodes")
        }
        return nodes <= limits.nodes
    }

    private mutating func takeChildren(from first: Int) -> [XMLNode] {
        // Most elements have one text; moving it counts no references.
        if children.count == first + 1 { return [children.removeLast()] }
        defer { children.removeSubrange(first...) }
        return Array(children[first...])
    }

    private mutating func closeText() {
        guard !text.isEmpty, !open.isEmpty else { return }
        if count(1) { children.append(.text(String(decoding: text, as: UTF8.self))) }
        text.removeAll(keepingCapacity: true)
    }

    /// The namespaces that a tag declares, on top of those in scope; `nil` if a limit is exceeded.
    private mutating func scope(of tag: Tag) -> (value: XMLScope?, Void)? {
        let outer = open.last?.element.scope
        guard !tag.namespaces.isEmpty else { return (outer, ()) }
        let scope = XMLScope(
            parent: outer,
            stride(from: 0, to: tag.namespaces.count, by: 2).map {
                .init(
                    prefix: names.string(tag.namespaces[$0]),
                    uri: names.string(tag.namespaces[$0 + 1]))
            })
        guard scope.count <= limits.namespaces else {
            fail("xml.attributes", "more than \(limits.namespaces) namespaces are in scope")
            return nil
        }
        return (scope, ())
    }

    private mutating func attributes(of tag: Tag) -> [XMLElement.Attribute]? {
        guard !tag.attributes.isEmpty else { return [] }
        var attributes: [XMLElement.Attribute] = []
        attributes.reserveCapacity(tag.attributes.count / 5)
        for index in stride(from: 0, to: tag.attributes.count, by: 5) {
            guard let start = tag.attributes[index + 3], let end = tag.attributes[index + 4] else {
                continue
            }
            let value = UnsafeBufferPointer(start: start, count: start.distance(to: end))
            guard value.count <= longest else {
                failText()
                return nil
            }
            attributes.append(
                .init(
                    names.string(tag.attributes[index]),
                    namespace: names.string(tag.attributes[index + 2]),
                    prefix: names.string(tag.attributes[index + 1]),
                    String(decoding: value, as: UTF8.self)))
        }
        return attributes
    }
}
