import Foundation
import PeriluneDrawing

/// The corners of a text as it is drawn, turned where it is turned.
struct TextBox {
    let corners: [Point]
    let string: String

    init(_ text: Text, measure: any TextMeasure = FakeMeasure()) {
        string = text.string
        let extent = measure.extent(text.string, text.font)
        let start: Double =
            switch text.anchor {
            case .start: 0
            case .middle: -extent.width / 2
            case .end: -extent.width
            }
        let box = Rect(start, -extent.ascent, extent.width, extent.height)
        let angle = text.rotation * .pi / 180
        corners = box.corners.map { corner in
            Point(
                text.position.x + corner.x * cos(angle) - corner.y * sin(angle),
                text.position.y + corner.x * sin(angle) + corner.y * cos(angle))
        }
    }

    /// Whether the two cover a common area: they do not if a line along one of their sides parts them.
    func overlaps(_ other: TextBox) -> Bool {
        for axis in [corners, other.corners].flatMap({ box in
            [(box[0], box[1]), (box[1], box[2])].map { Point($1.x - $0.x, $1.y - $0.y) }
        }) {
            func shadow(_ box: [Point]) -> (Double, Double) {
                let places = box.map { $0.x * axis.x + $0.y * axis.y }
                return (places.min() ?? 0, places.max() ?? 0)
            }
            let (a, b) = (shadow(corners), shadow(other.corners))
            let tolerance = 0.01 * max(1, hypot(axis.x, axis.y))
            if a.1 <= b.0 + tolerance || b.1 <= a.0 + tolerance { return false }
        }
        return true
    }
}
