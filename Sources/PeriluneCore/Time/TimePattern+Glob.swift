extension TimePattern {
    /// Whether the texts of times differ.
    package var hasFields: Bool {
        pieces.contains { if case .field = $0 { true } else { false } }
    }

    /// A pattern of file names (glob) that the texts of all times in UTC match.
    package var glob: String {
        let bytes = pieces.reduce(into: [UInt8]()) { bytes, piece in
            switch piece {
            case .byte(let byte):
                if Self.special.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
                bytes.append(byte)
            case .field(let letter): bytes += Self.glob(letter).utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let special = Set(#"*?[\"#.utf8)

    private static func glob(_ letter: UInt8) -> String {
        func digits(_ count: Int) -> String { String(repeating: "[0-9]", count: count) }
        switch letter {
        case UInt8(ascii: "Y"): return digits(4)
        case UInt8(ascii: "e"): return "[ 0-9][0-9]"
        case UInt8(ascii: "f"): return digits(6)
        case UInt8(ascii: "L"), UInt8(ascii: "j"): return digits(3)
        case UInt8(ascii: "s"): return digits(10)
        case UInt8(ascii: "z"): return "[+-]" + digits(4)
        case UInt8(ascii: "p"): return "[AP]M"
        case UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "h"): return "[A-Z][a-z][a-z]"
        case UInt8(ascii: "A"): return "[A-Z]*day"
        case UInt8(ascii: "B"), UInt8(ascii: "Z"): return "[A-Z]*"
        default: return digits(2)
        }
    }
}
