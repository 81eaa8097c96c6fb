import Glibc

extension Theme {
    /// One colour for each use.
    package struct Colors: Sendable, Hashable {
        /// Of the whole picture.
        package var background: Color
        /// Of a chart within a dashboard.
        package var panel: Color
        /// The line around a chart within a dashboard.
        package var panelBorder: Color
        /// Behind marks.
        package var plotBackground: Color
        /// Every second category, and every second row of a table.
        package var band: Color
        /// Titles, values and labels.
        package var text: Color
        /// Axes, notes and other text that is read second.
        package var mutedText: Color
        /// Lines of axes.
        package var axis: Color
        /// Lines at the ticks, behind the marks.
        package var grid: Color
        /// The outline of selected marks.
        package var selection: Color
        /// The outline of marks that an annotation highlights.
        package var highlight: Color
        /// Values that are better than their target, or rise; never the only sign, because not everyone can
        /// distinguish it from ``bad``.
        package var good: Color
        /// What is worse than its target, or falls.
        package var bad: Color
        /// Marks without a series, such as the slice of all others.
        package var neutral: Color
        /// A badge at a node whose stored value differs from that of its formula.
        package var warning: Color
        /// The line of a reference value, and its label.
        package var reference: Color
        /// The part of a plot above the upper threshold.
        package var upperThreshold: Color
        /// The part of a plot below the lower threshold.
        package var lowerThreshold: Color
        /// Behind the header of a table, and behind the outer groups of a tree map.
        package var tableHeader: Color
        /// Between the rows of a table.
        package var tableLine: Color
        /// What a bullet measures.
        package var measure: Color
        /// The line at the target of a bullet.
        package var target: Color
        /// Behind a bullet, worst first, in one hue.
        package var ranges: [Color]
        /// A node of a diagram.
        package var node: Color
        /// The line around a node of a diagram.
        package var nodeBorder: Color
        /// The lines between the nodes of a diagram.
        package var edge: Color
        /// A node whose value was set manually.
        package var pinned: Color
    }
}

/// A colour scale for a range of numbers.
package struct ColorScale: Sendable, Hashable {
    /// The colours at equal distances from 0 to 1; at least one.
    package var stops: [Color]

    package init(_ stops: [Color]) { self.stops = stops }

    /// The colour at a position from 0 to 1; outside, and for NaN, the nearest end.
    package func color(at part: Double) -> Color {
        guard let first = stops.first else { return .black }
        guard stops.count > 1, part > 0 else { return first }
        let place = min(part, 1) * Double(stops.count - 1)
        let lower = min(Int(place), stops.count - 2)
        return stops[lower].mixed(with: stops[lower + 1], part: place - Double(lower))
    }
}

extension Color {
    /// A mixture of this colour with a share of another one, from 0 to 1.
    package func mixed(with other: Color, part: Double) -> Color {
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
            let (a, b) = (Double(a), Double(b))
            let mixture: Double = (a + (b - a) * part).rounded()
            return UInt8(max(0, min(255, mixture)))
        }
        return Color(
            mix(red, other.red), mix(green, other.green), mix(blue, other.blue),
            opacity: opacity + (other.opacity - opacity) * part)
    }

    /// The colour with another opacity, from 0 to 1.
    package func withOpacity(_ opacity: Double) -> Color {
        Color(red, green, blue, opacity: opacity)
    }

    /// Relative luminance as WCAG 2.2 defines it, from 0 for black to 1 for white.
    package var luminance: Double {
        let linear = linearRGB
        return 0.2126 * linear.0 + 0.7152 * linear.1 + 0.0722 * linear.2
    }

    /// The contrast of two colours as WCAG 2.2 defines it: 1 for the same, 21 for black on white.
    package func contrast(with other: Color) -> Double {
        let (a, b) = (luminance, other.luminance)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// White or nearly black, whichever has the higher contrast to this colour.
    package var readable: Color {
        contrast(with: .white) >= contrast(with: Color(0x111111)) ? .white : Color(0x111111)
    }
}

extension Color {
    /// Red, green and blue in linear light, from 0 to 1.
    package var linearRGB: (Double, Double, Double) {
        func linear(_ byte: UInt8) -> Double {
            let part = Double(byte) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return (linear(red), linear(green), linear(blue))
    }
}
