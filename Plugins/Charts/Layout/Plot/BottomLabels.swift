import PeriluneDrawing

/// The labels at the bottom of a plot: of bands, or of places on an axis of numbers.
struct BottomLabels {
    let height: Double
    /// Whether every category has its label, and all of it.
    var isWhole: Bool { labels?.isWhole ?? true }
    /// The positions of the ticks of a time axis; empty if categories have their own labels.
    private(set) var timeTicks: [Double] = []
    private let labels: CategoryLabels?
    private let numbers: ValueLabels?
    private let scale: LinearScale?
    private let bounds: ClosedRange<Double>

    init(_ plot: PlotLayout, _ area: PlotArea, bounds: ClosedRange<Double>, room: Double) {
        self.bounds = bounds
        guard plot.display.showsHorizontalAxis else {
            (scale, labels, numbers, height) = (nil, nil, nil, 0)
            return
        }
        scale = area.positions
        let fit = plot.layout.fit
        let lineHeight = fit.lineHeight(plot.theme.fonts.axis)
        if let scale, plot.hasNumericPositions {
            numbers = ValueLabels(
                scale, format: plot.plot.positionFormat ?? .plain, title: plot.plot.categoryTitle,
                color: plot.theme.colors.mutedText, font: plot.theme.fonts.axis, fit: fit)
            labels = nil
            height = lineHeight
            return
        }
        numbers = nil
        if let scale, let names = plot.plot.positionNames {
            let labels = CategoryLabels(
                names,
                scale: BandScale(
                    count: names.count, range: 0...1, from: scale.start, to: scale.end),
                bounds: bounds, room: room, style: plot.categoryStyle)
            self.labels = labels
            height = labels.height
            return
        }
        let places = scale.map { scale in
            (plot.plot.positions ?? []).map { scale.clamped($0) }
        }
        let labels = CategoryLabels(
            plot.plot.categories, scale: area.bands, places: places, bounds: bounds, room: room,
            style: plot.categoryStyle)
        self.labels = labels
        height = labels.height
    }

    /// The labels of categories that are times where all fit, else ticks at steps of the calendar; `nil` for
    /// other categories.
    init?(
        inTime plot: PlotLayout, _ area: PlotArea, bounds: ClosedRange<Double>, room: Double
    ) {
        guard let axis = plot.plot.time, let scale = area.positions,
            plot.display.showsHorizontalAxis
        else { return nil }
        self.bounds = bounds
        let own = CategoryLabels(
            plot.plot.categories, scale: area.bands,
            places: (plot.plot.positions ?? []).map(scale.position), bounds: bounds, room: room,
            style: plot.categoryStyle)
        guard !own.isWhole else {
            self.scale = scale
            labels = own
            numbers = nil
            height = own.height
            return
        }
        let ticks = TimeTicks(scale, axis, bounds: bounds, style: plot.categoryStyle)
        let style = plot.categoryStyle
        self.scale = LinearScale(
            between: scale.domain, ticks: ticks.places, from: scale.start, to: scale.end)
        timeTicks = ticks.places
        labels = nil
        numbers = ValueLabels(
            ticks, title: plot.plot.categoryTitle, color: style.color, font: style.font,
            fit: style.fit)
        height = style.fit.lineHeight(style.font)
    }

    func group(below y: Double, title: String) -> Group {
        if let numbers, let scale {
            return numbers.horizontalAxisLabels(on: scale, below: y, bounds: bounds)
        }
        return Group(.axis, label: title, nodes: labels?.nodes(below: y) ?? [])
    }
}

extension PlotLayout {
    /// Whether the places of categories are numbers that can be written as such, unlike dates.
    var hasNumericPositions: Bool {
        guard plot.positionNames == nil else { return false }
        guard plot.positionFormat == nil else { return true }
        guard let places = plot.positions, places.count == plot.categories.count else {
            return false
        }
        return visible.prefix(50).allSatisfy { Double(plot.categories[$0].text) == places[$0] }
    }
}
