/// The bytes that the grammar of expressions knows.
enum Ascii {
    static let tab = UInt8(ascii: "\t")
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "'")
    static let doubleQuote = UInt8(ascii: "\"")
    static let bracket = UInt8(ascii: "[")
    static let closingBracket = UInt8(ascii: "]")
    static let point = UInt8(ascii: ".")
    static let plus = UInt8(ascii: "+")
    static let minus = UInt8(ascii: "-")
    static let dollar = UInt8(ascii: "$")
    static let underscore = UInt8(ascii: "_")
    static let e = UInt8(ascii: "e")
    static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    static let uppercase = UInt8(ascii: "A")...UInt8(ascii: "Z")
    static let lowercase = UInt8(ascii: "a")...UInt8(ascii: "z")

    static let typographicQuotes = [Array("\u{2018}".utf8), Array("\u{2019}".utf8)]
    static let typographicDoubleQuotes = [Array("\u{201C}".utf8), Array("\u{201D}".utf8)]
    static let dashes = [Array("\u{2013}".utf8), Array("\u{2212}".utf8)]
    static let noBreakSpace = Array("\u{A0}".utf8)

    static func isInName(_ byte: UInt8) -> Bool {
        uppercase.contains(byte) || lowercase.contains(byte) || digits.contains(byte)
            || byte == underscore || byte == dollar
    }

    /// Names of functions are compared without regard to case, and are ASCII.
    static func lowercased(_ text: String) -> String {
        String(
            decoding: text.utf8.map { uppercase.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
