public import PeriluneCore

/// A document of edit links, in which a designer defines the targets of clicks.
///
/// The document is stored as a tree; links, prompts and elements are views of it. So unknown elements, attributes and
/// numbers are kept in place and written back.
public struct EditLinks: Hashable, Sendable {
    /// The `ud` element with everything in it.
    public var root: XMLTree

    /// Reads a document.
    ///
    /// - Throws: an error with line and column: `xml.syntax`, `xml.namespace`, `xml.size`,
    ///   `xml.depth`, `xml.attributes`, `xml.doctype`, or `editlinks.root` where the root is not
    ///   `ud`.
    public init(xml text: String, file: String? = nil) throws(PeriluneError) {
        let root = try XMLTree(xml: text, file: file)
        guard root.name == "ud" else {
            throw PeriluneError(
                "editlinks.root", "the root element must be ud, got \(root.name)",
                at: .init(file: file, line: 1),
                hint: "edit links look like <ud><hls><hl …/></hls></ud>")
        }
        self.root = root
    }

    /// Makes a document of links.
    public init(_ links: [EditLink]) {
        let list = XMLTree("hls", children: links.map { .element($0.element) })
        root = XMLTree("ud", children: [.element(list)])
    }

    /// The links, in order.
    public var links: [EditLink] {
        root.elements(named: "hls").flatMap { $0.elements(named: "hl") }.map(EditLink.init)
    }

    /// The link that is followed where the user does not choose: the first default, else the first.
    public var defaultLink: EditLink? {
        let links = links
        return links.first { $0.isDefault == true } ?? links.first
    }

    /// Changes links in place.
    public mutating func updateLinks(_ body: (inout EditLink) -> Void) {
        root.update(["hls", "hl"]) { element in
            var link = EditLink(element: element)
            body(&link)
            element = link.element
        }
    }

    /// The document as XML.
    ///
    /// - Throws: `xml.character`, `xml.name`, `xml.comment` or `xml.namespace` for what XML cannot
    ///   hold.
    public func xml(indented: Bool = false) throws(PeriluneError) -> String {
        try root.xml(indented: indented)
    }
}
