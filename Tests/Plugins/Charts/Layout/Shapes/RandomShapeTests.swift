import Foundation
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Shapes that nobody would make, but data does.
struct RandomShapeTests {
    @Test(arguments: 1...30) func everythingIsFiniteAndWithinTheRectangleAndNoTextIsOverAnother(
        _ seed: UInt64
    ) {
        var random = Seeded(seed)
        let sides: [Double] = [0, 1, 17, 60, 133, 240, 400, 777, 1200]
        for round in 0..<25 {
            let rect = Rect(
                Double(random.int(0...50)), Double(random.int(0...50)), sides[random.int(0...8)],
                sides[random.int(0...8)])
            var figure = shape(text(&random), content(&random))
            if random.chance(0.3) { figure.notes = [text(&random)] }
            if let fault = fault(Drawn(figure, in: rect), in: rect) {
                Issue.record("round \(round), \(kind(figure)): \(fault) in \(rect)")
            }
        }
    }

    private func fault(_ drawn: Drawn, in rect: Rect) -> String? {
        // Half a pixel is what lines need to be sharp.
        let within = rect.inset(by: -0.76)
        func holds(_ point: Point) -> Bool {
            point.x >= within.minX && point.x <= within.maxX && point.y >= within.minY
                && point.y <= within.maxY
        }
        for mark in drawn.marks where !mark.shape.points.allSatisfy(holds) {
            return "\(mark.shape) outside"
        }
        let boxes = drawn.texts.map { TextBox($0) }
        for (index, box) in boxes.enumerated() {
            if !box.corners.allSatisfy(holds) { return "'\(box.string)' outside" }
            if let other = boxes[..<index].first(where: { $0.overlaps(box) }) {
                return "'\(box.string)' over '\(other.string)'"
            }
        }
        return nil
    }

    private func kind(_ figure: Figure) -> String {
        switch figure.content {
        case .plot: "plot"
        case .pie: "pie"
        case .bullet(_, let isVertical): isVertical ? "vertical bullet" : "bullet"
        case .treemap: "treemap"
        case .grid: "grid"
        case .diagram(let diagram): "diagram, \(diagram.mode)"
        case .panel: "panel"
        case .heatMap: "heat map"
        case .indicator: "indicator"
        case .multiples: "multiples"
        case .message: "message"
        }
    }

    private func content(_ random: inout Seeded) -> Figure.Content {
        switch random.int(0...10) {
        case 0: .pie(plot(.pie, &random))
        case 7: .pie(plot(.donut, &random))
        case 8: .heatMap(plot(.column, &random))
        case 9:
            .multiples(
                Multiples(
                    panels: (0..<random.int(0...7)).map { _ in
                        Multiples.Panel(title: text(&random), plot: plot(.line, &random))
                    }))
        case 10:
            .indicator(
                Indicator(
                    label: text(&random), title: text(&random), value: text(&random),
                    change: random.chance(0.5)
                        ? Indicator.Change(
                            text: "+5.2%", against: text(&random), direction: .up, isGood: true)
                        : nil,
                    spark: plot(.line, &random)))
        case 1: .bullet(plot(.bullet, &random), isVertical: random.chance(0.5))
        case 2: .treemap(treemap(&random))
        case 3: .grid(grid(&random))
        case 4: .diagram(diagram(&random))
        case 5: .panel(panel(&random))
        default: .message(text(&random))
        }
    }

    private func value(_ random: inout Seeded) -> Double {
        switch random.int(0...14) {
        case 0: .nan
        case 1: 0
        case 2: .infinity
        case 3: -1.7e308
        case 4: 1.7e308
        case 5: .leastNonzeroMagnitude
        case 6: -Double(random.int(0...1000))
        default: Double(random.int(0...1000)) / 7
        }
    }

    private func text(_ random: inout Seeded) -> String {
        let words = [
            "Eastern", "", " ", "Q1 2009", "2010-05-10", "非常に長いラベルです", "مرحبا بالعالم", "🇩🇪👩‍👩‍👧",
            String(repeating: "very long ", count: 40), "<&>\"'", "\u{0}\n\t", "e\u{301}",
        ]
        return words[random.int(0...(words.count - 1))]
    }

    private func plot(_ kind: Plot.Kind, _ random: inout Seeded) -> Plot {
        let count = [0, 1, 2, 5, 9, 30, 300][random.int(0...6)]
        let series = [0, 1, 1, 1, 2, 5, 17][random.int(0...6)]
        var plot = Plot(
            categories: (0..<count).map { _ in Label(text(&random)) },
            layers: random.chance(0.05)
                ? []
                : [
                    Plot.Layer(
                        kind: kind,
                        series: (0..<series).map { _ in
                            Plot.Series(text(&random), isVisible: random.chance(0.9))
                        },
                        values: (0..<random.int(0...5)).map { _ in
                            Plot.Values(
                                title: text(&random),
                                cells: (0..<(random.chance(0.9) ? series : random.int(0...series)))
                                    .map { _ in (0..<count).map { _ in value(&random) } })
                        })
                ])
        plot.isSorted = random.chance(0.5)
        if random.chance(0.4) { plot.selection.categories = [random.int(0...5)] }
        if random.chance(0.3) { plot.range = 0.4...0.7 }
        return plot
    }

    private func tiles(_ depth: Int, _ random: inout Seeded) -> [Treemap.Tile] {
        (0..<random.int(0...(depth == 0 ? 40 : 6))).map { _ in
            Treemap.Tile(
                label: text(&random), size: value(&random), color: value(&random),
                children: depth > 0 && random.chance(0.7) ? tiles(depth - 1, &random) : [])
        }
    }

    private func treemap(_ random: inout Seeded) -> Treemap {
        Treemap(
            roots: tiles(random.int(0...3), &random), sizeTitle: text(&random),
            colorTitle: text(&random), selection: Selection(categories: [random.int(0...3)]))
    }

    private func grid(_ random: inout Seeded) -> Grid {
        let rows = [0, 1, 3, 20, 400][random.int(0...4)]
        let columns = (0..<random.int(0...9)).map { _ -> Grid.Column in
            // Less than there are rows, as a broken query may answer.
            let count = random.chance(0.9) ? rows : rows / 2
            let texts = (0..<count).map { _ in text(&random) }
            let content: Grid.Content =
                switch random.int(0...2) {
                case 0: .text(texts, isNumber: random.chance(0.5), colors: ["green", nil, "#f0f"])
                case 1: .charts((0..<min(count, 30)).map { _ in sparkPlot(&random) })
                default: .variance((0..<count).map { _ in value(&random) }, texts: texts)
                }
            return Grid.Column(
                title: text(&random), content: content,
                width: random.chance(0.2) ? value(&random) : nil, isHeader: random.chance(0.2))
        }
        return Grid(
            columns: columns, rowCount: rows, selection: Selection(categories: [0, 2]))
    }

    private func sparkPlot(_ random: inout Seeded) -> Plot {
        plot(Plot.Kind.allCases[random.int(0...(Plot.Kind.allCases.count - 1))], &random)
    }

    private func diagram(_ random: inout Seeded) -> DiagramPicture {
        let count = [0, 1, 2, 8, 21, 60][random.int(0...5)]
        let nodes = (0..<count).map { index in
            DiagramPicture.Node(
                name: "n\(index)", text: text(&random), value: text(&random),
                change: random.chance(0.3) ? text(&random) : nil, isDefault: index == 0,
                isPinned: random.chance(0.2), isSelected: random.chance(0.2),
                disagrees: random.chance(0.2), alerts: random.chance(0.3) ? random.int(0...200) : 0,
                hasCharts: random.chance(0.3), lever: random.chance(0.5) ? value(&random) : nil)
        }
        let edges = (0..<random.int(0...(count * 2))).map { _ in
            DiagramPicture.Edge(from: random.int(-1...count), to: random.int(0...count))
        }
        return DiagramPicture(
            nodes: nodes, edges: edges, mode: DiagramPicture.Mode.allCases[random.int(0...2)])
    }

    private func panel(_ random: inout Seeded) -> Panel {
        Panel(
            controls: (0..<random.int(0...12)).map { _ in
                let kinds: [Panel.Kind] = [
                    .toggle(isOn: random.chance(0.5)), .slider(value(&random)), .choice, .field,
                ]
                return Panel.Control(
                    title: text(&random), value: text(&random), kind: kinds[random.int(0...3)])
            })
    }
}
