/// Tells how much room a text takes, as it will be drawn.
package protocol TextMeasure: Sendable {
    /// The advance width, and the height from ascent to descent, in points.
    func extent(_ string: String, _ font: Font) -> TextExtent
}

/// The room that a line of text takes.
package struct TextExtent: Sendable, Hashable {
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

    package var height: Double { ascent + descent }
}
