import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct PlotGoldenTests {
    @Test(arguments: ["columns", "stack", "bars", "lines", "bubbles", "overlay"])
    func picturesMatchTheGoldenFiles(_ name: String) throws {
        try Golden.compare(svg(#require(plots[name])), name)
    }

    private func svg(_ plot: Plot) -> String {
        Golden.svg(ChartsPluginTests.figure(plot), Size(480, 300))
    }

    private var plots: [String: Plot] {
        var lines = plot(
            .line, categories: (2001...2010).map(String.init), series: ["Bikes", "Cars"],
            numbers(series: 2, categories: 10))
        lines.layers[0].values[0].cells[1][3] = .nan
        lines.predictiveStart = 7
        lines.reference = 120
        lines.upperThreshold = 200
        lines.selection.items = [Selection.Item(category: 5, series: 0)]
        var overlay = plot(.column, series: ["Sales"], [[12_000, 20_500, 15_000, 9000, 18_000]])
        overlay.layers.append(
            Plot.Layer(
                kind: .line, series: [Plot.Series("Margin")],
                values: [Plot.Values(title: "Margin", cells: [[9.4, 16.5, 12, 14, 10]])]))
        overlay.hasDualAxis = true
        return [
            "columns": plot(
                .column, series: ["Bikes", "Cars"],
                [[120, 95, 143, 61, 88], [40, -30, 0, 60, .nan]]),
            "stack": plot(
                .column, series: ["Bikes", "Cars"],
                [[120, 95, 143, 61, 88], [40, -30, 25, 60, 10]], stacking: .sum),
            "bars": plot(.bar, [[120, 95, 143, 61, 88]]),
            "lines": lines,
            "bubbles": plot(.bubble, [[3, 5, 2, 7, 4]], sizes: [[10, 40, 90, -5, 160]]),
            "overlay": overlay,
        ]
    }
}
