import PeriluneDrawing

@testable import ChartsPlugin

let regions = ["Eastern", "Western", "Southern", "Northern", "Central"]

/// A plot of one layer.
func plot(
    _ kind: Plot.Kind, categories: [String] = regions, series: [String] = [""],
    _ cells: [[Double]], sizes: [[Double]]? = nil, stacking: Plot.Stacking? = nil
) -> Plot {
    var values = [Plot.Values(title: "Sales", cells: cells)]
    if let sizes { values.append(Plot.Values(title: "Orders", cells: sizes)) }
    return Plot(
        categories: categories.map { Label($0) }, categoryTitle: "Region",
        layers: [
            Plot.Layer(
                kind: kind, series: series.map { Plot.Series($0) }, values: values,
                stacking: stacking)
        ])
}

func figure(_ plot: Plot, title: String = "Sales by region") -> Figure {
    Figure(name: "sales", title: title, content: .plot(plot))
}

/// Numbers like those of a business, the same each time.
func numbers(series: Int, categories: Int, seed: UInt64 = 1) -> [[Double]] {
    var random = Seeded(seed)
    return (0..<series).map { _ in
        var level = Double(random.int(80...160))
        return (0..<categories).map { _ in
            level = max(10, level + Double(random.int(-24...26)))
            return level
        }
    }
}
