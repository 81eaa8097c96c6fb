import PeriluneDrawing

/// Tries one arrangement of labels after the other.
struct CategoryLabelMaker {
    let labels: [Label]
    let scale: BandScale
    let bounds: ClosedRange<Double>
    let room: Double
    let style: CategoryLabels.Style
    let lineHeight: Double
    let ascent: Double
    /// Between two labels.
    let gap: Double

    typealias Arrangement = (texts: [Text], height: Double)

    init(
        labels: [Label], scale: BandScale, bounds: ClosedRange<Double>, room: Double,
        style: CategoryLabels.Style
    ) {
        self.labels = labels
        self.scale = scale
        self.bounds = bounds
        self.room = room
        self.style = style
        let extent = style.fit.measure.extent("Åg", style.font)
        lineHeight = extent.height
        ascent = extent.ascent
        gap = style.font.size * 0.6
    }

    func best() -> Arrangement {
        if let all = inOneLine(every: 1) ?? inTwoLines() { return all }
        if canBeInferred {
            return inferred()
        }
        return slanted() ?? shortened()
    }

    /// Numbers, quarters and dates tell what lies between two of them, names don't; more than thirty names
    /// find no room anyway.
    private var canBeInferred: Bool {
        scale.visible.count > Self.mostSlanted
            || scale.visible.allSatisfy { labels[$0].text.contains(where: \.isNumber) }
    }

    static let mostSlanted = 30

    /// Below this a label is hardly more than its ellipsis.
    var leastShortened: Double { style.font.size * 3 }

    /// The width of a band whose label may be shortened, with the gap to the next.
    var neededForShortened: Double { leastShortened + gap }

    /// Each k-th label, with k out of 2, 5, 10, 20 and so on.
    private func inferred() -> Arrangement {
        var power = 1
        while power < scale.visible.count {
            for digit in [2, 5, 10] {
                if let texts = inOneLine(every: digit * power) { return texts }
            }
            power *= 10
        }
        return shortened()
    }

    /// Complete labels on one line; `nil` if they do not fit.
    private func inOneLine(every step: Int) -> Arrangement? {
        // Labels with others left out between them need larger gaps.
        let gap = step == 1 ? gap : 2 * gap
        guard scale.width * Double(step) > style.font.size * 0.5 + gap else { return nil }
        var texts: [Text] = []
        var left = bounds.lowerBound
        for category in stride(
            from: scale.visible.lowerBound, to: scale.visible.upperBound, by: step)
        {
            let available = bounds.upperBound - left
            guard let line = style.fit.line(labels[category].text, style.font, within: available),
                line.full == nil
            else { return nil }
            let center = clamped(scale.center(of: category), line.width)
            guard center - line.width / 2 >= left else { return nil }
            left = center + line.width / 2 + gap
            texts.append(text(line, center: center, row: 0))
        }
        return (texts, lineHeight)
    }

    /// Whole labels, the longer ones in two lines.
    private func inTwoLines() -> Arrangement? {
        let available = scale.width - gap
        guard available > style.font.size * 2, 2 * lineHeight <= room else { return nil }
        var texts: [Text] = []
        for category in scale.visible {
            let label = labels[category].text
            let whole = style.fit.line(label, style.font, within: available)
            let lines =
                whole?.full == nil
                ? whole.map { [$0] } : style.fit.twoLines(label, style.font, within: available)
            guard let lines else { return nil }
            for (row, line) in lines.enumerated() {
                texts.append(
                    text(line, center: clamped(scale.center(of: category), line.width), row: row))
            }
        }
        return (texts, 2 * lineHeight)
    }

    /// Labels at places of their own: from the left, all that fit.
    func placed(at places: [Double]) -> Arrangement {
        let sorted = scale.visible.filter { $0 < places.count && places[$0].isFinite }
            .sorted { places[$0] < places[$1] }
        var texts: [Text] = []
        var left = bounds.lowerBound
        for category in sorted where places[category] >= left {
            let most = style.font.size * 10
            guard let line = style.fit.line(labels[category].text, style.font, within: most)
            else { continue }
            let center = clamped(places[category], line.width)
            guard center - line.width / 2 >= left, center + line.width / 2 <= bounds.upperBound
            else { continue }
            left = center + line.width / 2 + gap
            texts.append(text(line, center: center, row: 0))
        }
        return (texts, texts.isEmpty ? 0 : lineHeight)
    }

    /// Each label in its band, or the labels of every k-th category in k bands.
    private func shortened() -> Arrangement {
        let step = Int(
            max(1, min(Double(labels.count), (neededForShortened / scale.width).rounded(.up))))
        var texts: [Text] = []
        var left = bounds.lowerBound
        for category in stride(
            from: scale.visible.lowerBound, to: scale.visible.upperBound, by: step)
        {
            let available = min(scale.width * Double(step) - gap, bounds.upperBound - left)
            let label = labels[category].text
            guard let line = style.fit.line(label, style.font, within: available) else { continue }
            let center = clamped(scale.center(of: category), line.width)
            guard center - line.width / 2 >= left else { continue }
            left = center + line.width / 2 + gap
            texts.append(text(line, center: center, row: 0))
        }
        return (texts, texts.isEmpty ? 0 : lineHeight)
    }

    /// The middle of a label above the middle of its band, moved into the picture.
    private func clamped(_ center: Double, _ width: Double) -> Double {
        min(max(center, bounds.lowerBound + width / 2), bounds.upperBound - width / 2)
    }

    private func text(_ line: TextFit.Line, center: Double, row: Int) -> Text {
        Text(
            line.string, at: Point(center, ascent + Double(row) * lineHeight), font: style.font,
            color: style.color, anchor: .middle, full: line.full)
    }
}
