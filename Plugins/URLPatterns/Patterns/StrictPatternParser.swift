import PeriluneCore
import PeriluneLinks

/// Parses a pattern strictly, and refuses probable mistakes.
struct StrictPatternParser {
    private let text: String
    private let bytes: [UInt8]
    private var keys: Set<String> = []

    static func parse(
        _ text: String
    ) throws(PeriluneError) -> (
        scheme: String?, components: [URLPattern.Component]
    ) {
        var parser = StrictPatternParser(text)
        return try parser.parse()
    }

    private init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    private mutating func parse() throws(PeriluneError) -> (String?, [URLPattern.Component]) {
        var start = 0
        let scheme = try scheme(&start)
        if start < bytes.count, bytes[start] == UInt8(ascii: "/"), scheme == nil { start += 1 }
        guard start < bytes.count else {
            throw failure(
                "pattern.empty", "The pattern has no components", start,
                hint: "write at least one, such as s:Name")
        }
        var components: [URLPattern.Component] = []
        while start <= bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
            components.append(try component(start..<end))
            start = end + 1
        }
        return (scheme, components)
    }

    private func scheme(_ position: inout Int) throws(PeriluneError) -> String? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8),
            !bytes[..<colon].contains(UInt8(ascii: "/"))
        else { return nil }
        let name = bytes[..<colon]
        guard let first = name.first, first.isASCIILetter, name.allSatisfy(\.isSchemeByte) else {
            throw failure(
                "pattern.scheme", "'\(string(0..<colon))' is not a scheme", 0,
                hint: "a scheme is a letter followed by letters, digits, +, - or .")
        }
        position = colon + 3
        return String(decoding: name.map(\.lowercased), as: UTF8.self)
    }

    private mutating func component(
        _ range: Range<Int>
    ) throws(PeriluneError) -> URLPattern.Component {
        guard !range.isEmpty else {
            throw failure(
                "pattern.empty", "A component is empty", range.lowerBound,
                hint: "remove the slash; write one slash between two components")
        }
        guard let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")) else {
            throw failure(
                "pattern.syntax", "'\(string(range))' has no type", range.lowerBound,
                hint: "write l:(\(string(range)))Key for that text, s:Key for any text")
        }
        var keyStart = colon + 1
        let kind: URLPattern.Component.Kind
        switch string(range.lowerBound..<colon) {
        case "s": kind = .string
        case "i": kind = .integer
        case "f": kind = .float
        case "l": kind = .literal(try literal(&keyStart, range.upperBound))
        case let type:
            throw failure(
                "pattern.type", "'\(type)' is not a type of component", range.lowerBound,
                hint: "the types are l (literal), s (string), i (integer) and f (float)")
        }
        return URLPattern.Component(kind: kind, key: try key(keyStart..<range.upperBound))
    }

    private func literal(_ position: inout Int, _ end: Int) throws(PeriluneError) -> String {
        let hint = "write a literal as l:(text)Key"
        guard position < end, bytes[position] == UInt8(ascii: "(") else {
            throw failure("pattern.syntax", "A '(' is missing", position, hint: hint)
        }
        let start = position + 1
        guard let close = bytes[start..<end].firstIndex(of: UInt8(ascii: ")")) else {
            throw failure("pattern.syntax", "A ')' is missing", end, hint: hint)
        }
        guard start < close else {
            throw failure("pattern.syntax", "The literal is empty", start, hint: hint)
        }
        position = close + 1
        return string(start..<close)
    }

    private mutating func key(_ range: Range<Int>) throws(PeriluneError) -> String {
        guard !range.isEmpty else {
            throw failure(
                "pattern.key", "The component has no key", range.lowerBound,
                hint: "add the name under which its value is delivered")
        }
        let key = string(range)
        var column = range.lowerBound
        for scalar in key.unicodeScalars {
            guard scalar.isAlphanumeric || "_-.".unicodeScalars.contains(scalar) else {
                throw failure(
                    "pattern.key", "'\(scalar)' is not allowed in a key", column,
                    hint: "a key may contain letters, digits, _, - and .")
            }
            column += UTF8.width(scalar)
        }
        guard keys.insert(key).inserted else {
            throw failure(
                "pattern.key", "The key '\(key)' is used twice", range.lowerBound,
                hint: "one of the two values would be lost; rename one")
        }
        return key
    }

    private func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private func failure(
        _ code: PeriluneError.Code, _ message: String, _ offset: Int, hint: String
    ) -> PeriluneError {
        PeriluneError(
            code, message, at: .init(column: offset + 1, sourceLine: text), hint: hint)
    }
}

extension Unicode.Scalar {
    /// Letters, marks and numbers of any script.
    var isAlphanumeric: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber:
            true
        default: false
        }
    }
}
