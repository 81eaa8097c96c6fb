import PeriluneCore

/// Cuts an expression into words, constants and signs.
struct ODataScanner {
    /// A piece of the text and where it begins.
    struct Token {
        var kind: Kind
        var column: Int

        enum Kind: Hashable {
            /// A name, also with dots, `$` or `@` in it; keywords are names.
            case name(String)
            case literal(ODataLiteral)
            case sign(Character)
            case end
        }
    }

    let text: String
    let version: ODataVersion
    private let bytes: [UInt8]
    private(set) var at = 0

    init(_ text: String, _ version: ODataVersion) {
        self.text = text
        self.version = version
        bytes = Array(text.utf8)
    }

    mutating func next() throws(PeriluneError) -> Token {
        while at < bytes.count, bytes[at] == UInt8(ascii: " ") || bytes[at] == 9 { at += 1 }
        let column = at + 1
        guard at < bytes.count else { return Token(kind: .end, column: column) }
        return Token(kind: try kind(), column: column)
    }

    private mutating func kind() throws(PeriluneError) -> Token.Kind {
        if let id = guid() { return .literal(.guid(id)) }
        if let time = try date() { return .literal(.date(time)) }
        if let digits = try number() { return .literal(.number(digits)) }
        let byte = bytes[at]
        if byte == UInt8(ascii: "'") { return .literal(.string(try quoted())) }
        // JSON's quotes are legal in the lists of query functions.
        if byte == UInt8(ascii: "\"") { return .literal(.string(try quoted())) }
        guard Self.isName(byte) else {
            guard "()/,:;=[]*".utf8.contains(byte) else {
                throw error("unexpected character", at: at + 1)
            }
            at += 1
            return .sign(Character(Unicode.Scalar(byte)))
        }
        let start = at
        while at < bytes.count, Self.isName(bytes[at]) { at += 1 }
        let name = string(start..<at)
        if at < bytes.count, bytes[at] == UInt8(ascii: "'") {
            return .literal(try typed(name, column: start + 1))
        }
        switch name {
        case "null": return .literal(.null)
        case "true": return .literal(.bool(true))
        case "false": return .literal(.bool(false))
        default: return .name(name)
        }
    }

    /// `guid'...'` and `datetime'...'`.
    private mutating func typed(_ type: String, column: Int) throws(PeriluneError) -> ODataLiteral {
        let text = try quoted()
        switch type {
        case "guid":
            if let id = GUID(text) { return .guid(id) }
            throw error("'\(text)' is not a GUID", at: column)
        case "datetime", "datetimeoffset", "time":
            if let time = ODataLiteral.time(text) { return .date(time) }
            throw error(
                "'\(text)' is not a valid time", at: column,
                hint: "write datetime'2010-07-15T16:19:54Z'")
        // Enumerations: Microsoft.Dynamics.CRM.EntityFilters'Entity'.
        case _ where type.contains("."): return .string(text)
        default:
            throw error("unknown type of constant: \(type)", at: column)
        }
    }

    private mutating func guid() -> GUID? {
        guard at + 36 <= bytes.count, bytes[at + 8] == UInt8(ascii: "-"),
            at + 36 == bytes.count || !Self.isName(bytes[at + 36]),
            let id = GUID(string(at..<at + 36))
        else { return nil }
        at += 36
        return id
    }

    private mutating func date() throws(PeriluneError) -> Timestamp? {
        guard at + 10 <= bytes.count, bytes[at + 4] == UInt8(ascii: "-"),
            bytes[at + 7] == UInt8(ascii: "-"), bytes[at..<at + 4].allSatisfy(\.isASCIIDigit)
        else { return nil }
        let start = at
        while at < bytes.count, Self.isName(bytes[at]) || "-:+".utf8.contains(bytes[at]) { at += 1 }
        let text = string(start..<at)
        guard let time = ODataLiteral.time(text) else {
            throw error(
                "\(text) is not a valid time", at: start + 1, hint: "write 2024-05-31T09:00:00Z")
        }
        return time
    }

    private mutating func number() throws(PeriluneError) -> String? {
        let start = at
        var end = at
        if bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "+") { end += 1 }
        guard end < bytes.count, bytes[end].isASCIIDigit else { return nil }
        while end < bytes.count, bytes[end].isASCIIDigit || bytes[end] == UInt8(ascii: ".") {
            end += 1
        }
        if end + 1 < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e"),
            bytes[end + 1].isASCIIDigit || "+-".utf8.contains(bytes[end + 1])
        {
            end += 2
            while end < bytes.count, bytes[end].isASCIIDigit { end += 1 }
        }
        let digits = string(start..<end)
        // Version 2 marks the type of a number; here the column knows it.
        if version == .v2, end < bytes.count, "lmdf".utf8.contains(bytes[end] | 0x20) { end += 1 }
        guard CRMDecimal(digits) != nil || Double(digits) != nil,
            end == bytes.count || !Self.isName(bytes[end])
        else { throw error("this is not a number", at: start + 1) }
        at = end
        return digits
    }

    /// Reads a quoted text, in which a quote is doubled.
    private mutating func quoted() throws(PeriluneError) -> String {
        let (start, quote) = (at, bytes[at])
        var content: [UInt8] = []
        at += 1
        while at < bytes.count {
            if bytes[at] == quote {
                at += 1
                guard at < bytes.count, bytes[at] == quote else {
                    return String(decoding: content, as: UTF8.self)
                }
            }
            content.append(bytes[at])
            at += 1
        }
        throw error(
            "unclosed string", at: start + 1,
            hint: "add the closing quote; write a single quote within a string twice")
    }

    /// An error that shows the expression with a caret.
    func error(_ message: String, at column: Int, hint: String? = nil) -> PeriluneError {
        PeriluneError(
            "crm.odata", message,
            at: .init(line: 1, column: column, sourceLine: text.utf8.count > 500 ? nil : text),
            hint: hint)
    }

    private func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || (65...90).contains(byte & 0xDF) || byte >= 0x80
            || "_.$@".utf8.contains(byte)
    }
}
