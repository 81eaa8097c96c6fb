// Foundation stays in this file: nothing else in the plugin needs it.
import Foundation
import FoundationXML
import PeriluneCore

/// Reads a small XML document, with bounds and without entities of its own.
final class XMLReader: NSObject, XMLParserDelegate {
    static let maximumSize = 1 << 20
    static let maximumDepth = 32

    private var open: [XMLTree] = []
    private var root: XMLTree?
    private var failure: PeriluneError?

    /// The root element of a document.
    static func read(_ text: String, file: String? = nil) throws(PeriluneError) -> XMLTree {
        guard text.utf8.count <= maximumSize else {
            throw PeriluneError(
                "xml.size", "the document has \(text.utf8.count) bytes, more than \(maximumSize)",
                at: .init(file: file))
        }
        // A document type is where entities are declared: the way in for files of the host and
        // for a text that unfolds to gigabytes. Edit links never have one.
        if let declaration = text.utf8.firstRange(of: "<!DOCTYPE".utf8) {
            throw PeriluneError(
                "xml.doctype", "a document type is not allowed",
                at: place(of: declaration.lowerBound, in: text, file),
                hint: "remove the <!DOCTYPE …> declaration")
        }
        let reader = XMLReader()
        let parser = XMLParser(data: Data(withoutDeclaration(text).utf8))
        parser.shouldResolveExternalEntities = false
        parser.externalEntityResolvingPolicy = .never
        parser.delegate = reader
        // The result of `parse` is no use: it is true for two roots and for a wrong closing tag.
        // The first error that the delegate hears of is the one that explains the others.
        _ = parser.parse()
        if reader.failure == nil, let root = reader.root { return root }
        var error =
            reader.failure
            ?? PeriluneError(
                "xml.syntax", "the document has no element", at: .init(line: 1, column: 1))
        error.place.file = file
        error.place.sourceLine = line(error.place.line, of: text)
        throw error
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName qName: String?, attributes attributeDict: [String: String]
    ) {
        guard open.count < Self.maximumDepth else {
            fail(parser, "xml.depth", "elements are nested more than \(Self.maximumDepth) deep")
            return
        }
        open.append(XMLTree(elementName, attributeDict.map { .init($0.key, $0.value) }))
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
        qualifiedName qName: String?
    ) {
        guard var element = open.popLast() else { return }
        element.children = element.children.filter { node in
            guard case .text(let text) = node else { return true }
            return !text.utf8.allSatisfy { " \t\r\n".utf8.contains($0) }
        }
        if open.isEmpty { root = element } else { append(.element(element)) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { append(text: string) }

    func parser(_ parser: XMLParser, foundCDATA CDATABlock: Data) {
        append(text: String(decoding: CDATABlock, as: UTF8.self))
    }

    func parser(_ parser: XMLParser, foundComment comment: String) { append(.comment(comment)) }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        let code = (parseError as NSError).code
        // A prefix without a declaration is fine: it is kept as part of the name.
        guard failure == nil, !(200..<300).contains(code) else { return }
        failure = PeriluneError(
            "xml.syntax", XMLMessage.text(code),
            at: .init(line: parser.lineNumber, column: parser.columnNumber))
    }

    private func append(text: String) {
        guard let parent = open.indices.last else { return }
        // Text comes in pieces; a comment between two of them keeps them apart.
        if case .text(let former) = open[parent].children.last {
            open[parent].children[open[parent].children.count - 1] = .text(former + text)
        } else {
            open[parent].children.append(.text(text))
        }
    }

    private func append(_ node: XMLTree.Node) {
        guard let parent = open.indices.last else { return }
        open[parent].children.append(node)
    }

    private func fail(_ parser: XMLParser, _ code: PeriluneError.Code, _ message: String) {
        failure = PeriluneError(
            code, message, at: .init(line: parser.lineNumber, column: parser.columnNumber))
        parser.abortParsing()
    }

    /// The text with its XML declaration blanked: it is UTF-8 by now, whatever it once was, and
    /// another encoding would make other characters of it, `<!DOCTYPE` among them.
    private static func withoutDeclaration(_ text: String) -> String {
        let mark = "\u{FEFF}"
        let start = text.utf8.starts(with: mark.utf8) ? mark.utf8.count : 0
        let bytes = text.utf8.dropFirst(start)
        guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstRange(of: "?>".utf8) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        let blank = bytes[..<end.upperBound].map { $0 == 0x0A ? $0 : 0x20 }
        return String(decoding: blank + bytes[end.upperBound...], as: UTF8.self)
    }

    private static func place(
        of index: String.Index, in text: String, _ file: String?
    ) -> PeriluneError.Place {
        let before = text[..<index].split(separator: "\n", omittingEmptySubsequences: false)
        return .init(
            file: file, line: before.count, column: (before.last?.utf8.count ?? 0) + 1,
            sourceLine: line(before.count, of: text))
    }

    private static func line(_ number: Int?, of text: String) -> String? {
        guard let number, number > 0 else { return nil }
        let lines = text.split(
            separator: "\n", maxSplits: number, omittingEmptySubsequences: false)
        guard lines.count >= number, lines[number - 1].utf8.count <= 500 else { return nil }
        return String(lines[number - 1])
    }
}
