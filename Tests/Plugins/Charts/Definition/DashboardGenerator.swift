import PeriluneCore

@testable import ChartsPlugin

/// Makes dashboards in which anything that can be defined may be.
struct DashboardGenerator {
    private var random: Seeded
    private var names = 0

    init(_ seed: UInt64) { random = Seeded(seed) }

    mutating func dashboard() -> Dashboard {
        let variables = many(0...4) { $0.variable() }
        let filters = many(0...3) { $0.filter() }
        // The queries of filters are those of charts.
        let items =
            [chart(filters.map(\.name))]
            + many(0...4) { $0.item(filters.map(\.name), variables.map(\.name)) }
        let placed = Dashboard { for item in items { item } }.items.map(\.name)
        let layout = DashboardLayout(
            one([.percent, .points]), landscape: maybe { $0.screen(placed) },
            portrait: maybe { $0.screen(placed) })
        let hasLayout = random.chance(0.5)
        return Dashboard {
            for variable in variables { variable }
            for filter in filters { filter }
            for item in items { item }
            if hasLayout { layout }
        }
    }

    private mutating func item(_ filters: [String], _ variables: [String]) -> any DashboardPart {
        switch random.int(0...6) {
        case 0: return DrillDownGroup(name(), title: text()) { many(1...3) { $0.chart(filters) } }
        case 1:
            return TreeMapGroup(name(), title: text()) {
                many(1...2) { random in
                    Chart(.treeMap, random.name(), query: "Q") {
                        random.category()
                        random.value()
                    }
                }
            }
        case 2:
            return OverlayGroup(
                name(), title: text(), category: category(), hasDualAxis: random.chance(0.5)
            ) {
                many(1...3) { random in
                    Chart(random.one([.line, .column, .stackedArea]), random.name(), query: "Q") {
                        if let series = random.maybe({ Series($0.text()) }) { series }
                        random.value()
                    }
                }
            }
            .caption(subtitle: text()).display { change(&$0) }
        case 3:
            let small = Chart(.line, name()) {
                category()
                value()
            }
            return DataGrid(name(), query: "Q", title: text(), charts: [small]) {
                many(1...3) { random in
                    DataGrid.Column.data(
                        random.text(), random.text(), format: random.format(),
                        isHeader: random.random.chance(0.3))
                }
                DataGrid.Column.chart("Months", text(), draws: small.name)
                DataGrid.Column.variance("A - B", text(), color: "if(A > B, 'green', 'red')")
            }
        case 4 where !variables.isEmpty:
            return DAPanel(name(), title: text(), variables: variables)
        case 5:
            let (top, left) = (name(), name())
            return Diagram(name(), query: "Q") {
                Diagram.Node(top, text(), expression: "\(left) * 2", format: format())
                Diagram.Node(left, text(), parents: [top], charts: ["A", "B"], isDefault: true)
            }
        default: return chart(filters)
        }
    }

    private mutating func chart(_ filters: [String]) -> Chart {
        let kinds: [Chart.Kind] = Chart.Kind.allCases.filter {
            ![.bubble, .horizontalBullet, .verticalBullet, .candlestick].contains($0)
        }
        let kind = one(kinds)
        var chart = Chart(kind, name(), query: "Q", title: text()) {
            category(of: kind)
            if let series = maybe({ Series($0.text(), $0.text(), format: $0.format()) }) { series }
            if let facet = maybe({ Facet($0.text(), format: $0.format()) }) { facet }
            many(1...3) { $0.value() }
            many(0...2) { WhatIfColumn($0.name(), $0.text(), in: 1...9, step: 2) }
            many(0...2) { WhatIfColumn($0.name(), value: 0.1, in: -1e-7...1e20, decimals: 3) }
        }
        if random.chance(0.3) { chart = chart.caption(subtitle: text(), source: text()) }
        if random.chance(0.3) { chart = chart.reference(number(), text()) }
        if random.chance(0.3) {
            chart = chart.upperThreshold(number()).lowerThreshold(number(), text())
        }
        if random.chance(0.3) { chart = chart.forecast(from: text()).drillingByCategory() }
        if let filter = filters.first { chart = chart.filtered(by: filter) }
        if random.chance(0.4) { chart = chart.display { change(&$0) } }
        return chart
    }

    private mutating func change(_ display: inout Display) {
        display.isLegendHidden = random.chance(0.5)
        display.showsGridLabel = random.chance(0.5)
        display.rowHeight = maybe { Double($0.random.int(3...40)) }
        if display.rowHeight != nil { display.rowSpacing = maybe { Double($0.random.int(0...9)) } }
    }

    private mutating func category(of kind: Chart.Kind = .column) -> Category {
        var category = Category(text(), text(), format: format())
        if random.chance(0.3) { category = category.ordered(many(1...3) { $0.text() }) }
        if random.chance(0.3) {
            category = category.sorted(
                by: one(CategorySort.Key.allCases), descending: random.chance(0.5))
        }
        if random.chance(0.3) { category = category.top(random.int(1...20), other: text()) }
        if random.chance(0.2) { category = category.scale(one(Chart.Scale.allCases)) }
        if kind == .histogram { category = category.binWidth(abs(number()) + 1) }
        if kind == .waterfall { category = category.totals([text(), text()]) }
        if kind == .scatter, random.chance(0.3) { category = category.inHexagons() }
        return category
    }

    private mutating func value() -> Chart.Value {
        let aggregate = maybe { $0.one(Aggregate.allCases) }
        return ChartValue(
            one(["Amount", "A / B * (1 + $hike)", "if(A < 3, 'x', \"<&>\")"]), text(),
            format: format(), aggregate: aggregate,
            weight: aggregate == .weightedMean ? "Weight" : nil,
            isLogarithmic: random.chance(0.2), isLowerBetter: random.chance(0.2))
    }

    private mutating func variable() -> Variable {
        let name = "$\(name())"
        switch random.int(0...4) {
        case 0: return .boolean(name, text(), value: random.chance(0.5))
        case 1: return .integer(name, text(), value: random.int(-9...9), in: -9...9, step: 3)
        case 2:
            let day = Variable.Day(random.int(1...9999), random.int(1...12), random.int(1...28))
            let first = Variable.Day(1, 1, 1)
            if let day, let first { return .date(name, text(), value: day, in: first...day) }
            return .boolean(name, value: true)
        case 3:
            let choices = many(1...4) { Variable.Choice($0.text(), $0.maybe { $0.text() }) }
            return .choice(name, text(), choices, selection: random.int(0...choices.count - 1))
        default: return .number(name, text(), value: number(), step: 0.25, decimals: 2)
        }
    }

    private mutating func filter() -> Filter {
        Filter(one([.range, .picklist]), name(), column: text(), sourceQuery: "Q")
    }

    private mutating func screen(_ names: [String]) -> DashboardLayout.Screen {
        DashboardLayout.Screen(contentWidth: maybe { _ in 1024 }, contentHeight: 700.5) {
            for name in names {
                DashboardLayout.Frame(
                    name, left: number(), top: number(), width: 12.25, height: 20_000)
            }
        }
    }

    private mutating func format() -> ValueFormat {
        one([
            .general, .general, .currency, .currency("CHF"), .percent, .percentage, .month,
            .longDate, .rounded(0), .rounded(9),
        ])
    }

    private mutating func number() -> Double {
        one([0, -1, 0.1, 1.0 / 3, 1e-9, -2.5e17, 9_007_199_254_740_992, 12_345.678])
    }

    private mutating func text() -> String {
        one(["Region", "Café <1> & \"2\"", "東京", "x; y, z", "Sum of 'a'", "1e5", "%"])
    }

    private mutating func name() -> String {
        names += 1
        return "N\(names)"
    }

    private mutating func one<Choice>(_ choices: [Choice]) -> Choice {
        choices[random.int(0...choices.count - 1)]
    }

    private mutating func maybe<Made>(_ make: (inout Self) -> Made) -> Made? {
        random.chance(0.5) ? make(&self) : nil
    }

    private mutating func many<Made>(
        _ range: ClosedRange<Int>, _ make: (inout Self) -> Made
    ) -> [Made] {
        (0..<random.int(range)).map { _ in make(&self) }
    }
}
