import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct DiagramLayoutTests {
    @Test(arguments: [Size(1400, 600), Size(800, 1000), Size(420, 280)])
    func linesOfTheValueDriversCrossNoBoxAndNoLine(_ size: Size) {
        let diagram = valueDrivers(.full)
        let geometry = DiagramGeometry(
            nodeCount: diagram.nodes.count, edges: diagram.edges.map { ($0.from, $0.to) },
            box: Size(130, 40), in: Rect(0, 0, size.width, size.height))
        #expect(geometry.layers.crossings == 0)
        for (edge, line) in zip(diagram.edges, geometry.lines) {
            #expect(line.count >= 2)
            for (index, box) in geometry.boxes.enumerated()
            where index != edge.from && index != edge.to {
                #expect(!curve(line, geometry.isHorizontal).contains { box.inset(by: 1).holds($0) })
            }
        }
    }

    @Test(arguments: 1...30) func linesOfAnyDiagramCrossNoBox(_ seed: UInt64) {
        var random = Seeded(seed)
        let count = random.int(2...25)
        let edges = (0..<random.int(1...40)).map { _ in
            (from: random.int(0...count - 1), to: random.int(0...count - 1))
        }
        let geometry = DiagramGeometry(
            nodeCount: count, edges: edges, box: Size(60, 24), in: Rect(0, 0, 2500, 1500))
        for (edge, line) in zip(edges, geometry.lines) where line.count > 1 {
            for (index, box) in geometry.boxes.enumerated()
            where index != edge.from && index != edge.to {
                #expect(!curve(line, geometry.isHorizontal).contains { box.inset(by: 1).holds($0) })
            }
        }
        for (index, box) in geometry.boxes.enumerated() {
            #expect(!geometry.boxes[(index + 1)...].contains { $0.inset(by: 0.6).intersects(box) })
        }
    }

    /// Points of the curve that is drawn through the points of a line.
    private func curve(_ line: [Point], _ isHorizontal: Bool) -> [Point] {
        zip(line, line.dropFirst()).flatMap { from, to in
            (0...20).map { step -> Point in
                let part = Double(step) / 20
                // Tangents along the axis: the weights of the first half of the control points are those of
                // the start.
                let blend = part * part * (3 - 2 * part)
                let along =
                    3 * part * (1 - part) * 0.5 + part * part * part
                return isHorizontal
                    ? Point(from.x + (to.x - from.x) * along, from.y + (to.y - from.y) * blend)
                    : Point(from.x + (to.x - from.x) * blend, from.y + (to.y - from.y) * along)
            }
        }
    }

    @Test func aNodeIsFullyLabelled() {
        let drawn = Drawn(
            shape("Drivers", .diagram(valueDrivers(.full))), in: Rect(0, 0, 1100, 700))
        let labels = drawn.identified.map { $0.identity?.label ?? "" }
        #expect(labels[4] == "Net Assets: 800, changed by +12.5%, set by hand")
        #expect(labels[0].hasSuffix("stored value differs from its formula"))
        #expect(labels[11] == "EBIT: 200, 2 alerts")
        #expect(drawn.texts.count { $0.string == "≠" } == 2)
    }

    @Test func aSmallSnapshotKeepsTheDefaultNodeAndItsCauses() {
        let drawn = Drawn(
            shape("Drivers", .diagram(valueDrivers(.snapshot))), in: Rect(0, 0, 420, 280))
        let shown = drawn.identified.map { $0.identity?.category ?? -1 }
        #expect(shown.contains(0) && shown.contains(1) && shown.contains(2))
        #expect(shown.count < 21)
        #expect(drawn.texts.contains { $0.string == "42.24" })
    }

    /// Names that are shorter than the least width of a box.
    @Test func aSnapshotOfShortNamesHasTexts() {
        let nodes = ["Tax", "A", "B"].map { DiagramPicture.Node(name: $0, text: $0, value: "5") }
        let diagram = DiagramPicture(
            nodes: nodes, edges: [.init(from: 1, to: 0), .init(from: 2, to: 0)])
        let drawn = Drawn(shape("D", .diagram(diagram)), in: Rect(0, 0, 420, 300))
        #expect(drawn.texts.map(\.string).contains("Tax"))
    }

    @Test func aSmallFullDiagramShowsAllBoxes() {
        let drawn = Drawn(shape("Drivers", .diagram(valueDrivers(.full))), in: Rect(0, 0, 200, 150))
        #expect(drawn.identified.count == 21)
    }

    @Test func aGoalIsSoughtWithHandles() {
        func handles(_ mode: DiagramPicture.Mode) -> Int {
            Drawn(shape("Drivers", .diagram(valueDrivers(mode))), in: Rect(0, 0, 1200, 800))
                .marks.count { mark in
                    if case .circle(_, 4.5) = mark.shape { return true }
                    return false
                }
        }
        #expect(handles(.goalSeek) == 21)
        #expect(handles(.full) == 0)
    }

    @Test func aCycleIsDrawn() {
        var diagram = valueDrivers(.full)
        diagram.edges.append(DiagramPicture.Edge(from: 0, to: 20))
        diagram.edges.append(DiagramPicture.Edge(from: 3, to: 3))
        diagram.edges.append(DiagramPicture.Edge(from: 3, to: 99))
        let drawn = Drawn(shape("Drivers", .diagram(diagram)), in: Rect(0, 0, 1100, 700))
        #expect(drawn.identified.count == 21)
    }
}

extension Rect {
    fileprivate func holds(_ point: Point) -> Bool {
        width > 0 && height > 0 && contains(Rect(point.x, point.y, 0, 0))
    }
}
