import PeriluneDrawing

@testable import ChartsPlugin

/// The value axis of a picture as a reader sees it: by the places of two of its labels.
struct DrawnAxis {
    private let origin: Double
    private let unit: Double

    /// The axis with two labels, each with its number: first the smaller one.
    init?(_ drawn: Drawn, _ low: (String, Double), _ high: (String, Double)) {
        let extent = FakeMeasure().extent("Åg", Theme.welterWeight.fonts.axis)
        func place(_ string: String) -> Double? {
            drawn.texts.last { $0.string == string && $0.anchor == .end }
                .map { $0.position.y - (extent.ascent - extent.descent) / 2 }
        }
        guard let first = place(low.0), let second = place(high.0) else { return nil }
        unit = (first - second) / (high.1 - low.1)
        origin = first + low.1 * unit
    }

    /// Where a number lies.
    func y(_ value: Double) -> Double { origin - value * unit }

    /// Whether a rectangle reaches from one number to another, but for the pixels that edges are rounded to.
    func spans(_ rect: Rect, _ low: Double, _ high: Double) -> Bool {
        abs(rect.maxY - y(low)) <= 1 && abs(rect.minY - y(high)) <= 1
    }
}
