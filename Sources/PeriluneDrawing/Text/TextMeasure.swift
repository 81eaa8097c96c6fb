/// Measures the space that a text takes when it is drawn.
package protocol TextMeasure: Sendable {
    /// The advance width, and the height from ascent to descent, in points.
    func extent(_ string: String, _ font: Font) -> TextExtent
}

/// The space that a line of text takes, in points.
package struct TextExtent: Sendable, Hashable {
    /// The advance width, which may be less than the width of slanted letters.
    package var width: Double
    /// Above the baseline.
    package var ascent: Double
    /// Below the baseline.
    package var descent: Double

    package init(width: Double, ascent: Double, descent: Double) {
        self.width = width
        self.ascent = ascent
        self.descent = descent
    }

    /// From the top of the ascent to the bottom of the descent.
    package var height: Double { ascent + descent }
}
