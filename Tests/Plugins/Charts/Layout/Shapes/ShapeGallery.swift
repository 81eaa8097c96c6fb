import PeriluneDrawing

@testable import ChartsPlugin

extension Gallery {
    static var shapes: [Entry] {
        let (light, dark) = (Theme.welterWeight, Theme.welterWeightDark)
        let wide = Size(760, 420)
        let sales = [[412_000.0, 287_500, 198_200, 120_000, 64_000]]
        var selected = pie(sales)
        selected.selection.categories = [1]
        let lines = (1...14).map { "Product line \($0)" }
        let stores = (1...60).map { "Store \($0)" }
        let five =
            sales + [[1, 2, 3, 4, 5], [0, 0, 0, 0, 0], [5, -3, 4, 2, 1], [8, 8, 8, 1, 1]]
        let kinds = ["Bikes", "Accessories", "Clothing", "Parts and components", "Services"]
        let sellers = ["Valley Bicycle Specialists", "Vigorous Exercise Company", "Metro Works"]
        return [
            ("pie", shape("Sales by region", .pie(selected)), wide, light),
            (
                "pieOther",
                shape(
                    "Sales by line",
                    .pie(pie([(1...14).map { Double($0 * $0) * 1000 }], categories: lines))),
                Size(500, 300), dark
            ),
            ("pies", shape("Sales by region", .pie(pie(five, series: kinds))), wide, light),
            ("pieSmall", shape("Sales by region", .pie(pie(sales))), Size(240, 190), dark),
            ("bullets", shape("Performance", .bullet(bullet(), isVertical: false)), wide, light),
            (
                "bulletsSeries",
                shape("Performance", .bullet(bullet(series: sellers), isVertical: false)), wide,
                light
            ),
            (
                "bulletsVertical",
                shape(
                    "Performance",
                    .bullet(
                        bullet(categories: regions, series: ["Female", "Male"]), isVertical: true)),
                wide, dark
            ),
            (
                "bulletsMany",
                shape("Stores", .bullet(bullet(categories: stores), isVertical: false)),
                Size(360, 260), light
            ),
            ("treemap", shape("Report", .treemap(treemap(groups: 5, items: 9))), wide, light),
            (
                "treemapDeep", shape("Report", .treemap(treemap(groups: 4, items: 4, parts: 5))),
                wide, dark
            ),
            (
                "treemapPlain",
                shape("Report", .treemap(treemap(groups: 5, items: 7, isColored: false))), wide,
                light
            ),
            (
                "treemap5000",
                shape("Report", .treemap(treemap(groups: 10, items: 20, parts: 25))),
                Size(1600, 1200), light
            ),
            ("table", shape("Indicators", .grid(richTable(rows: 6))), Size(820, 300), light),
            ("tableNarrow", shape("Indicators", .grid(richTable(rows: 30))), Size(380, 240), dark),
            ("drivers", shape("EVA", .diagram(valueDrivers(.full))), Size(1100, 680), .vallina),
            (
                "driversGoal", shape("EVA", .diagram(valueDrivers(.goalSeek))), Size(1100, 740),
                light
            ),
            (
                "driversSnapshot", shape("EVA", .diagram(valueDrivers(.snapshot))), Size(420, 280),
                .vallina
            ),
            ("driversTall", shape("EVA", .diagram(valueDrivers(.full))), Size(768, 940), dark),
            (
                "driversWide", shape("EVA", .diagram(valueDrivers(.full))), Size(1500, 480),
                .vallina
            ),
            ("panel", shape("Variables", .panel(controls)), Size(800, 200), light),
            ("panelNarrow", shape("Variables", .panel(controls)), Size(320, 330), dark),
        ]
    }

    static func dashboards(_ measure: any TextMeasure) -> [(String, Scene)] {
        func layout(_ theme: Theme) -> DashboardComposer {
            DashboardComposer(theme: theme, measure: measure)
        }
        let dashboard = sampleDashboard()
        var loose = dashboard
        loose.items = loose.items.map { DashboardPicture.Item($0.figure) }
        var figure = dashboard.items[2].figure
        figure.breadcrumbs = ["2012", "Quarter 2", "Bikes"]
        let full = FullViewPicture(
            figure: figure, filters: dashboard.filters, levels: ["Year", "Quarter", "Month"],
            level: 1, panels: [shape("Variables", .panel(controls))])
        return [
            ("dashboard", layout(.welterWeight).scene(dashboard, size: Size(1024, 1200))),
            ("dashboardDark", layout(.welterWeightDark).scene(dashboard, size: Size(1024, 1200))),
            ("dashboardLoose", layout(.welterWeight).scene(loose, size: Size(1024, 768))),
            ("fullView", layout(.welterWeight).scene(full, size: Size(1024, 768))),
        ]
    }
}
