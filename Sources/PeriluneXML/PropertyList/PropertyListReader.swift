package import PeriluneCore

extension PropertyList {
    /// Reads a property list, in XML or binary.
    ///
    /// Only the document type that Apple's tools write is accepted: it is blanked out before parsing. A document type
    /// with declarations is refused.
    ///
    /// - Throws: `plist.binary`, `plist.root`, `plist.element`, `plist.text`, `plist.key` or `plist.value` with line
    ///   and column, and what `XMLElement.parse` throws.
    package static func parse(
        _ bytes: [UInt8], limits: XMLLimits = XMLLimits()
    ) throws(PeriluneError) -> PropertyList {
        if bytes.starts(with: "bplist".utf8) { return try BinaryPropertyList.read(bytes, limits) }
        guard bytes.count <= limits.bytes else {
            throw PeriluneError(
                "xml.size", "the document has \(bytes.count) bytes; the limit is \(limits.bytes)")
        }
        let document = PropertyListProlog.blankingDocumentType(
            of: try XMLEncoding.utf8(of: bytes, nil))
        do {
            return try read(
                document: try XMLElement.parse(document, encoding: .utf8, limits: limits))
        } catch {
            throw error.showingSource(of: document)
        }
    }

    /// Reads a property list from a string.
    package static func parse(
        _ text: String, limits: XMLLimits = XMLLimits()
    ) throws(PeriluneError) -> PropertyList {
        try parse(Array(text.utf8), limits: limits)
    }

    private static func read(document root: XMLElement) throws(PeriluneError) -> PropertyList {
        guard root.name == "plist" else {
            throw root.error(
                "plist.root", "the root of a property list must be <plist>, not <\(root.shownName)>"
            )
        }
        let values = Array(try root.onlyElements())
        guard values.count == 1, let value = values.first else {
            throw root.error("plist.root", "<plist> must hold one value, not \(values.count)")
        }
        return try read(value)
    }

    private static func read(_ element: XMLElement) throws(PeriluneError) -> PropertyList {
        let (line, column) = element.place
        return PropertyList(try content(of: element), line: line, column: column)
    }

    private static func content(of element: XMLElement) throws(PeriluneError) -> Content {
        switch element.name {
        case "dict": return .dictionary(try members(of: element))
        case "array":
            var values: [PropertyList] = []
            for child in try element.onlyElements() { values.append(try read(child)) }
            return .array(values)
        case "true", "false":
            guard try element.onlyText().allSatisfy(\.isWhitespace) else {
                throw element.error("plist.value", "<\(element.name)> must be empty")
            }
            return .boolean(element.name == "true")
        case "string": return .string(try element.onlyText())
        case "integer": return .integer(try scalar(element, "an integer", integer))
        case "real":
            return .real(
                try scalar(element, "a number") { text in
                    Double(text).flatMap { $0.isFinite ? $0 : nil }
                })
        case "date": return .date(try scalar(element, "a date such as 2012-05-31T09:00:00Z", date))
        default:
            throw element.error(
                "plist.element", "<\(element.shownName)> is not a value of a property list",
                hint: element.name == "data"
                    ? "<data> is not supported"
                    : "the values are dict, array, string, integer, real, date, true and false")
        }
    }

    private static func members(of element: XMLElement) throws(PeriluneError) -> [Member] {
        var members: [Member] = []
        var known: Set<String> = []
        var pending: XMLElement?
        for child in try element.onlyElements() {
            guard let key = pending else {
                guard child.name == "key" else {
                    throw child.error(
                        "plist.key", "a <key> is missing before <\(child.shownName)>")
                }
                pending = child
                continue
            }
            let name = try key.onlyText()
            guard child.name != "key" else { throw key.missingValue(name) }
            guard known.insert(name).inserted else {
                throw key.error("plist.key", "duplicate key \(name.prefix(80))")
            }
            let (line, column) = key.place
            members.append(Member(name, try read(child), line: line, column: column))
            pending = nil
        }
        if let key = pending { throw key.missingValue(try key.onlyText()) }
        return members
    }

    private static func scalar<Scalar>(
        _ element: XMLElement, _ what: String, _ read: (String) -> Scalar?
    ) throws(PeriluneError) -> Scalar {
        let text = trimmed(try element.onlyText())
        guard let value = read(text) else {
            throw element.error(
                "plist.value",
                "<\(element.name)> holds \"\(text.prefix(80))\", which is not \(what)")
        }
        return value
    }

    /// Parses a decimal integer, or a hexadecimal one with `0x`.
    private static func integer(_ text: String) -> Int64? {
        guard let hex = text.firstRange(of: "0x"), hex.lowerBound == text.startIndex else {
            return Int64(text)
        }
        let digits = text[hex.upperBound...]
        return digits.allSatisfy(\.isHexDigit) ? Int64(digits, radix: 16) : nil
    }

    private static func date(_ text: String) -> Timestamp? { Timestamp(text) }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}

extension XMLElement {
    /// The name, shortened for an error message.
    fileprivate var shownName: String { name.utf8.count > 80 ? "\(name.prefix(80))…" : name }

    fileprivate func error(
        _ code: PeriluneError.Code, _ message: String, hint: String? = nil
    ) -> PeriluneError {
        PeriluneError(code, message, at: .init(line: line, column: column), hint: hint)
    }

    fileprivate func missingValue(_ key: String) -> PeriluneError {
        error("plist.key", "the key \(key.prefix(80)) has no value")
    }

    /// The child elements; throws if there is text other than white space between them.
    fileprivate func onlyElements() throws(PeriluneError) -> XMLElements {
        for case .text(let text) in children where !text.allSatisfy(\.isWhitespace) {
            throw error("plist.text", "unexpected text between the elements of <\(shownName)>")
        }
        return elements
    }

    /// The text; throws if there is a child element.
    fileprivate func onlyText() throws(PeriluneError) -> String {
        if let child = elements.first {
            throw child.error(
                "plist.element",
                "unexpected <\(child.shownName)> in <\(shownName)>, which holds text")
        }
        return text
    }
}
