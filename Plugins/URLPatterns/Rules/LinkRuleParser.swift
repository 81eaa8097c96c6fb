import PeriluneCore
import PeriluneLinks

/// Reads the language that `LinkRule` documents: cuts a rule without alternatives into its parts.
struct LinkRuleParser {
    let text: String
    let bytes: [UInt8]
    /// The offset of each byte in the text.
    private let offsets: [Int]
    var scheme: String?
    /// Whether the scheme, the host, is written as a wildcard.
    var hasAnyScheme = false
    var hasAnyHost = false
    var host: LinkRule.Host?
    var port: UInt16?
    var path: LinkRule.Path?
    var event: Int64?
    var query: [LinkRule.Parameter] = []
    var webQuery: [LinkRule.Parameter] = []
    var fragment: LinkRule.Segment?
    private var captures: Set<String> = []

    /// Parses one of the rules of a text with alternatives.
    init(_ variant: LinkRuleAlternatives.Variant, of text: String) {
        self.text = text
        bytes = variant.bytes
        offsets = variant.offsets
    }

    mutating func parse() throws(PeriluneError) {
        guard !bytes.isEmpty else {
            throw failure(
                "rule.empty", "The rule is empty", 0, hint: "to match every link, write *://")
        }
        let hash = bytes.firstIndex(of: UInt8(ascii: "#"))
        try parse(before: hash ?? bytes.count)
        if let hash { try parseFragment(hash + 1..<bytes.count) }
    }

    private mutating func parse(before end: Int) throws(PeriluneError) {
        let question = bytes[..<end].firstIndex(of: UInt8(ascii: "?"))
        let front = question ?? end
        var position = try parseScheme(before: front)
        if bytes[position..<front].starts(with: "//".utf8) {
            let start = position + 2
            if question == nil, scheme == "mstr" || scheme == "mstripad",
                bytes[start..<end].contains(UInt8(ascii: "="))
            {
                // The manual prints `mstr://evt=1`: such a link has parameters and no host.
                return try parseQuery(start..<end)
            }
            position = bytes[start..<front].firstIndex(of: UInt8(ascii: "/")) ?? front
            try parseAuthority(start..<position)
        }
        if position < front { path = try parsePath(position..<front) }
        if let question { try parseQuery((question + 1)..<end) }
    }

    private mutating func parseScheme(before end: Int) throws(PeriluneError) -> Int {
        guard let colon = bytes[..<end].firstIndex(of: UInt8(ascii: ":")) else { return 0 }
        let name = bytes[..<colon]
        if name.elementsEqual("*".utf8) {
            hasAnyScheme = true
            return colon + 1
        }
        if let first = name.first, first.isASCIILetter, name.allSatisfy(\.isSchemeByte) {
            scheme = String(decoding: name.map(\.lowercased), as: UTF8.self)
            return colon + 1
        }
        // A colon after a slash or inside braces belongs to the path.
        if name.contains(UInt8(ascii: "/")) || name.contains(UInt8(ascii: "{")) { return 0 }
        throw failure(
            "rule.scheme", "'\(string(0..<colon))' is not a scheme", 0,
            hint: "a scheme is a letter followed by letters, digits, +, - or .; * is any scheme")
    }

    /// `{name}` or `{name:t}`, with which the range begins; the range becomes what it occupies.
    mutating func parseCapture(_ range: inout Range<Int>) throws(PeriluneError) -> LinkRule.Capture
    {
        guard let end = bytes[range].firstIndex(of: UInt8(ascii: "}")) else {
            throw failure(
                "rule.capture", "A '}' is missing", range.upperBound,
                hint: "a capture is written {name} or {name:i}; the character { is %7B")
        }
        range = range.lowerBound..<end + 1
        let inside = (range.lowerBound + 1)..<end
        let colon = bytes[inside].firstIndex(of: UInt8(ascii: ":")) ?? inside.upperBound
        let name = string(inside.lowerBound..<colon)
        let isName = name.unicodeScalars.allSatisfy {
            $0.isAlphanumeric || "_-.".unicodeScalars.contains($0)
        }
        guard !name.isEmpty, isName else {
            throw failure(
                "rule.capture", "'\(name)' cannot be the name of a capture", inside.lowerBound,
                hint: "a name may contain letters, digits, _, - and .")
        }
        var type = LinkRule.CaptureType.string
        if colon < inside.upperBound {
            guard
                let named = LinkRule.CaptureType(rawValue: string((colon + 1)..<inside.upperBound))
            else {
                throw failure(
                    "rule.capture", "'\(string((colon + 1)..<inside.upperBound))' is not a type",
                    colon + 1, hint: "the types are s (string), i (integer) and f (number)")
            }
            type = named
        }
        guard captures.insert(name).inserted else {
            throw failure(
                "rule.capture", "The name '\(name)' is used twice", inside.lowerBound,
                hint: "one of the two values would be lost; rename one")
        }
        return LinkRule.Capture(name: name, type: type)
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func decoded(_ range: Range<Int>, plusIsSpace: Bool = false) -> String {
        bytes.span.decodedText(range, plusIsSpace: plusIsSpace)
    }

    func failure(
        _ code: PeriluneError.Code, _ message: String, _ offset: Int, hint: String
    ) -> PeriluneError {
        let position = offset < offsets.count ? offsets[offset] : (offsets.last ?? -1) + 1
        return PeriluneError(
            code, message, at: .init(column: position + 1, sourceLine: text), hint: hint)
    }
}
