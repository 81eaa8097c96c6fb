import Foundation
import FoundationXML
import PeriluneCore
import PeriluneXML
import Testing

/// Random trees, written and read again: by this parser and by Foundation's.
struct XMLPropertyTests {
    private static let names = ["a", "b-1", "é", "KeyValuePairOfstringanyType", "x.y", "_"]
    private static let namespaces = [
        "", "urn:1", "urn:2", "http://schemas.example/2011/Contracts?a=1&b",
    ]
    private static let pieces = [
        "a", "é", "😀", "<", ">", "&", "\"", "'", "\n", "\r", "\r\n", "\t", "]]>", "&amp;", " ",
        "--", "\u{FFFD}", "\u{EFFF}", "\u{85}", "\u{2028}",
    ]

    private func text(_ generator: inout some RandomNumberGenerator) -> String {
        (0..<Int.random(in: 1...6, using: &generator)).map { _ in
            Self.pieces.randomElement(using: &generator) ?? ""
        }.joined()
    }

    private func tree(depth: Int, _ generator: inout some RandomNumberGenerator) -> Tree {
        var element = Tree(
            Self.names.randomElement(using: &generator) ?? "a",
            namespace: Self.namespaces.randomElement(using: &generator) ?? "")
        for name in Self.names where Int.random(in: 0..<4, using: &generator) == 0 {
            for namespace in Self.namespaces where Bool.random(using: &generator) {
                element.attributes.append(
                    .init(name: name, namespace: namespace, value: text(&generator)))
            }
        }
        guard depth > 0 else { return element }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            if Bool.random(using: &generator) {
                element.children.append(.element(tree(depth: depth - 1, &generator)))
            } else if case .text = element.children.last {
                continue
            } else {
                element.children.append(.text(text(&generator)))
            }
        }
        return element
    }

    /// Declares what it needs where it needs it, so that the same prefixes are bound again and
    /// again: `p0` to whatever the element is in, `p1`… to what its attributes are in.
    private func write(_ element: Tree, to writer: inout PeriluneXML.XMLWriter) {
        writer.begin(element.name, prefix: element.namespace.isEmpty ? "" : "p0")
        if !element.namespace.isEmpty { writer.namespace("p0", element.namespace) }
        var uris: [String] = []
        for attribute in element.attributes {
            guard !attribute.namespace.isEmpty else {
                writer.attribute(attribute.name, attribute.value)
                continue
            }
            if !uris.contains(attribute.namespace) { uris.append(attribute.namespace) }
            let number = uris.firstIndex(of: attribute.namespace) ?? 0
            writer.attribute(attribute.name, prefix: "p\(number + 1)", attribute.value)
        }
        for (index, uri) in uris.enumerated() { writer.namespace("p\(index + 1)", uri) }
        for child in element.children {
            switch child {
            case .element(let child): write(child, to: &writer)
            case .text(let text): writer.text(text)
            case .comment(let comment): writer.comment(comment)
            }
        }
        writer.end()
    }

    @Test func readsEveryTreeAsItWasWritten() throws {
        var generator = SplitMix(state: 3)
        for _ in 0..<200 {
            let tree = tree(depth: 4, &generator)
            var writer = PeriluneXML.XMLWriter()
            write(tree, to: &writer)
            let bytes = try writer.finish()
            let own = try PeriluneXML.XMLElement.parse(bytes)
            #expect(Tree(own) == tree)
            #expect(Oracle.read(bytes) == tree)
            let spread = String(decoding: bytes, as: UTF8.self).replacing("\">", with: "\"\n>")
            #expect(places(in: own) == Oracle.places(in: bytes))
            #expect(
                Oracle.read(Array(spread.utf8)) == Tree(try PeriluneXML.XMLElement.parse(spread)))
        }
    }

    /// The bytes at which the `<` of each element stands, in the order of the document.
    private func places(in element: PeriluneXML.XMLElement) -> [[Int]] {
        [[element.line, element.column]] + element.elements.flatMap { places(in: $0) }
    }
}

struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// Foundation's parser with namespaces of its own, and a slow search for tags.
private final class Oracle: NSObject, XMLParserDelegate {
    private var open: [Tree] = []
    private var root: Tree?
    private var scopes: [[String: String]] = [[:]]

    static func read(_ bytes: [UInt8]) -> Tree? {
        let oracle = Oracle()
        let parser = FoundationXML.XMLParser(data: Data(bytes))
        parser.delegate = oracle
        return parser.parse() ? oracle.root : nil
    }

    /// The writer escapes `<`, so every other one begins or ends an element.
    static func places(in bytes: [UInt8]) -> [[Int]] {
        var places: [[Int]] = []
        var line = 1
        var column = 1
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "<"), bytes[index + 1] != UInt8(ascii: "/") {
                places.append([line, column])
            }
            column += 1
            if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) }
        }
        return places
    }

    func parser(
        _ parser: FoundationXML.XMLParser, didStartElement elementName: String,
        namespaceURI: String?, qualifiedName qName: String?, attributes: [String: String]
    ) {
        var scope = scopes.last ?? [:]
        for (name, value) in attributes where name.hasPrefix("xmlns:") {
            scope[String(name.dropFirst(6))] = value
        }
        scopes.append(scope)
        let (namespace, name) = split(elementName, scope)
        var element = Tree(name, namespace: namespace)
        for (name, value) in attributes where !name.hasPrefix("xmlns:") {
            let (namespace, name) = split(name, scope)
            element.attributes.append(.init(name: name, namespace: namespace, value: value))
        }
        open.append(element)
    }

    func parser(
        _ parser: FoundationXML.XMLParser, didEndElement elementName: String,
        namespaceURI: String?, qualifiedName qName: String?
    ) {
        scopes.removeLast()
        guard let element = open.popLast() else { return }
        if open.isEmpty { root = element } else { append(.element(element)) }
    }

    func parser(_ parser: FoundationXML.XMLParser, foundCharacters string: String) {
        if let last = open.indices.last, case .text(let former) = open[last].children.last {
            open[last].children.removeLast()
            append(.text(former + string))
        } else {
            append(.text(string))
        }
    }

    private func append(_ node: Tree.Node) { open[open.count - 1].children.append(node) }

    private func split(_ name: String, _ scope: [String: String]) -> (String, String) {
        let parts = name.split(separator: ":")
        return parts.count == 2 ? (scope[String(parts[0])] ?? "?", String(parts[1])) : ("", name)
    }
}
