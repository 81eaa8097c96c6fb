import PeriluneCore

/// Says that a document has something that is left to the XML library, which also knows what is wrong.
struct Unusual: Error {}

/// Reads the elements of a document one after the other, in the form in which the organization service writes them.
///
/// Everything else is left to the XML library: comments, sections, other declarations than of UTF-8, line ends that
/// are not a line feed, white space in tags other than spaces, names that are not ASCII, and whatever is wrong.
struct XMLPull {
    let bytes: [UInt8]
    private var at = 0
    private var depth = 0
    private var scopes: [Scope] = []

    /// The declaration of a prefix.
    private struct Scope {
        let prefix: Range<Int>
        let uri: Range<Int>
        let isInstance: Bool
        /// Whether the types of usual values are in it.
        let hasTypes: Bool
    }

    /// The beginning of an element.
    struct Tag {
        /// With the prefix.
        fileprivate let spelling: Range<Int>
        fileprivate let prefix: Range<Int>
        fileprivate let outerScopes: Int
        /// The name without the prefix.
        let name: Range<Int>
        /// Whether it has no content.
        let isEmpty: Bool
        fileprivate(set) var isNil = false
        /// The value of `i:type`.
        fileprivate(set) var type = 0..<0
    }

    private struct Attribute {
        let prefix: Range<Int>
        let name: Range<Int>
        let value: Range<Int>
    }

    /// So large documents are left to the library, with its limits.
    private static let limit = 8 << 20
    private static let mostScopes = 64
    private static let mostDepth = 90
    private static let mostAttributes = 16

    init(_ bytes: [UInt8]) throws(Unusual) {
        guard bytes.count <= Self.limit, (try? UTF8Span(validating: bytes.span)) != nil else {
            throw Unusual()
        }
        self.bytes = bytes
        for text in [
            #"<?xml version="1.0" encoding="utf-8"?>"#, #"<?xml version="1.0" encoding="UTF-8"?>"#,
        ] where has(text, at: 0) {
            at = text.utf8.count
            break
        }
    }

    /// The next element; `nil` if the element around it ends.
    mutating func start() throws(Unusual) -> Tag? {
        guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "<") else { throw Unusual() }
        if bytes[at + 1] == UInt8(ascii: "/") { return nil }
        at += 1
        let outerScopes = scopes.count
        let (spelling, prefix, name) = try self.name()
        var attributes: [Attribute] = []
        var isEmpty = false
        while true {
            let byte = try current()
            if byte == UInt8(ascii: ">") { break }
            if byte == UInt8(ascii: "/") {
                at += 1
                guard try current() == UInt8(ascii: ">") else { throw Unusual() }
                isEmpty = true
                break
            }
            guard byte == 0x20 else { throw Unusual() }
            at += 1
            if let attribute = try self.attribute(outerScopes) { attributes.append(attribute) }
        }
        at += 1
        var tag = Tag(
            spelling: spelling, prefix: prefix, outerScopes: outerScopes, name: name,
            isEmpty: isEmpty)
        depth += 1
        guard depth <= Self.mostDepth else { throw Unusual() }
        if !prefix.isEmpty { _ = try scope(prefix) }
        if !attributes.isEmpty { try read(attributes, into: &tag) }
        return tag
    }

    /// Moves behind the end of an element that has had its content.
    mutating func end(_ tag: Tag) throws(Unusual) {
        if !tag.isEmpty {
            let length = tag.spelling.count
            guard at + length + 3 <= bytes.count, bytes[at] == UInt8(ascii: "<"),
                bytes[at + 1] == UInt8(ascii: "/"), isSame(at + 2, tag.spelling),
                bytes[at + 2 + length] == UInt8(ascii: ">")
            else { throw Unusual() }
            at += length + 3
        }
        depth -= 1
        if scopes.count > tag.outerScopes { scopes.removeSubrange(tag.outerScopes...) }
    }

    /// The text of an element that has nothing else, and its end.
    mutating func text(_ tag: Tag) throws(Unusual) -> String {
        let (range, isPlain) = tag.isEmpty ? (0..<0, true) : try characters()
        let text = isPlain ? string(range) : try unescaped(range)
        try end(tag)
        return text
    }

    /// The text of an element as its bytes, if it has no references to characters.
    mutating func plain<Result>(
        _ tag: Tag, _ read: (Span<UInt8>) -> Result?
    ) throws(Unusual) -> Result {
        guard !tag.isEmpty else { throw Unusual() }
        let (range, isPlain) = try characters()
        guard isPlain, let result = read(bytes.span.extracting(range)) else { throw Unusual() }
        try end(tag)
        return result
    }

    /// Moves behind an element, whatever it contains.
    mutating func skip(_ tag: Tag) throws(Unusual) {
        if !tag.isEmpty {
            while true {
                _ = try characters()
                guard let inner = try start() else { break }
                try skip(inner)
            }
        }
        try end(tag)
    }

    /// Throws unless there is nothing behind the root.
    func finish() throws(Unusual) { if at != bytes.count { throw Unusual() } }

    /// Whether some bytes of the document are a text.
    func `is`(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        for index in 0..<range.count
        where unsafe bytes[range.lowerBound + index] != text.utf8Start[index] {
            return false
        }
        return true
    }

    /// Some bytes of the document as a text.
    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The namespace of the name of an element; empty for none.
    func namespace(of tag: Tag) throws(Unusual) -> String {
        if let found = find(tag.prefix) { return string(scopes[found].uri) }
        guard tag.prefix.isEmpty else { throw Unusual() }
        return ""
    }

    /// The local name of what `i:type` says, in one of the namespaces of usual values.
    func type(of tag: Tag) throws(Unusual) -> Range<Int> {
        guard let colon = tag.type.first(where: { bytes[$0] == UInt8(ascii: ":") }),
            colon > tag.type.lowerBound
        else { throw Unusual() }
        let scope = try scope(tag.type.lowerBound..<colon)
        guard scopes[scope].hasTypes else { throw Unusual() }
        return colon + 1..<tag.type.upperBound
    }

    private func current() throws(Unusual) -> UInt8 {
        guard at < bytes.count else { throw Unusual() }
        return bytes[at]
    }

    func has(_ text: String, at start: Int) -> Bool {
        var place = start
        for byte in text.utf8 {
            guard place < bytes.count, bytes[place] == byte else { return false }
            place += 1
        }
        return true
    }

    private func isSame(_ start: Int, _ range: Range<Int>) -> Bool {
        for offset in 0..<range.count
        where bytes[start + offset] != bytes[range.lowerBound + offset] {
            return false
        }
        return true
    }

    private func areSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        one.count == other.count && isSame(one.lowerBound, other)
    }

    /// A name with its prefix; moves behind it.
    private mutating func name() throws(Unusual) -> (
        spelling: Range<Int>, prefix: Range<Int>, name: Range<Int>
    ) {
        let start = at
        var colon: Int?
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: ":") {
                guard colon == nil, at > start else { throw Unusual() }
                colon = at
            } else if !byte.isNameCharacter {
                break
            } else if at == start || at == colon.map({ $0 + 1 }), !byte.isNameStart {
                throw Unusual()
            }
            at += 1
        }
        let first = colon.map { $0 + 1 } ?? start
        guard at > first else { throw Unusual() }
        return (start..<at, start..<(colon ?? start), first..<at)
    }

    /// An attribute; `nil` for the declaration of a prefix, which is noted.
    private mutating func attribute(_ outerScopes: Int) throws(Unusual) -> Attribute? {
        let (spelling, prefix, name) = try self.name()
        guard try current() == UInt8(ascii: "=") else { throw Unusual() }
        at += 1
        guard try current() == UInt8(ascii: "\"") else { throw Unusual() }
        at += 1
        let start = at
        while at < bytes.count, bytes[at].isPlainInAttribute { at += 1 }
        guard try current() == UInt8(ascii: "\"") else { throw Unusual() }
        let value = start..<at
        at += 1
        let isDefault = self.is(spelling, "xmlns")
        guard isDefault || self.is(prefix, "xmlns") else {
            return Attribute(prefix: prefix, name: name, value: value)
        }
        let declared = isDefault ? spelling.lowerBound..<spelling.lowerBound : name
        // Prefixes with a meaning of their own, and namespaces that are taken back.
        guard scopes.count < Self.mostScopes, isUsual(value), !has("xml", at: declared),
            !has("http://www.w3.org/XML/1998/namespace", at: value),
            !has("http://www.w3.org/2000/xmlns/", at: value)
        else { throw Unusual() }
        guard !scopes[outerScopes...].contains(where: { areSame($0.prefix, declared) }) else {
            throw Unusual()
        }
        scopes.append(
            Scope(
                prefix: declared, uri: value,
                isInstance: self.is(value, "http://www.w3.org/2001/XMLSchema-instance"),
                hasTypes: self.is(value, "http://www.w3.org/2001/XMLSchema")
                    || self.is(value, "http://schemas.microsoft.com/xrm/2011/Contracts")
                    || self.is(value, "http://schemas.microsoft.com/2003/10/Serialization/")))
        return nil
    }

    /// Whether a namespace certainly is a valid URI.
    private func isUsual(_ uri: Range<Int>) -> Bool {
        guard has("http://schemas.", at: uri) || has("http://www.", at: uri) else { return false }
        for place in uri.lowerBound + 7..<uri.upperBound
        where !bytes[place].isNameCharacter && bytes[place] != UInt8(ascii: "/") {
            return false
        }
        return true
    }

    private func has(_ text: String, at range: Range<Int>) -> Bool {
        range.count >= text.utf8.count && has(text, at: range.lowerBound)
    }

    private func read(_ attributes: [Attribute], into tag: inout Tag) throws(Unusual) {
        guard attributes.count <= Self.mostAttributes else { throw Unusual() }
        for (number, attribute) in attributes.enumerated() {
            // Two of a name in one namespace are wrong, and seldom in two.
            for other in attributes[..<number] where areSame(other.name, attribute.name) {
                throw Unusual()
            }
            guard !attribute.prefix.isEmpty else { continue }
            guard scopes[try scope(attribute.prefix)].isInstance else { continue }
            if self.is(attribute.name, "type") {
                tag.type = attribute.value
            } else if self.is(attribute.name, "nil") {
                tag.isNil = self.is(attribute.value, "true") || self.is(attribute.value, "1")
            }
        }
    }

    /// The number of the innermost declaration of a prefix.
    private func find(_ prefix: Range<Int>) -> Int? {
        var number = scopes.count - 1
        while number >= 0 {
            if areSame(scopes[number].prefix, prefix) { return number }
            number -= 1
        }
        return nil
    }

    private func scope(_ prefix: Range<Int>) throws(Unusual) -> Int {
        guard let found = find(prefix) else { throw Unusual() }
        return found
    }

    /// Text up to the next tag, and whether it stands for itself.
    private mutating func characters() throws(Unusual) -> (range: Range<Int>, isPlain: Bool) {
        let start = at
        let (end, isPlain) = try endOfText()
        at = end
        return (start..<end, isPlain)
    }

    private func endOfText() throws(Unusual) -> (end: Int, isPlain: Bool) {
        var place = at
        var isPlain = true
        let bytes = self.bytes.span
        while place < bytes.count {
            let byte = bytes[place]
            if byte.isPlainInText {
                place += 1
                continue
            }
            if byte == UInt8(ascii: "<") { return (place, isPlain) }
            switch byte {
            case UInt8(ascii: "&"): isPlain = false
            case UInt8(ascii: "]") where !has("]]>", at: place): break
            // Not U+FFFE and U+FFFF, which are no characters.
            case 0xEF
            where place + 2 < bytes.count
                && !(bytes[place + 1] == 0xBF && bytes[place + 2] >= 0xBE):
                break
            default: throw Unusual()
            }
            place += 1
        }
        throw Unusual()
    }
}
