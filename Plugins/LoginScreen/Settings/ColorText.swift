import PeriluneDrawing

/// A colour as the property list writes it: `#RRGGBB` or `#AARRGGBB`, in any case.
///
/// The guide calls the second form ARBG, a slip of the pen: its own example reads the same either way.
enum ColorText {
    static func color(_ text: String) -> Color? {
        guard text.hasPrefix("#") else { return nil }
        let digits = text.dropFirst()
        guard digits.count == 6 || digits.count == 8, digits.allSatisfy(\.isHexDigit),
            let number = UInt32(digits, radix: 16)
        else { return nil }
        let opacity = digits.count == 8 ? Double(number >> 24) / 255 : 1
        return Color(number & 0xff_ffff, opacity: opacity)
    }

    static func text(_ color: Color) -> String {
        func hex(_ byte: UInt8) -> String {
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        let rgb = hex(color.red) + hex(color.green) + hex(color.blue)
        guard color.opacity < 1 else { return "#" + rgb }
        return "#" + hex(UInt8((color.opacity * 255).rounded())) + rgb
    }
}
