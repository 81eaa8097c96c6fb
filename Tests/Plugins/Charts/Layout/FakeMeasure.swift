import PeriluneDrawing

/// Letters as wide as they look in most fonts: tests compare places without asking for a machine's fonts.
struct FakeMeasure: TextMeasure {
    func extent(_ string: String, _ font: Font) -> TextExtent {
        let width = string.unicodeScalars.reduce(0.0) { width, scalar in
            width
                + (scalar.value >= 0x3000
                    ? 1 : "il.,' ".unicodeScalars.contains(scalar) ? 0.3 : 0.6)
        }
        return TextExtent(
            width: width * font.size, ascent: font.size * 0.9, descent: font.size * 0.25)
    }
}
