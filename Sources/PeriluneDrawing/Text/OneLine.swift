/// Converts text to a single line without characters that XML does not allow, for all writers.
enum OneLine {
    static func of(_ string: String) -> String {
        // The usual case.
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return string }
        guard string.unicodeScalars.contains(where: { replacement(of: $0) != $0 }) else {
            return string
        }
        var scalars = String.UnicodeScalarView()
        for scalar in string.unicodeScalars { scalars.append(replacement(of: scalar)) }
        return String(scalars)
    }

    private static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        // White space that breaks lines.
        case 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x85, 0x2028, 0x2029: " "
        // Other control characters and noncharacters.
        case 0x00..<0x20, 0x7f..<0xa0, 0xfffe, 0xffff: "\u{fffd}"
        default: scalar
        }
    }
}
