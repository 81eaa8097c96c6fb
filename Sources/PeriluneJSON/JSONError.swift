internal import CPeriluneJSON
internal import PeriluneCore

extension PeriluneError {
    static var outOfMemory: PeriluneError {
        PeriluneError("json.memory", "out of memory for the structure of the document")
    }

    /// A number that is JSON but fits neither 64 bits nor a double.
    static func numberOutOfRange(_ text: String, at offset: Int, in bytes: [UInt8]) -> PeriluneError
    {
        let isInteger = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (48...57).contains($0) }
        let isSecret = Redaction.secrets(in: bytes[...]).contains { $0.contains(offset) }
        let shown =
            isSecret ? Redaction.mask : text.utf8.count > 40 ? "\(text.prefix(40))..." : text
        return PeriluneError(
            "json.number",
            isInteger
                ? "the integer \(shown) does not fit in 64 bits"
                : "the number \(shown) is too large for a double",
            at: Place(offset: offset, in: bytes),
            hint: isInteger ? "write it as a string to keep every digit" : nil)
    }

    /// The error of `cpj_parse` for the document in `bytes`.
    init(_ error: cpj_error, in bytes: [UInt8]) {
        let message = withUnsafeBytes(of: error.message) { text in
            String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
        let offset = Int(error.offset)
        self.init(
            Self.code(of: error.status), message, at: Place(offset: offset, in: bytes),
            hint: Self.hint(error.status, at: offset, in: bytes))
    }

    private static func code(of status: cpj_status) -> Code {
        switch status {
        case CPJ_EMPTY: "json.empty"
        case CPJ_STRING: "json.string"
        case CPJ_UTF8: "json.utf8"
        case CPJ_NUMBER: "json.number"
        case CPJ_DEPTH: "json.depth"
        case CPJ_DUPLICATE: "json.duplicate"
        case CPJ_TOO_LARGE: "json.size"
        case CPJ_NO_MEMORY: "json.memory"
        default: "json.syntax"
        }
    }

    /// A hint about the most frequent mistakes in JSON that was written by hand.
    private static func hint(_ status: cpj_status, at offset: Int, in bytes: [UInt8]) -> String? {
        let byte = bytes.indices.contains(offset) ? bytes[offset] : 0
        switch (status, byte) {
        case (CPJ_SYNTAX, UInt8(ascii: "'")): return "put strings in double quotes"
        case (CPJ_SYNTAX, UInt8(ascii: "/")), (CPJ_SYNTAX, UInt8(ascii: "#")):
            return "JSON has no comments"
        case (CPJ_SYNTAX, UInt8(ascii: "}")), (CPJ_SYNTAX, UInt8(ascii: "]")):
            let before = bytes[..<offset].last { !" \t\r\n".utf8.contains($0) }
            return before == UInt8(ascii: ",") ? "remove the ',' before it" : nil
        case (CPJ_SYNTAX, 0xEF) where offset == 0: return "save the file as UTF-8 without a BOM"
        case (CPJ_SYNTAX, UInt8(ascii: "A")...UInt8(ascii: "Z")):
            let letters = bytes[offset...].prefix { (65...90).contains($0 & 0xDF) }
            switch String(decoding: letters, as: UTF8.self) {
            case "NaN", "NAN", "Infinity", "Inf":
                return "JSON has no NaN and no Infinity; write null"
            case "True", "TRUE", "False", "FALSE", "Null", "NULL", "None":
                return "write true, false and null in lower case"
            default: return nil
            }
        case (CPJ_STRING, ..<0x20): return #"write a line break as \n and a tab as \t"#
        case (CPJ_STRING, UInt8(ascii: "'")): return "write a single quote without a backslash"
        case (CPJ_STRING, UInt8(ascii: "x")): return #"write a character by its number as \u0041"#
        case (CPJ_NUMBER, UInt8(ascii: "x")): return "JSON has decimal numbers only"
        case (CPJ_UTF8, _): return "save the file as UTF-8"
        case (CPJ_DUPLICATE, _):
            return "keep one of the two; a document with a repeated name is rejected"
        default: return nil
        }
    }
}

extension PeriluneError.Place {
    /// The maximum length of a line to show; longer ones are data that nobody reads.
    private static var longestLine: Int { 200 }

    init(offset: Int, in bytes: [UInt8]) {
        let offset = min(offset, bytes.count)
        self.init(offset: offset, in: bytes.span)
        let line = bytes[(offset - (column ?? 1) + 1)...].prefix(Self.longestLine + 1)
            .prefix { $0 != UInt8(ascii: "\n") }
        if line.count <= Self.longestLine {
            sourceLine = String(
                decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
        }
    }
}
