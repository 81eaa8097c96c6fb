import Foundation
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Figures that nobody would make, but data does.
struct RandomFigureTests {
    private func value(_ random: inout Seeded) -> Double {
        switch random.int(0...20) {
        case 0, 1: .nan
        case 2: 0
        case 3: .infinity
        case 4: -1.7e308
        case 5: 1.7e308
        case 6: .leastNonzeroMagnitude
        case 7, 8: -Double(random.int(0...1000))
        default: Double(random.int(0...1000)) / 7
        }
    }

    private func calmValue(_ random: inout Seeded) -> Double {
        random.chance(0.1) ? .nan : Double(random.int(-300...1000)) / 7
    }

    private func text(_ random: inout Seeded) -> String {
        let words = [
            "Eastern", "", " ", "Q1 2009", "2010-05-10", "非常に長いラベルです", "مرحبا بالعالم", "🇩🇪👩‍👩‍👧",
            String(repeating: "very long ", count: 40), "<&>\"'", "\u{0}\n\t", "e\u{301}",
        ]
        return words[random.int(0...(words.count - 1))]
    }

    private func plot(_ random: inout Seeded) -> Plot {
        let isCalm = random.chance(0.5)
        let counts = [0, 1, 2, 5, 12, 40, 150, random.chance(0.1) ? 3000 : 7]
        let count = counts[random.int(0...7)]
        let layers = (0..<random.int(0...3)).map { _ in
            let kind = Plot.Kind.allCases[random.int(0...(Plot.Kind.allCases.count - 1))]
            let rows = random.int(0...6) == 0 ? 17 : random.int(0...4)
            return Plot.Layer(
                kind: kind, title: text(&random),
                series: (0..<rows).map { _ in
                    Plot.Series(text(&random), isVisible: random.chance(0.9))
                },
                values: (0..<random.int(0...3)).map { _ in
                    Plot.Values(
                        title: text(&random),
                        cells: (0..<random.int(0...rows)).map { _ in
                            (0..<(random.chance(0.9) ? count : random.int(0...count))).map { _ in
                                isCalm ? calmValue(&random) : value(&random)
                            }
                        })
                }, stacking: [nil, nil, .sum, .share(.plain)][random.int(0...3)])
        }
        var plot = Plot(
            categories: (0..<count).map {
                random.chance(0.5) ? Label("\($0)") : Label(text(&random))
            },
            categoryTitle: text(&random), layers: layers)
        if random.chance(0.2) {
            plot.positions = (0..<random.int(0...count)).map { _ in value(&random) }
            if random.chance(0.5) { plot.positionFormat = .plain }
        }
        if random.chance(0.1) { plot.totals = [0, random.int(0...5)] }
        plot.hasDualAxis = random.chance(0.4)
        if random.chance(0.3) { plot.reference = value(&random) }
        if random.chance(0.3) { plot.upperThreshold = value(&random) }
        if random.chance(0.3) { plot.lowerThreshold = value(&random) }
        if random.chance(0.3) { plot.predictiveStart = random.int(-1...count + 1) }
        if random.chance(0.3) {
            plot.selection.categories = [random.int(0...count)]
            plot.selection.series = random.chance(0.5) ? [random.int(0...4)] : []
        }
        if random.chance(0.3) {
            let low = Double.random(in: 0...1, using: &random)
            plot.range = low...Double.random(in: low...1, using: &random)
        }
        return plot
    }

    @Test(arguments: 1...40) func everythingIsFiniteAndWithinTheRectangleAndNoTextIsOverAnother(
        _ seed: UInt64
    ) {
        var random = Seeded(seed)
        let sides: [Double] = [0, 1, 17, 60, 133, 240, 400, 777, 1600]
        for round in 0..<25 {
            let rect = Rect(
                Double(random.int(0...50)), Double(random.int(0...50)), sides[random.int(0...8)],
                sides[random.int(0...8)])
            var figure = Figure(
                name: "random", title: text(&random), content: .plot(plot(&random)))
            if random.chance(0.3) { figure.notes = [text(&random), text(&random)] }
            if random.chance(0.3) { figure.breadcrumbs = (0..<4).map { _ in text(&random) } }
            let drawn = Drawn(figure, in: rect)
            // Half a pixel is what lines need to be sharp.
            let within = rect.extended(by: 0.51)
            let boxes = drawn.texts.map { TextBox($0) }
            for mark in drawn.marks where mark.shape.points.contains(where: { !within.holds($0) }) {
                Issue.record("round \(round): \(mark.shape) outside of \(rect)")
                return
            }
            for (index, box) in boxes.enumerated() {
                guard box.corners.allSatisfy(within.holds) else {
                    Issue.record("round \(round): '\(box.string)' outside of \(rect)")
                    return
                }
                if let other = boxes[..<index].first(where: { $0.overlaps(box) }) {
                    Issue.record(
                        "round \(round): '\(box.string)' over '\(other.string)' in \(rect)")
                    return
                }
            }
        }
    }
}

extension Rect {
    fileprivate func holds(_ point: Point) -> Bool {
        point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
    }

    fileprivate func extended(by length: Double) -> Rect {
        Rect(x - length, y - length, width + 2 * length, height + 2 * length)
    }
}
