package import PeriluneDrawing

extension Theme {
    /// The colour that an expression names, as it can be read on a ground.
    ///
    /// `green` and `red` are the theme's good and bad; others are names of CSS and `#RRGGBB`.
    ///
    /// - Returns: `nil` for no name of a colour.
    package func namedColor(_ name: String, on ground: Color) -> Color? {
        let name = name.lowercased()
        let color: Color? =
            switch name {
            case "green": colors.good
            case "red": colors.bad
            case "gray", "grey": colors.neutral
            case "black": colors.text
            default:
                Self.cssColors[name].map { Color($0) } ?? Self.hexColor(name)
            }
        return color.map { legible($0, on: ground) }
    }

    /// A colour with as much of the text's as it takes to be read as text.
    func legible(_ color: Color, on ground: Color) -> Color {
        var part = 0.0
        while part < 1 {
            let mixed = color.mixed(with: colors.text, part: part)
            if mixed.contrast(with: ground) >= 4.5 { return mixed }
            part += 0.1
        }
        return colors.text
    }

    private static func hexColor(_ name: String) -> Color? {
        guard name.first == "#", let rgb = UInt32(name.dropFirst(), radix: 16) else { return nil }
        switch name.utf8.count {
        case 7: return Color(rgb)
        case 4:
            let (red, green, blue) = (rgb >> 8 & 0xf, rgb >> 4 & 0xf, rgb & 0xf)
            return Color((red << 16 | green << 8 | blue) * 0x11)
        default: return nil
        }
    }

    private static let cssColors: [String: UInt32] = [
        "blue": 0x0000ff, "yellow": 0xffff00, "orange": 0xffa500, "purple": 0x800080,
        "white": 0xffffff, "silver": 0xc0c0c0, "maroon": 0x800000, "navy": 0x000080,
        "teal": 0x008080, "olive": 0x808000, "lime": 0x00ff00, "aqua": 0x00ffff,
        "cyan": 0x00ffff, "fuchsia": 0xff00ff, "magenta": 0xff00ff, "brown": 0xa52a2a,
        "pink": 0xffc0cb, "gold": 0xffd700, "darkgreen": 0x006400, "darkred": 0x8b0000,
        "darkblue": 0x00008b, "darkorange": 0xff8c00,
    ]
}
