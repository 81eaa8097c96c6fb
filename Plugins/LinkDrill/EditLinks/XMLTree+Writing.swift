import PeriluneCore
import PeriluneXML

extension XMLTree {
    /// The element as a document.
    func xml(indented: Bool) throws(PeriluneError) -> String {
        var writer = XMLWriter(indented: indented, allowsUnboundPrefixes: true)
        write(to: &writer)
        return String(decoding: try writer.finish(), as: UTF8.self)
    }

    private func write(to writer: inout XMLWriter) {
        let (prefix, local) = Self.parts(of: name)
        writer.begin(local, prefix: prefix)
        for attribute in attributes {
            switch Self.parts(of: attribute.name) {
            case ("", "xmlns"): writer.namespace("", attribute.value)
            case ("xmlns", let name): writer.namespace(name, attribute.value)
            case (let prefix, let name):
                writer.attribute(name, prefix: prefix, attribute.value)
            }
        }
        if children.contains(where: { if case .text = $0 { true } else { false } }) {
            writer.mixed()
        }
        for child in children {
            switch child {
            case .element(let element): element.write(to: &writer)
            case .text(let text): writer.text(text)
            case .comment(let comment): writer.comment(comment)
            }
        }
        writer.end()
    }

    private static func parts(of name: String) -> (prefix: String, local: String) {
        guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", name) }
        return (String(name[..<colon]), String(name[name.index(after: colon)...]))
    }
}
