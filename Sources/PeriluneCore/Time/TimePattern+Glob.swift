extension TimePattern {
    /// Whether the texts of times differ.
    package var hasFields: Bool {
        pieces.contains { if case .field = $0 { true } else { false } }
    }

    /// A pattern of file names (glob) that the texts of all times in UTC match.
    package var glob: String {
        var glob = ""
        var text: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .byte(let byte): text.append(byte)
            case .field(let letter):
                glob += Glob.exactly(String(decoding: text, as: UTF8.self)) + Self.glob(letter)
                text = []
            }
        }
        return glob + Glob.exactly(String(decoding: text, as: UTF8.self))
    }

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
