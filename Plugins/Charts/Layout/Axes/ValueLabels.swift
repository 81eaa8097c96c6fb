package import PeriluneDrawing

/// The labels of a value axis, all in one unit, and none over another.
package struct ValueLabels: Sendable {
    /// The title of the axis; empty for none.
    package let title: String
    /// The colour of labels and title.
    package let color: Color
    /// The width of the widest label.
    package let width: Double
    /// The width of the label at the first tick; 0 if there are no labels.
    package var firstWidth: Double { widths.first ?? 0 }
    /// The width of the label at the last tick; 0 if there are no labels.
    package var lastWidth: Double { widths.last ?? 0 }
    private let strings: [String]
    private let widths: [Double]
    private let font: Font
    private let extent: TextExtent

    /// The labels of a scale's ticks; their positions are determined later.
    package init(
        _ scale: LinearScale, format: NumberFormat, title: String = "", color: Color, font: Font,
        fit: TextFit, isHidden: Bool = false
    ) {
        self.title = title
        self.color = color
        self.font = font
        let lines = (isHidden ? [] : scale.labels(format)).map {
            fit.line($0, font, within: font.size * 12)
        }
        strings = lines.map { $0?.string ?? "" }
        widths = lines.map { $0?.width ?? 0 }
        width = widths.max() ?? 0
        extent = fit.measure.extent("Åg", font)
    }

    /// Labels of times, which are chosen so that they fit.
    init(_ ticks: TimeTicks, title: String, color: Color, font: Font, fit: TextFit) {
        self.title = title
        self.color = color
        self.font = font
        strings = ticks.labels
        widths = ticks.labels.map { fit.width($0, font) }
        width = 0
        extent = fit.measure.extent("Åg", font)
    }

    /// Labels of an axis that goes up, at an x.
    package func verticalAxisLabels(on scale: LinearScale, x: Double, anchor: Text.Anchor) -> Group
    {
        group(on: scale, room: extent.height * 1.2) { _, place in
            (Point(x, place + (extent.ascent - extent.descent) / 2), anchor)
        }
    }

    /// Labels of an axis that goes right, below a y.
    package func horizontalAxisLabels(
        on scale: LinearScale, below y: Double, bounds: ClosedRange<Double>
    ) -> Group {
        let gap = font.size * 0.6
        func middle(_ index: Int, _ place: Double) -> Double {
            let half = widths[index] / 2
            return min(max(place, bounds.lowerBound + half), bounds.upperBound - half)
        }
        // A label moved inwards at an end may overlap its neighbour, which is then left out.
        return group(
            on: scale, room: width + gap,
            isApart: { one, other in
                let places = (
                    middle(one, scale.position(scale.ticks[one])),
                    middle(other, scale.position(scale.ticks[other]))
                )
                return abs(places.1 - places.0) >= (widths[one] + widths[other]) / 2 + gap / 2
            },
            place: { index, place in
                (Point(middle(index, place), y + extent.ascent), .middle)
            })
    }

    /// The labels of all ticks, or of every second or third one.
    private func group(
        on scale: LinearScale, room: Double, isApart: (Int, Int) -> Bool = { _, _ in true },
        place: (Int, Double) -> (Point, Text.Anchor)
    ) -> Group {
        let count = max(1, strings.count)
        let distance =
            count < 2
            ? .infinity : abs(scale.position(scale.ticks[1]) - scale.position(scale.ticks[0]))
        let step = distance > 0 ? max(1, min(Double(count), (room / distance).rounded(.up))) : 1
        let shown = distance > 0 ? strings.indices : 0..<min(1, strings.count)
        var indices = Array(stride(from: shown.lowerBound, to: shown.upperBound, by: Int(step)))
        while indices.count > 1, !isApart(indices[indices.count - 2], indices[indices.count - 1]) {
            indices.remove(at: indices.count - 2)
        }
        while indices.count > 1, !isApart(indices[0], indices[1]) { indices.remove(at: 1) }
        let texts = indices.map { index in
            let (position, anchor) = place(index, scale.position(scale.ticks[index]))
            return Node.text(
                Text(strings[index], at: position, font: font, color: color, anchor: anchor))
        }
        let ends = [strings.first, strings.last].compactMap { $0 }.joined(separator: " to ")
        let label = [title, ends].filter { !$0.isEmpty }.joined(separator: ", ")
        return Group(.axis, label: label, nodes: texts)
    }
}
