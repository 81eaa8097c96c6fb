import PeriluneDrawing

/// What a bullet chart shows, as its value sequence says: 1 the actual value, 2 what is bad below, 3 what is
/// satisfactory below, 4 the target.
struct BulletData: Sendable {
    let plot: Plot
    let items: [Item]
    /// Whether series have names that tell the items of a category apart.
    let hasSeries: Bool

    struct Item: Sendable {
        var category: Int
        var series: Int
        var actual: Double
        var bad: Double
        var satisfactory: Double
        var target: Double
    }

    init(_ plot: Plot) {
        self.plot = plot
        let layer = plot.layers.first
        let all = layer?.series ?? []
        let count = max(layer?.values.first?.cells.count ?? 0, 0)
        let series = (0..<count).filter { $0 >= all.count || all[$0].isVisible }
        hasSeries = all.count > 1
        let categories = BandScale.visible(count: plot.categories.count, range: plot.range)
        func cell(_ sequence: Int, _ series: Int, _ category: Int) -> Double {
            guard let values = layer?.values, sequence < values.count,
                series < values[sequence].cells.count,
                category < values[sequence].cells[series].count
            else { return .nan }
            let value = values[sequence].cells[series][category]
            return value.isFinite ? value : .nan
        }
        items = categories.flatMap { category in
            series.map { series in
                Item(
                    category: category, series: series, actual: cell(0, series, category),
                    bad: cell(1, series, category), satisfactory: cell(2, series, category),
                    target: cell(3, series, category))
            }
        }
    }

    var isEmpty: Bool {
        !items.contains { !$0.actual.isNaN || !$0.target.isNaN || !$0.satisfactory.isNaN }
    }

    /// From the least to the largest number of all items.
    func bounds(_ shown: Range<Int>) -> ClosedRange<Double>? {
        var least = Double.infinity
        var largest = -Double.infinity
        for item in items[shown] {
            for value in [item.actual, item.bad, item.satisfactory, item.target]
            where !value.isNaN {
                least = min(least, value)
                largest = max(largest, value)
            }
        }
        return least <= largest ? least...largest : nil
    }

    func seriesLabel(_ series: Int) -> String {
        guard let all = plot.layers.first?.series, series < all.count else { return "" }
        return all[series].label
    }

    /// The title of a value, or its meaning if it has none.
    func title(_ sequence: Int) -> String {
        if let values = plot.layers.first?.values, sequence < values.count,
            !values[sequence].title.isEmpty
        {
            return values[sequence].title
        }
        return ["Actual", "Bad", "Satisfactory", "Target"][sequence]
    }

    var format: NumberFormat { plot.layers.first?.values.first?.format ?? .plain }

    func describe(_ item: Item) -> String {
        let name = [plot.categories[item.category].text, seriesLabel(item.series)]
            .filter { !$0.isEmpty }.joined(separator: ", ")
        let actual = item.actual.isNaN ? "-" : format.full(item.actual)
        guard !item.target.isNaN else { return "\(name): \(actual)" }
        return "\(name): \(actual), \(title(3)) \(format.full(item.target))"
    }
}
