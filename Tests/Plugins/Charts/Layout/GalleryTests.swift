import Foundation
import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Pictures to look at, where the environment names a folder for them.
struct GalleryTests {
    @Test(.enabled(if: ProcessInfo.processInfo.environment["PERILUNE_GALLERY"] != nil))
    func drawsTheGallery() throws {
        let folder = ProcessInfo.processInfo.environment["PERILUNE_GALLERY"] ?? "."
        let measure = try PangoMeasure()
        for (name, figure, size, theme) in Gallery.all + Gallery.shapes {
            let layout = ChartLayout(theme: theme, measure: measure)
            let group = layout.group(figure, in: Rect(0, 0, size.width, size.height))
            let scene = Scene(
                size: size, title: figure.title, description: group.label ?? "",
                background: theme.colors.background, nodes: [.group(group)])
            for format in [Picture.Format.png, .svg] {
                let picture = try scene.picture(format: format)
                try Data(picture.bytes).write(
                    to: URL(fileURLWithPath: "\(folder)/\(name).\(format.rawValue)"))
            }
        }
        for (name, scene) in Gallery.dashboards(measure) {
            for format in Picture.Format.allCases {
                let picture = try scene.picture(format: format)
                try Data(picture.bytes).write(
                    to: URL(fileURLWithPath: "\(folder)/\(name).\(format.rawValue)"))
            }
        }
    }
}

enum Gallery {
    typealias Entry = (name: String, figure: Figure, size: Size, theme: Theme)

    static var all: [Entry] {
        let light = Theme.welterWeight
        let dark = Theme.welterWeightDark
        let wide = Size(760, 420)
        let products = ["Bikes", "Cars", "Boats"]
        var entries: [Entry] = []
        func add(
            _ name: String, _ plot: Plot, _ title: String, _ size: Size = wide,
            _ theme: Theme = light
        ) {
            entries.append((name, ChartsPluginTests.figure(plot, title: title), size, theme))
        }
        add("column1", plot(.column, [[120, 95, 143, 61, 88]]), "Sales by region")
        add(
            "column3", plot(.column, series: products, numbers(series: 3, categories: 5)),
            "Sales by region and product")
        var selected = plot(.column, series: products, numbers(series: 3, categories: 5))
        selected.selection.categories = [1]
        add("selected", selected, "Sales by region and product")
        add("negative", plot(.column, [[12_000, -3500, 8000, -11_200, 4300]]), "Profit by region")
        add(
            "stacked",
            plot(
                .column, series: products,
                [[120, 95, 143, 61, 88], [40, -30, 25, 60, 10], [-20, -45, 30, 12, 44]],
                stacking: .sum),
            "Cash flow by region")
        add("bar", plot(.bar, [[120, 95, 143, 61, 88]]), "Orders by region")
        let people = [
            "Chief executive", "Head of sales and marketing", "Accountant", "Driver",
            "Research assistant in the second laboratory", "Cook",
        ]
        add(
            "bar2",
            plot(
                .bar, categories: people, series: ["2009", "2010"],
                [
                    [210_000, 120_000, 61_000, 38_000, 45_000, 35_000],
                    [250_000, 124_000, 62_500, 39_000, 47_000, 36_500],
                ]), "Salaries", wide, dark)
        let months = (0..<24).map {
            ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][
                $0 % 12] + " \(2009 + $0 / 12)"
        }
        var line = plot(
            .line, categories: months, series: products, numbers(series: 3, categories: 24))
        line.predictiveStart = 18
        line.reference = 150
        line.upperThreshold = 260
        line.lowerThreshold = 60
        line.categoryTitle = "Month"
        line.layers[0].values[0].cells[1][7] = .nan
        line.layers[0].values[0].cells[1][9] = .nan
        add("line", line, "Sales by month")
        add("linedark", line, "Sales by month", wide, dark)
        let many = (0..<16).map { "Series \($0 + 1)" }
        add(
            "line16", plot(.line, series: many, numbers(series: 16, categories: 5)), "Sixteen lines"
        )
        add(
            "column16", plot(.column, series: many, numbers(series: 16, categories: 5)),
            "Sixteen columns", Size(900, 420))
        add(
            "area",
            plot(
                .area, categories: months, series: ["Bikes", "Cars"],
                numbers(series: 2, categories: 24)), "Stock by month")
        var random = Seeded(5)
        let bmi = (0..<200).map { _ in Double(random.int(180...420)) / 10 }
        var scatter = plot(
            .scatter, categories: bmi.map { "\($0)" }, series: ["Women", "Men"],
            [
                bmi.map { random.chance(0.5) ? $0 * 1.4 + Double(random.int(0...40)) : .nan },
                bmi.map { $0 * 1.2 + Double(random.int(0...50)) },
            ])
        scatter.positions = bmi
        scatter.categoryTitle = "Body mass index"
        scatter.layers[0].values[0].title = "Age"
        add("scatter", scatter, "Age by body mass index")
        let states = (0..<30).map { "State \($0)" }
        let place = states.map { _ in Double(random.int(10...95)) }
        var bubble = plot(
            .bubble, categories: states, series: ["2005", "2010"],
            [
                states.map { _ in Double(random.int(200...900)) },
                states.map { _ in Double(random.int(200...900)) },
            ],
            sizes: [
                states.map { _ in Double(random.int(100...4000)) },
                states.map { _ in Double(random.int(-200...4000)) },
            ])
        bubble.positions = place
        bubble.positionFormat = .plain
        bubble.categoryTitle = "Urban population, %"
        bubble.layers[0].values[0].title = "Crime rate"
        bubble.layers[0].values[1].title = "Population"
        add("bubble", bubble, "Crime by state")
        var overlay = plot(
            .column, categories: months, series: ["Revenue"],
            [numbers(series: 1, categories: 24)[0].map { $0 * 1e5 }])
        overlay.layers[0].values[0].title = "Revenue"
        overlay.layers.append(
            Plot.Layer(
                kind: .line, series: [Plot.Series("Margin")],
                values: [
                    Plot.Values(
                        title: "Margin, %",
                        cells: [numbers(series: 1, categories: 24, seed: 8)[0].map { $0 / 10 }])
                ]))
        overlay.hasDualAxis = true
        overlay.categoryTitle = "Month"
        add("overlay", overlay, "Revenue and margin")
        let long = (0..<14).map {
            "Department of \(["Applied Physics", "Finance", "Human Resources and Training", "Law"][$0 % 4]) \(Array("ABCDEFGHIJKLMN")[$0])"
        }
        add(
            "slanted", plot(.column, categories: long, numbers(series: 1, categories: 14)),
            "Cost by department")
        var cut = plot(
            .column, categories: (0..<100).map { "\($0 + 1900)" },
            numbers(series: 1, categories: 100))
        cut.range = 0.3...0.7
        add("range", cut, "Harvest by year")
        add(
            "tiny", plot(.column, series: products, numbers(series: 3, categories: 5)),
            "Sales by region and product", Size(220, 150))
        let big = numbers(series: 16, categories: 2000)
        let numbers2000 = (0..<2000).map { "\($0)" }
        add(
            "col2000", plot(.column, categories: numbers2000, series: many, big),
            "16 series of 2000 categories", Size(1600, 1200))
        add(
            "line2000", plot(.line, categories: numbers2000, series: many, big),
            "16 series of 2000 categories", Size(1600, 1200))
        entries += special
        return entries
    }

    /// What is seldom, and has to look well all the same.
    private static var special: [Entry] {
        let wide = Size(760, 420)
        var entries: [Entry] = []
        func add(_ name: String, _ figure: Figure, _ size: Size = wide) {
            entries.append((name, figure, size, .welterWeight))
        }
        add(
            "two",
            ChartsPluginTests.figure(
                plot(
                    .column, categories: ["2009", "2010"], series: ["Plan", "Done"],
                    [[8, 9], [7, 11]]),
                title: "Two years in a wide picture"), Size(1200, 400))
        var drilled = ChartsPluginTests.figure(
            plot(.column, categories: ["東京都", "大阪府", "القاهرة", "北海道"], [[120, 80, 95, 30]]),
            title: "売上高 – مبيعات")
        drilled.breadcrumbs = ["World", "Cities of the East", "2010"]
        drilled.notes = [
            "Two rows without a city are not shown", "Figures of 2010 are preliminary",
        ]
        add("words", drilled)
        var bars = plot(.bar, [[120, -95, 143, 61, -88]])
        bars.reference = 110
        bars.upperThreshold = 130
        bars.selection.items = [Selection.Item(category: 2, series: 0)]
        add("barlines", ChartsPluginTests.figure(bars, title: "Bars with a reference"))
        var chosen = plot(
            .line, categories: (1970...2010).map(String.init), series: ["Bikes", "Cars", "Boats"],
            numbers(series: 3, categories: 41))
        chosen.selection.series = [1]
        chosen.layers[0].series[2].isVisible = false
        add(
            "lineselected", ChartsPluginTests.figure(chosen, title: "One line selected, one hidden")
        )
        var month = chosen
        month.selection = Selection(categories: [20])
        add("linecategory", ChartsPluginTests.figure(month, title: "One year selected"))
        add(
            "zero",
            ChartsPluginTests.figure(plot(.column, [[0, 0, 0, 0, 0]]), title: "Nothing sold"))
        add(
            "one",
            ChartsPluginTests.figure(plot(.line, categories: ["2010"], [[5]]), title: "One value"))
        add(
            "null",
            ChartsPluginTests.figure(
                plot(.line, [[.nan, .nan, .nan, .nan, .nan]]), title: "No values"))
        add(
            "stack2000",
            ChartsPluginTests.figure(
                plot(
                    .column, categories: (0..<2000).map(String.init),
                    series: ["Bikes", "Cars", "Boats"],
                    numbers(series: 3, categories: 2000).map { $0.map { $0 - 400 } },
                    stacking: .sum),
                title: "Three series of 2000 categories in a stack"))
        add(
            "column300",
            ChartsPluginTests.figure(
                plot(
                    .column, categories: (0..<300).map(String.init),
                    series: ["Bikes", "Cars", "Boats"],
                    numbers(series: 3, categories: 300)), title: "More columns than pixels"))
        var forecast = plot(.column, series: ["Bikes", "Cars"], numbers(series: 2, categories: 5))
        forecast.predictiveStart = 3
        add("columnforecast", ChartsPluginTests.figure(forecast, title: "Columns with a forecast"))
        var areas = plot(
            .area, categories: (2001...2010).map(String.init),
            series: (1...10).map { "Series \($0)" }, numbers(series: 10, categories: 10))
        areas.layers[0].series = areas.layers[0].series.enumerated().map {
            Plot.Series($0.element.label, isVisible: $0.offset > 7)
        }
        areas.predictiveStart = 6
        add("areahatch", ChartsPluginTests.figure(areas, title: "Areas with a second channel"))
        var random = Seeded(2)
        var crowd = plot(
            .scatter, categories: (0..<20_000).map { "\($0)" },
            [(0..<20_000).map { _ in Double(random.int(0...1000)) }])
        crowd.positions = (0..<20_000).map { _ in
            Double(random.int(0...500) + random.int(0...500)) / 10
        }
        crowd.positionFormat = .plain
        add("crowd", ChartsPluginTests.figure(crowd, title: "Twenty thousand points"))
        return entries
    }
}
