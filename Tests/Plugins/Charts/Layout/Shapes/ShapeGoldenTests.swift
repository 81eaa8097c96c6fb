import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct ShapeGoldenTests {
    @Test(arguments: ["pie", "pies", "bullets", "treemap", "table", "drivers"])
    func picturesMatchTheGoldenFiles(_ name: String) throws {
        let (figure, size) = try #require(figures[name])
        try Golden.compare(Golden.svg(figure, size), name)
    }

    @Test func aDashboardMatchesTheGoldenFile() throws {
        let scene = DashboardComposer(theme: .welterWeight, measure: FakeMeasure())
            .scene(sampleDashboard(), size: Size(1024, 1200))
        try Golden.compare(String(decoding: scene.svg(), as: UTF8.self), "dashboard")
    }

    private var figures: [String: (Figure, Size)] {
        let sales = [[412_000.0, 287_500, 198_200, 120_000, 64_000]]
        var selected = pie(sales)
        selected.selection.categories = [1]
        return [
            "pie": (shape("Sales by region", .pie(selected)), Size(480, 300)),
            "pies": (
                shape(
                    "Sales by region",
                    .pie(pie(sales + [[3, 0, 1, 1, 2]], series: ["Bikes", "Cars"]))),
                Size(480, 300)
            ),
            "bullets": (
                shape(
                    "Performance",
                    .bullet(bullet(series: ["Female", "Male"]), isVertical: false)),
                Size(480, 300)
            ),
            "treemap": (shape("Report", .treemap(treemap(groups: 3, items: 4))), Size(480, 300)),
            "table": (shape("Indicators", .grid(richTable(rows: 3))), Size(640, 200)),
            "drivers": (
                shape("Value drivers", .diagram(valueDrivers(.goalSeek))), Size(1000, 700)
            ),
        ]
    }
}
