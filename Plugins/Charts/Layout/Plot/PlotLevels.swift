import PeriluneDrawing

/// The numbers of the reference line and the thresholds, which are written beside the plot.
struct LevelLabels {
    var reference: TextFit.Line?
    var thresholds: [(value: Double, label: TextFit.Line)] = []

    var isEmpty: Bool { reference == nil && thresholds.isEmpty }

    /// The width of the widest label.
    var width: Double {
        ([reference?.width] + thresholds.map(\.label.width)).compactMap { $0 }.max() ?? 0
    }
}

extension PlotLayout {
    func levelLabels() -> LevelLabels {
        func label(_ value: Double, _ name: String?) -> TextFit.Line? {
            layout.fit.line(
                levelText(value, name), theme.fonts.label,
                within: theme.fonts.label.size * (name == nil ? 9 : 14))
        }
        let names = plot.levelNames
        let thresholds = [
            (plot.upperThreshold, names.upper), (plot.lowerThreshold, names.lower),
        ]
        return LevelLabels(
            reference: reference.flatMap { label($0, names.reference) },
            thresholds: thresholds.compactMap { value, name in
                guard let value, value.isFinite, let label = label(value, name) else { return nil }
                return (value, label)
            })
    }

    /// `Target: $900`, or the number alone.
    func levelText(_ value: Double, _ name: String?) -> String {
        let number = format(ofLayer: 0).full(value)
        return name.map { "\($0): \(number)" } ?? number
    }

    /// The numbers of thresholds where their regions begin, unless another number is there or the place is used by a
    /// second axis.
    func thresholds(_ labels: LevelLabels, in area: PlotArea) -> [Node] {
        let font = theme.fonts.label
        let extent = layout.fit.measure.extent("Åg", font)
        let rect = area.rect
        var taken: [ClosedRange<Double>] = []
        func range(_ value: Double, _ label: TextFit.Line) -> ClosedRange<Double> {
            let half = area.isHorizontal ? label.width / 2 + 2 : extent.height / 2
            let (low, high) =
                area.isHorizontal ? (rect.minX, rect.maxX) : (rect.minY, rect.maxY)
            let place = min(max(area.left.clamped(value), low + half), max(high - half, low + half))
            return place - half...place + half
        }
        if let reference, let label = labels.reference { taken.append(range(reference, label)) }
        var nodes: [Node] = []
        for (value, label) in labels.thresholds {
            let range = range(value, label)
            guard area.right == nil, area.left.domain.contains(value), rect.height >= extent.height,
                rect.width >= label.width, !taken.contains(where: { $0.overlaps(range) })
            else { continue }
            taken.append(range)
            let middle = (range.lowerBound + range.upperBound) / 2
            let baseline = middle + (extent.ascent - extent.descent) / 2
            var text = Text(
                label.string, at: Point(rect.maxX + theme.spacing.label, baseline), font: font,
                color: theme.colors.mutedText, full: label.full)
            if area.isHorizontal {
                text.anchor = .middle
                text.position = Point(middle, rect.minY - 3 - extent.descent)
            }
            nodes.append(.text(text))
        }
        let texts = labels.thresholds.map { $0.label.full ?? $0.label.string }
        return nodes.isEmpty
            ? []
            : [
                .group(
                    Group(
                        .annotation, label: "Thresholds: \(texts.joined(separator: ", "))",
                        nodes: nodes))
            ]
    }
}
