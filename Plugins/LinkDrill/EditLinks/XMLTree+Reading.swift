import PeriluneCore
import PeriluneXML

extension XMLTree {
    /// Edit links are small, so larger documents are refused.
    private static var limits: XMLLimits {
        var limits = XMLLimits()
        limits.bytes = 1 << 20
        limits.depth = 32
        return limits
    }

    /// Reads a document.
    init(xml text: String, file: String?) throws(PeriluneError) {
        do throws(PeriluneError) {
            // Names are kept as written, so a prefix may lack a namespace.
            let root = try XMLElement.parse(
                text, limits: Self.limits, options: [.comments, .unboundPrefixes])
            self.init(root, below: nil)
        } catch {
            var error = error
            error.place.file = file
            throw error
        }
    }

    /// An element with its names as written, inside of one with other namespaces in scope.
    private init(_ element: XMLElement, below outer: XMLScope?) {
        var attributes = element.attributes.map {
            Attribute(Self.name($0.name, $0.prefix), $0.value)
        }
        if let scope = element.scope, scope !== outer {
            attributes += scope.declarations.map {
                Attribute($0.prefix.isEmpty ? "xmlns" : "xmlns:" + $0.prefix, $0.uri)
            }
        }
        self.init(
            Self.name(element.name, element.prefix), attributes,
            children: element.children.compactMap { node in
                switch node {
                case .element(let child): .element(XMLTree(child, below: element.scope))
                case .text(let text) where text.utf8.allSatisfy(Self.isBlank): nil
                case .text(let text): .text(text)
                case .comment(let comment): .comment(comment)
                }
            })
    }

    private static func name(_ name: String, _ prefix: String) -> String {
        prefix.isEmpty ? name : prefix + ":" + name
    }

    private static func isBlank(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }
}
