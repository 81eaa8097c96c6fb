extension Color {
    /// Parses a colour: `#rgb`, `#rrggbb`, `#rrggbbaa`, or a CSS name in any case.
    package init?(_ text: String) {
        let text = text.lowercased()
        if let rgb = Self.names[text] {
            self.init(rgb)
            return
        }
        if text == "transparent" {
            self.init(0, opacity: 0)
            return
        }
        guard text.utf8.first == UInt8(ascii: "#") else { return nil }
        let digits = text.dropFirst().utf8.compactMap {
            Character(Unicode.Scalar($0)).hexDigitValue
        }
        guard digits.count == text.utf8.count - 1 else { return nil }
        func byte(_ index: Int) -> UInt8 { UInt8(digits[index] * 16 + digits[index + 1]) }
        switch digits.count {
        case 3: self.init(UInt8(digits[0] * 17), UInt8(digits[1] * 17), UInt8(digits[2] * 17))
        case 6: self.init(byte(0), byte(2), byte(4))
        case 8: self.init(byte(0), byte(2), byte(4), opacity: Double(byte(6)) / 255)
        default: return nil
        }
    }

    private static let names: [String: UInt32] = [
        "black": 0x000000, "white": 0xffffff, "red": 0xff0000, "green": 0x008000,
        "blue": 0x0000ff, "yellow": 0xffff00, "orange": 0xffa500, "purple": 0x800080,
        "violet": 0xee82ee, "gray": 0x808080, "grey": 0x808080, "silver": 0xc0c0c0,
        "maroon": 0x800000, "navy": 0x000080, "teal": 0x008080, "olive": 0x808000,
        "lime": 0x00ff00, "aqua": 0x00ffff, "cyan": 0x00ffff, "fuchsia": 0xff00ff,
        "magenta": 0xff00ff, "pink": 0xffc0cb, "brown": 0xa52a2a, "gold": 0xffd700,
        "crimson": 0xdc143c, "indigo": 0x4b0082, "darkgreen": 0x006400, "darkred": 0x8b0000,
        "darkblue": 0x00008b, "lightgray": 0xd3d3d3, "lightgrey": 0xd3d3d3,
        "darkgray": 0xa9a9a9, "darkgrey": 0xa9a9a9,
    ]
}
