package import PeriluneDrawing

/// Draws actual values against ranges and targets, one bullet for each category and series.
package struct BulletLayout: Sendable {
    let brush: Brush
    let data: BulletData
    let isVertical: Bool

    package init(_ plot: Plot, isVertical: Bool, _ brush: Brush) {
        self.brush = brush
        self.isVertical = isVertical
        data = BulletData(plot)
    }

    /// Draws into a place.
    package func nodes(in rect: Rect) -> [Node] {
        let rect = rect.sound
        guard !data.isEmpty else { return brush.message("no data", in: rect) }
        guard rect.width >= 24, rect.height >= 24 else { return [] }
        let key = key
        let keyHeight = key.height(brush, width: rect.width)
        let showsKey = keyHeight <= rect.height * 0.25
        let body = showsKey ? rect.inset(bottom: keyHeight + 6) : rect
        let nodes = isVertical ? columns(in: body) : rows(in: body)
        guard showsKey else { return nodes }
        return nodes + [
            key.node(brush, in: Rect(rect.x, rect.maxY - keyHeight, rect.width, keyHeight))
        ]
    }

    private var key: Key {
        let colors = brush.theme.colors
        let marks = BulletMarks(
            brush: brush, data: data,
            scale: LinearScale(covering: 0...1, includesZero: true, from: 0, to: 1, parts: 2),
            isVertical: isVertical)
        let sample = data.items.first { !$0.bad.isNaN && !$0.satisfactory.isNaN }
        var entries = [Key.Entry(label: data.title(0), sample: .bar, color: colors.measure)]
        if data.items.contains(where: { !$0.target.isNaN }) {
            entries.append(Key.Entry(label: data.title(3), sample: .tick, color: colors.target))
        }
        if let sample {
            let ranges = marks.ranges(sample)
            let isReversed = sample.bad > sample.satisfactory
            let names = [data.title(1), data.title(2), "Good"]
            for (range, name) in zip(ranges, isReversed ? names.reversed() : names) {
                entries.append(Key.Entry(label: name, sample: .box, color: range.color))
            }
        }
        return Key(entries: entries)
    }

    /// How many items have room: at least one.
    func shown(_ room: Double, least: Double) -> Range<Int> {
        0..<max(1, min(data.items.count, Int(room / least)))
    }

    func more(_ shown: Range<Int>) -> String? {
        shown.count < data.items.count
            ? "\(data.items.count - shown.count) more not shown" : nil
    }
}
