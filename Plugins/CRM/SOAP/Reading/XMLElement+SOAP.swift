import PeriluneCore
import PeriluneXML

extension XMLElement {
    /// Whether the element is marked as null.
    var isNil: Bool {
        let value = attribute("nil", namespace: SOAPNamespace.instance.rawValue)
        return value == "true" || value == "1"
    }

    /// The text; `nil` if the element is marked as null.
    var optionalText: String? { isNil ? nil : text }

    /// An error at this element.
    func error(_ code: PeriluneError.Code, _ message: String, hint: String? = nil) -> PeriluneError
    {
        PeriluneError(code, message, at: .init(line: line, column: column), hint: hint)
    }

    /// What a parser makes of the text; white space around counts only in strings.
    func scalar<T>(_ type: String, _ parse: (Substring) -> T?) throws(PeriluneError) -> T {
        guard let value = parse(text.trimmed) else {
            // The text may be confidential; the place is enough.
            throw error("soap.value", "\(name) is not a valid \(type)")
        }
        return value
    }

    func bool() throws(PeriluneError) -> Bool {
        try scalar("boolean") { text in
            switch text {
            case "true", "1": true
            case "false", "0": false
            default: nil
            }
        }
    }

    func int() throws(PeriluneError) -> Int32 { try scalar("int") { Int32($0) } }

    func guid() throws(PeriluneError) -> GUID {
        // Most have no white space around them, and need no string.
        if let id = withText({ GUID($0) }) { return id }
        return try scalar("guid") { GUID($0) }
    }

    /// The identity; `nil` for all zeros.
    func optionalGUID() throws(PeriluneError) -> GUID? {
        if isNil { return nil }
        let id = try guid()
        return id == .zero ? nil : id
    }

    /// One of the names of an enumeration.
    func named<T>(_ names: [String: T]) throws(PeriluneError) -> T {
        try scalar(name) { names[String($0)] }
    }

    func named<T: RawRepresentable<String>>(_ type: T.Type) throws(PeriluneError) -> T {
        try scalar(name) { T(rawValue: String($0)) }
    }

    /// The results of a function for the child elements, in order.
    func items<T>(
        _ read: (XMLElement) throws(PeriluneError) -> T
    ) throws(PeriluneError) -> [T] {
        var items: [T] = []
        items.reserveCapacity(elements.count)
        for child in elements { items.append(try read(child)) }
        return items
    }

    func required(_ name: String) throws(PeriluneError) -> XMLElement {
        guard let child = child(name) else {
            throw error("soap.element", "\(self.name) has no \(name)")
        }
        return child
    }

    func texts() -> [String] { elements.map(\.text) }
}

extension String {
    /// Without the white space of XML on both sides.
    fileprivate var trimmed: Substring {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = utf8.first, let last = utf8.last, isBlank(first) || isBlank(last) else {
            return self[...]
        }
        let start = utf8.firstIndex { !isBlank($0) } ?? endIndex
        let end = utf8.lastIndex { !isBlank($0) }.map { utf8.index(after: $0) } ?? start
        return self[start..<end]
    }
}
