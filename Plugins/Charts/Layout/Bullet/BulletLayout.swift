package import PeriluneDrawing

/// Draws actual values against ranges and targets, one bullet for each category and series.
package struct BulletLayout: Sendable {
    let layout: ChartLayout
    let data: BulletData
    let isVertical: Bool
    let display: Display

    package init(
        _ plot: Plot, isVertical: Bool, _ display: Display = Display(), _ layout: ChartLayout
    ) {
        self.layout = layout
        self.display = display
        self.isVertical = isVertical
        data = BulletData(plot)
    }

    /// Draws within the frame.
    package func group(_ figure: Figure, in rect: Rect) -> Group {
        guard !data.isEmpty else { return layout.message("no data", figure, in: rect) }
        let frame = Frame(figure, legend: legend, in: rect, layout: layout)
        let place = frame.content
        let fits = place.width >= 24 && place.height >= 24
        let marks = !fits ? [] : isVertical ? columns(in: place) : rows(in: place)
        return layout.chart(
            figure, frame, description: "bullet chart, \(data.items.count) bullets", marks: marks)
    }

    private var legend: Legend {
        let colors = layout.theme.colors
        func entry(_ label: String, _ symbol: Legend.Symbol, _ color: Color) -> Legend.Entry {
            Legend.Entry(label, symbol: symbol, style: SeriesStyle(color: color))
        }
        var entries = [entry(data.title(0), .bar, colors.measure)]
        if data.items.contains(where: { !$0.target.isNaN }) {
            entries.append(entry(data.title(3), .tick, colors.target))
        }
        if let sample = data.items.first(where: { !$0.bad.isNaN && !$0.satisfactory.isNaN }) {
            let isReversed = sample.bad > sample.satisfactory
            let names = [data.title(1), data.title(2), "Good"]
            let shown = BulletMarks.colors(isReversed: isReversed, layout.theme)
            for (color, name) in zip(shown, isReversed ? names.reversed() : names) {
                entries.append(entry(name, .swatch, color))
            }
        }
        return Legend(entries: entries)
    }

    /// The items that fit: at least one.
    func shown(_ room: Double, least: Double) -> Range<Int> {
        0..<max(1, min(data.items.count, Int(room / least)))
    }

    /// Reserves room for a note at the bottom, if there is enough.
    func reserve(_ note: String?, in rect: Rect) -> (rest: Rect, note: [Node]) {
        let font = layout.theme.fonts.note
        let height = layout.fit.lineHeight(font)
        guard let note, rect.height >= height + 60 else { return (rect, []) }
        let line = layout.line(
            note, font, layout.theme.colors.mutedText, x: rect.x, middle: rect.maxY - height / 2,
            within: rect.width)
        return (rect.inset(bottom: height + 2), [line].compactMap { $0 })
    }

    func more(_ shown: Range<Int>) -> String? {
        shown.count < data.items.count
            ? "\(data.items.count - shown.count) more not shown" : nil
    }
}
