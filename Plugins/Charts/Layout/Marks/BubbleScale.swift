import Glibc
import PeriluneDrawing

/// The sizes of bubbles: an area is proportional to its value.
struct BubbleScale: Sendable {
    /// The radius for a value of 1, in points.
    private let unit: Double
    private let largest: Double
    private let format: NumberFormat
    let title: String
    /// How many values are negative; they are not drawn.
    let negatives: Int
    /// Three round sizes for the legend; empty without bubbles.
    var legend: [Legend.Size] { largest > 0 ? Self.roundSizes(upTo: largest).map(size) : [] }

    init(_ series: [PlotSeries], visible: Range<Int>, sizeTitle: String, in rect: Rect) {
        var largest = 0.0
        var negatives = 0
        let bubbles = series.filter { $0.kind == .bubble && $0.isVisible }
        for series in bubbles {
            for category in visible where !series.value(category).isNaN {
                let size = series.size(category)
                if size < 0 { negatives += 1 }
                if size > largest { largest = size }
            }
        }
        self.largest = largest
        self.negatives = negatives
        title = sizeTitle
        format = bubbles.first?.sizeFormat ?? .plain
        let room = min(rect.width, rect.height)
        // Between 20 and 40, but in a small chart at most what fits.
        let radius = min(max(20, min(40, room * 0.06)), room / 12)
        unit = largest > 0 ? radius / largest.squareRoot() : 0
    }

    var largestRadius: Double { radius(largest) }

    /// The radius of a bubble; 0 for one that is not drawn.
    func radius(_ value: Double) -> Double { value > 0 ? unit * value.squareRoot() : 0 }

    private func size(_ value: Double) -> Legend.Size {
        let power = value < 1e4 ? 0 : min(12, Int(log10(value) / 3 + 1e-9) * 3)
        let shown = value / pow(10, Double(power))
        // 1, 2, 2.5 or 5 times a power of ten.
        let decimals = shown == shown.rounded() ? 0 : 1
        let label =
            power == 0
            ? format.full(value)
            : format.axis(value, NumberFormat.AxisUnit(decimals: decimals, power: power))
        return Legend.Size(radius: radius(value), label: label)
    }

    /// For the maximum, a third and a tenth of it: the largest round number that is not above it.
    private static func roundSizes(upTo largest: Double) -> [Double] {
        [1, 3, 10].map { part in
            var step = TickStep(length: largest / part / 3, parts: 1)
            var value = step.length
            while step.wider.length <= largest / part {
                step = step.wider
                value = step.length
            }
            return value
        }
    }
}

extension MarkPainter {
    /// The bubbles, large ones behind small ones.
    func bubbles() -> [Node] {
        let shown = self.shown(.bubble)
        guard !shown.isEmpty else { return [] }
        var bubbles = shown.flatMap { series in
            places(series).compactMap { place -> Bubble? in
                let radius = plot.bubbles.radius(series.size(place.category))
                return radius > 0 ? Bubble(series: series, place: place, radius: radius) : nil
            }
        }
        // Equal ones in the order of the data.
        bubbles.sort { $0.radius > $1.radius }
        var outlined: [Mark.Shape] = []
        let marks = bubbles.map { bubble in
            let isFull = emphasis(bubble.place.category, bubble.series) == .full
            let color = bubble.series.style.color
            let shape = Mark.Shape.circle(center: bubble.place.point, radius: bubble.radius)
            if isSelected(bubble.place.category, bubble.series) { outlined.append(shape) }
            return Node.mark(
                Mark(
                    shape,
                    Paint(
                        fill: .color(color.withOpacity(isFull ? 0.65 : 0.15)),
                        stroke: Stroke(color.withOpacity(isFull ? 1 : 0.4))),
                    identity: identity(bubble.place.category, bubble.series)))
        }
        let label = shown.map(\.label).filter { !$0.isEmpty }.joined(separator: ", ")
        return [.group(Group(.series, label: label, nodes: marks))] + outlines(outlined)
    }

    private struct Bubble {
        var series: PlotSeries
        var place: LinePoint
        var radius: Double
    }
}
