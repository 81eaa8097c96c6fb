package import PeriluneDrawing

extension ChartLayout {
    /// The baseline of a line of text that is centred at a height.
    package func baseline(_ font: Font, middle: Double) -> Double {
        let extent = fit.measure.extent("Åg", font)
        return middle + (extent.ascent - extent.descent) / 2
    }

    /// A line of text around a height, shortened to fit; `nil` if it would be illegible.
    package func line(
        _ string: String, _ font: Font, _ color: Color, x: Double, middle: Double,
        anchor: Text.Anchor = .start, within available: Double
    ) -> Node? {
        guard !string.isEmpty, let line = fit.line(string, font, within: available) else {
            return nil
        }
        return .text(
            Text(
                line.string, at: Point(x, baseline(font, middle: middle)), font: font,
                color: color, anchor: anchor, full: line.full))
    }
}
