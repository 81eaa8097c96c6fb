/// The style of a series, with and without colour.
package struct SeriesStyle: Sendable, Hashable {
    /// The colour of its surfaces, lines and markers.
    package var color: Color
    /// The border of its marks; `nil` for none.
    package var border: Color?
    /// The hatch of its surfaces, as a second channel besides colour.
    package var hatch: Paint.Hatch?
    /// The dash pattern of its lines; empty for a solid line.
    package var dash: [Double]
    /// The marker at the points of its lines.
    package var marker: Marker
    /// The shape of its columns, bars or points, if it is not the default.
    package var shape: MarkShape?

    package init(
        color: Color, border: Color? = nil, hatch: Paint.Hatch? = nil, dash: [Double] = [],
        marker: Marker = .circle, shape: MarkShape? = nil
    ) {
        self.color = color
        self.border = border
        self.hatch = hatch
        self.dash = dash
        self.marker = marker
        self.shape = shape
    }

    /// The fill of a surface; a hatch is drawn over the background of the plot.
    package func fill(on background: Color) -> Paint.Fill {
        guard let hatch else { return .color(color) }
        return .hatch(hatch, color, on: color.mixed(with: background, part: 0.72))
    }

    /// A line of the series in points, with its colour and dashes.
    package func stroke(width: Double) -> Stroke { Stroke(color, width: width, dash: dash) }

    /// A marker of a point.
    package enum Marker: String, Sendable, Hashable, CaseIterable {
        case circle, square, triangle, diamond, plus, cross, pentagon, star

        /// The marker as a shape of this diameter.
        package func shape(at center: Point, diameter: Double) -> Mark.Shape {
            if self == .circle { return .circle(center: center, radius: diameter / 2) }
            let rect = Rect(
                center.x - diameter / 2, center.y - diameter / 2, diameter, diameter)
            return .path(MarkShape.marker(self).path(in: rect, growing: .up))
        }
    }

    /// The styles for a palette; from the ninth on, they have a second channel besides colour.
    package static func palette(_ colors: [Color]) -> [SeriesStyle] {
        let dashes: [[Double]] = [
            [6, 3], [2, 3], [8, 3, 2, 3], [4, 2], [10, 4], [6, 2, 2, 2, 2, 2], [3, 3],
            [12, 3, 3, 3],
        ]
        let hatches = Paint.Hatch.allCases
        return colors.enumerated().map { index, color in
            let marker = Marker.allCases[index % Marker.allCases.count]
            guard index >= 8 else { return SeriesStyle(color: color, marker: marker) }
            return SeriesStyle(
                color: color, hatch: hatches[(index - 8) % hatches.count],
                dash: dashes[(index - 8) % dashes.count], marker: marker)
        }
    }
}
