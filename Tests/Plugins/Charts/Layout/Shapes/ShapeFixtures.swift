import PeriluneDrawing

@testable import ChartsPlugin

/// Dollars without cents, as a session of the United States writes them.
let dollars = NumberFormat(
    full: { value in
        guard value.isFinite else { return "-" }
        var digits = Array("\(Int64(abs(value.rounded())))")
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: place)
            place -= 3
        }
        return (value < 0 ? "-$" : "$") + String(digits)
    },
    axis: { value, unit in
        unit.power == 3 ? "$\(Int64((value / 1000).rounded()))k" : "$\(Int64(value.rounded()))"
    })

func shape(_ title: String, _ content: Figure.Content) -> Figure {
    Figure(name: "shape", title: title, content: content)
}

func pie(
    _ cells: [[Double]], series: [String] = [""],
    categories: [String] = ["Eastern", "Western", "Central", "Southern Atlantic", "Canada"]
) -> Plot {
    Plot(
        categories: categories.map { Label($0) },
        layers: [
            Plot.Layer(
                kind: .pie, series: series.map { Plot.Series($0) },
                values: [Plot.Values(title: "Sales", cells: cells, format: dollars)])
        ])
}

func bullet(
    categories: [String] = ["2009", "2010", "2011"], series: [String] = [""],
    isReversed: Bool = false
) -> Plot {
    var random = Seeded(11)
    func row(_ low: Int, _ high: Int) -> [[Double]] {
        series.map { _ in categories.map { _ in Double(random.int(low...high)) * 1000 } }
    }
    let values = [
        ("Actual", row(120, 290)), (isReversed ? "Satisfactory" : "Bad", row(130, 150)),
        (isReversed ? "Bad" : "Satisfactory", row(200, 220)), ("Target", row(180, 280)),
    ]
    let order = isReversed ? [0, 2, 1, 3] : [0, 1, 2, 3]
    return Plot(
        categories: categories.map { Label($0) },
        layers: [
            Plot.Layer(
                kind: .bullet, series: series.map { Plot.Series($0) },
                values: order.map {
                    Plot.Values(title: values[$0].0, cells: values[$0].1, format: dollars)
                })
        ])
}

func treemap(
    groups: Int, items: Int, parts: Int = 0, isColored: Bool = true, seed: UInt64 = 3
) -> Treemap {
    var random = Seeded(seed)
    let names = ["Bikes", "Components", "Clothing", "Accessories", "Services"]
    func leaf(_ label: String) -> Treemap.Tile {
        Treemap.Tile(
            label: label, size: Double(random.int(10...300) * random.int(10...300)),
            color: isColored ? Double(random.int(-25...35)) : .nan)
    }
    let roots = (0..<groups).map { group in
        Treemap.Tile(
            label: names[group % names.count], size: .nan,
            children: (0..<items).map { item in
                guard parts > 0 else { return leaf("Product \(item + 1)") }
                return Treemap.Tile(
                    label: "Line \(item + 1)", size: .nan,
                    children: (0..<parts).map { leaf("Item \($0 + 1)") })
            })
    }
    return Treemap(
        roots: roots, sizeTitle: "Sales", colorTitle: isColored ? "Growth in %" : "",
        sizeFormat: dollars)
}

/// The rich table of the guide.
func richTable(rows: Int = 6) -> Grid {
    let names = [
        "Net revenue", "Gross margin", "Operating expenses", "New customers", "Customer churn",
        "Returns and allowances",
    ]
    let indices = 0..<rows
    let actual = indices.map { 90_000 + Double($0 * 7919 % 41) * 3100 }
    let target = indices.map { actual[$0] + Double($0 % 3 - 1) * 12_400 }
    let variance = indices.map { actual[$0] - target[$0] }
    let colors = variance.map { $0 >= 0 ? "green" : "red" }
    let trends = numbers(series: rows, categories: 24)
    return Grid(
        columns: [
            .init(
                title: "KPI name",
                content: .text(
                    indices.map { names[$0 % names.count] }, isNumber: false, colors: []),
                isHeader: true),
            .init(
                title: "Past trend",
                content: .charts(
                    indices.map {
                        plot(
                            $0 % 3 == 2 ? .column : .line, categories: (1...24).map { "\($0)" },
                            [trends[$0]])
                    })),
            .init(
                title: "Actual",
                content: .text(actual.map(dollars.full), isNumber: true, colors: colors)),
            .init(
                title: "Target",
                content: .text(target.map(dollars.full), isNumber: true, colors: [])),
            .init(
                title: "Variance target",
                content: .variance(variance, texts: variance.map(dollars.full), colors: colors)),
        ], rowCount: rows)
}

/// The value drivers of the guide: name, text, value, effects.
func valueDrivers(_ mode: DiagramPicture.Mode, isChanged: Bool = true) -> DiagramPicture {
    let facts: [(name: String, text: String, value: String, effects: [String])] = [
        ("EVA", "EVA", "42.24", []), ("OperatingProfit1", "Operating Profit", "120", ["EVA"]),
        ("CostofCaptial", "Cost of Capital", "77.76", ["EVA"]),
        ("RONA", "RONA", "15%", ["OperatingProfit1"]),
        ("NetAssets1", "Net Assets", "800", ["OperatingProfit1", "CostofCaptial"]),
        ("WACC", "WACC", "9.7%", ["CostofCaptial"]),
        ("ProfitMargin", "Profit Margin", "12%", ["RONA"]),
        ("NetAssetTurnover", "Total Net Asset Turnover", "1.25", ["RONA"]),
        ("OperatingProfit2", "Operating Profit", "120", ["ProfitMargin"]),
        ("Sales1", "Sales", "1,000", ["ProfitMargin", "NetAssetTurnover"]),
        ("NetAssets2", "Net Assets", "800", ["NetAssetTurnover"]),
        ("EBIT", "EBIT", "200", ["OperatingProfit2"]),
        ("IncomeTax", "(1-Rate of Income Tax)", "0.40", ["OperatingProfit2"]),
        ("Assets", "Assets", "1,000", ["NetAssets2"]),
        ("Liabilities", "Liabilities", "200", ["NetAssets2"]),
        ("Contribution", "Contribution", "600", ["EBIT"]),
        ("Overhead", "Overhead", "400", ["EBIT"]),
        ("FixedAssets", "Fixed Assets", "600", ["Assets"]),
        ("CurrentAssets", "Current Assets", "400", ["Assets"]),
        ("Sales2", "Sales", "1,000", ["Contribution"]),
        ("GoodsSold", "Cost of Goods Sold", "400", ["Contribution"]),
    ]
    let nodes = facts.enumerated().map { index, fact in
        DiagramPicture.Node(
            name: fact.name, text: fact.text, value: fact.value,
            change: isChanged && [0, 1, 2, 4].contains(index) ? "+12.5%" : nil,
            isDefault: index == 0, isPinned: isChanged && index == 4,
            isSelected: isChanged && index == 4, disagrees: [0, 2].contains(index),
            alerts: index == 11 ? 2 : index == 5 ? 1 : 0, hasCharts: [0, 1, 3].contains(index),
            lever: [3: 0.4, 4: 0.7, 5: 0.3][index])
    }
    let edges = facts.enumerated().flatMap { index, fact in
        fact.effects.compactMap { effect in
            facts.firstIndex { $0.name == effect }.map { DiagramPicture.Edge(from: index, to: $0) }
        }
    }
    return DiagramPicture(nodes: nodes, edges: edges, mode: mode)
}

let controls = Panel(controls: [
    .init(title: "Sales drive", value: "on", kind: .toggle(isOn: true)),
    .init(title: "Region", value: "Eastern", kind: .choice),
    .init(title: "Pay raise", value: "4.5%", kind: .slider(0.45)),
    .init(title: "Discount", value: "15%", kind: .slider(0.15)),
    .init(title: "Start of the campaign", value: "2012-03-01", kind: .field),
    .init(title: "Include taxes", value: "off", kind: .toggle(isOn: false)),
])

/// A dashboard with one of everything that has no axes.
func sampleDashboard() -> DashboardPicture {
    let sales = [[412_000.0, 287_500, 198_200, 120_000, 64_000]]
    return DashboardPicture(
        title: "Sales overview",
        items: [
            .init(shape("Sales by region", .pie(pie(sales))), place: Rect(1, 1, 49, 32)),
            .init(
                shape("Sales performance", .bullet(bullet(), isVertical: false)),
                place: Rect(51, 1, 48, 32)),
            .init(
                shape("Detailed sales report", .treemap(treemap(groups: 5, items: 6))),
                place: Rect(1, 34, 49, 32)),
            .init(
                shape("Value drivers", .diagram(valueDrivers(.snapshot, isChanged: false))),
                place: Rect(51, 34, 48, 32)),
            .init(shape("Indicators", .grid(richTable())), place: Rect(1, 67, 60, 35)),
            .init(shape("Orders", .message("no data")), place: Rect(62, 67, 37, 12)),
            .init(shape("Variables", .panel(controls)), place: Rect(62, 80, 37, 20)),
        ], filters: ["Year: 2011, 2012", "Sales reason: Price"])
}
