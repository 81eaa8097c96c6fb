package import PeriluneDrawing

/// What layouts without axes draw with: the theme, and texts that are cut to the room there is.
package struct Brush: Sendable {
    package var theme: Theme
    package var fit: TextFit

    package init(theme: Theme, measure: any TextMeasure) {
        self.theme = theme
        fit = TextFit(measure: measure)
    }

    /// The baseline of a line of text whose middle is to lie at a height.
    package func baseline(_ font: Font, middle: Double) -> Double {
        let extent = fit.measure.extent("Åg", font)
        return middle + (extent.ascent - extent.descent) / 2
    }

    /// A line of text around a height, shortened to the room; nothing where nothing of it can be read.
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

    /// A text in the middle of a place: what stands there instead of a chart.
    package func message(_ string: String, in rect: Rect) -> [Node] {
        let font = theme.fonts.label
        let height = fit.lineHeight(font)
        guard rect.height >= height else { return [] }
        let lines: [String] =
            if fit.width(string, font) <= rect.width - 8 || rect.height < height * 2 {
                [string]
            } else if let two = fit.twoLines(string, font, within: rect.width - 8) {
                two.map(\.string)
            } else {
                [string]
            }
        return lines.enumerated().compactMap { index, line in
            let offset = (Double(index) - Double(lines.count - 1) / 2) * height
            return self.line(
                line, font, theme.colors.mutedText, x: rect.midX, middle: rect.midY + offset,
                anchor: .middle, within: rect.width - 8)
        }
    }
}

extension Rect {
    /// The rectangle with edges on whole points, where it has no fuzzy ones; as it is where it would vanish.
    package var snapped: Rect {
        let (left, top) = (minX.rounded(), minY.rounded())
        let (right, bottom) = (maxX.rounded(), maxY.rounded())
        guard right > left, bottom > top else { return self }
        return Rect(left, top, right - left, bottom - top)
    }

    /// The same rectangle smaller by one length on each side.
    package func inset(by length: Double) -> Rect {
        inset(left: length, top: length, right: length, bottom: length)
    }

    /// The rectangle with no negative and no missing length: what comes from outside may have both.
    package var sound: Rect {
        func sound(_ value: Double) -> Double { value.isFinite ? value : 0 }
        return Rect(
            sound(x), sound(y), min(1e6, max(0, sound(width))), min(1e6, max(0, sound(height))))
    }
}
