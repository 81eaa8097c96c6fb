import PeriluneCore

/// Writes an element as XML text.
struct XMLWriter {
    private var text = ""
    private let isIndented: Bool

    static func write(
        _ element: XMLTree, indented: Bool = false
    ) throws(PeriluneError) -> String {
        var writer = XMLWriter(isIndented: indented)
        try writer.write(element, depth: 0)
        return writer.text
    }

    private init(isIndented: Bool) { self.isIndented = isIndented }

    private mutating func write(_ element: XMLTree, depth: Int) throws(PeriluneError) {
        try check(name: element.name)
        text += "<" + element.name
        for attribute in element.attributes {
            try check(name: attribute.name)
            text += " " + attribute.name + "=\""
            try escape(attribute.value, inAttribute: true)
            text += "\""
        }
        guard !element.children.isEmpty else {
            text += "/>"
            return
        }
        text += ">"
        // White space beside text would become part of it.
        let breaks =
            isIndented && !element.children.contains { if case .text = $0 { true } else { false } }
        for child in element.children {
            if breaks { breakLine(depth + 1) }
            switch child {
            case .element(let element): try write(element, depth: depth + 1)
            case .text(let content): try escape(content, inAttribute: false)
            case .comment(let comment): try write(comment: comment)
            }
        }
        if breaks { breakLine(depth) }
        text += "</" + element.name + ">"
    }

    private mutating func breakLine(_ depth: Int) {
        text += "\n" + String(repeating: "  ", count: depth)
    }

    private mutating func write(comment: String) throws(PeriluneError) {
        guard !comment.contains("--"), !comment.hasSuffix("-") else {
            throw PeriluneError("xml.comment", "a comment cannot hold --")
        }
        for scalar in comment.unicodeScalars { try check(scalar) }
        text += "<!--" + comment + "-->"
    }

    private mutating func escape(_ content: String, inAttribute: Bool) throws(PeriluneError) {
        for scalar in content.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"" where inAttribute: text += "&quot;"
            // A reader turns these into spaces or line feeds unless they are escaped.
            case "\r": text += "&#13;"
            case "\n" where inAttribute: text += "&#10;"
            case "\t" where inAttribute: text += "&#9;"
            default:
                try check(scalar)
                text.unicodeScalars.append(scalar)
            }
        }
    }

    private func check(_ scalar: Unicode.Scalar) throws(PeriluneError) {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...0x10FFFF: break
        default:
            throw PeriluneError(
                "xml.character",
                "XML cannot hold the character U+\(String(scalar.value, radix: 16, uppercase: true))"
            )
        }
    }

    private func check(name: String) throws(PeriluneError) {
        var isFirst = true
        for scalar in name.unicodeScalars {
            let isLetter =
                scalar.properties.isAlphabetic || scalar == "_" || scalar == ":"
            let isInner = scalar.properties.numericType != nil || scalar == "-" || scalar == "."
            guard isLetter || (!isFirst && isInner) else {
                throw PeriluneError("xml.name", "\(name) is not a name in XML")
            }
            isFirst = false
        }
        if isFirst { throw PeriluneError("xml.name", "an element or attribute has no name") }
    }
}
