/// Tables that say for each byte of a text whether to keep it, replace it, or check it further.
enum XMLEscape {
    static let plain: UInt8 = 0
    private static let suspect: UInt8 = 1

    static let text = table("&<>\r")
    /// Escapes tabs and line breaks too: a reader would turn them into spaces in an attribute.
    static let attribute = table("&<>\r\"\n\t")
    static let comment = table("")

    /// The replacement of a character; an action is the character itself, and 0 and 1 are not characters of XML.
    static func replacement(_ action: UInt8) -> StaticString? {
        switch action {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "\r"): "&#13;"
        case UInt8(ascii: "\n"): "&#10;"
        case UInt8(ascii: "\t"): "&#9;"
        default: nil
        }
    }

    private static func table(_ replaced: String) -> [UInt8] {
        var table = [UInt8](repeating: plain, count: 256)
        for control in 0..<0x20 where ![0x09, 0x0A, 0x0D].contains(control) {
            table[control] = suspect
        }
        table[0xEF] = suspect
        for character in replaced.utf8 { table[Int(character)] = character }
        return table
    }
}
