import Foundation
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Whole pictures beside those that were looked at and found right: `Tests/Golden/Charts`, one shape a line.
///
/// A change shows as the first lines that differ; `PERILUNE_RECORD=1` writes the pictures anew.
struct PlotGoldenTests {
    @Test(arguments: ["columns", "stack", "bars", "lines", "bubbles", "overlay"])
    func picturesAreAsTheyWere(_ name: String) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Golden/Charts/\(name).svg").standardized
        let drawn = try svg(#require(plots[name]))
        if ProcessInfo.processInfo.environment["PERILUNE_RECORD"] != nil {
            try Data(drawn.utf8).write(to: file)
            return
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        let (new, old) = (lines(drawn), lines(golden))
        let first = zip(new, old).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let place = first ?? min(new.count, old.count)
        #expect(
            new == old,
            """
            \(name).svg differs from line \(place + 1) on
            - \(old.dropFirst(place).prefix(3).joined(separator: "\n- "))
            + \(new.dropFirst(place).prefix(3).joined(separator: "\n+ "))
            """)
    }

    private func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private func svg(_ plot: Plot) -> String {
        let layout = ChartLayout(theme: .welterWeight, measure: FakeMeasure())
        let figure = ChartsPluginTests.figure(plot)
        let group = layout.group(figure, in: Rect(0, 0, 480, 300))
        let scene = Scene(
            size: Size(480, 300), title: figure.title, description: group.label ?? "",
            nodes: [.group(group)])
        return String(decoding: scene.svg(), as: UTF8.self)
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
                .stackedColumn, series: ["Bikes", "Cars"],
                [[120, 95, 143, 61, 88], [40, -30, 25, 60, 10]]),
            "bars": plot(.bar, [[120, 95, 143, 61, 88]]),
            "lines": lines,
            "bubbles": plot(.bubble, [[3, 5, 2, 7, 4]], sizes: [[10, 40, 90, -5, 160]]),
            "overlay": overlay,
        ]
    }
}
