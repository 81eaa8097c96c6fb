import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Scatter and bubble charts whose points are counted in hexagons.
struct HexagonTests {
    private func built(
        _ kind: String = "Scatter", extra: String = #"Hexagons="1""#, series: String = "",
        values: String = #"<Value Expression="Y"/><Value Expression="S" DisplayName="Size"/>"#,
        rows: [[String: Value]]? = nil
    ) async throws -> (built: BuiltFigure, issues: [ChartIssue]) {
        let cloud: [[String: Value]] = (0..<600).map { row in
            // Half of the points are at one place.
            let at = row % 2 == 0 ? 50.0 : Double(row % 97)
            return ["X": .number(at), "Y": .number(at), "S": 2, "K": .string("k\(row % 2)")]
        }
        return try await KindsLab.built(
            kind, category: "X", series: series, values: values, extra: extra,
            rows: .array((rows ?? cloud).map { .object(Value.Members($0.map { ($0, $1) })) }))
    }

    private func colors(_ drawn: Drawn) -> [Mark] {
        drawn.marks(in: .series).filter { if case .path = $0.shape { true } else { false } }
    }

    @Test func theFullestHexagonHasAColorOfItsOwn() async throws {
        let drawn = Drawn(try await built().built.figure)
        let marks = colors(drawn)
        #expect(marks.count > 1)
        // One hexagon: six corners.
        #expect(marks.last?.shape.points.count == 6)
    }

    @Test func theLegendShowsTheNumberOfPointsOfAColor() async throws {
        let texts = Drawn(try await built().built.figure).texts.map(\.string)
        #expect(texts.contains("Points"))
        // 300 points at one place, and three that come by.
        #expect(texts.contains("400") && texts.contains("200"))
    }

    @Test func hexagonsOfABubbleChartAddUpSizes() async throws {
        let texts = Drawn(try await built("Bubble").built.figure).texts.map(\.string)
        #expect(texts.contains("Size") && !texts.contains("Points"))
        #expect(texts.contains("800") || texts.contains("600"))
    }

    @Test func everyPointIsInTheHexagonAroundIt() {
        let rect = Rect(10, 20, 300, 200)
        var random = Seeded(3)
        for _ in 0..<200 {
            var hexagons = Hexagons(in: rect)
            let x = Double.random(in: 10...310, using: &random)
            let y = Double.random(in: 20...220, using: &random)
            hexagons.add(1, x: x, y: y)
            let corners = hexagons.paths { _ in 0 }[0].path.points
            let middle = corners.reduce(Point(0, 0)) {
                Point($0.x + $1.x / 6, $0.y + $1.y / 6)
            }
            let distance = ((x - middle.x) * (x - middle.x) + (y - middle.y) * (y - middle.y))
                .squareRoot()
            #expect(distance <= hexagons.radius + 1e-9)
        }
    }

    @Test func eachHexagonIsAClosedShape() {
        var hexagons = Hexagons(in: Rect(0, 0, 300, 200))
        hexagons.add(1, x: 10, y: 10)
        hexagons.add(1, x: 200, y: 150)
        let verbs = hexagons.paths { _ in 0 }[0].path.verbs
        let one: [Path.Verb] = [.move, .line, .line, .line, .line, .line, .close]
        #expect(verbs == one + one)
    }

    @Test func namesHaveNoHexagons() async throws {
        let (built, issues) = try await built(rows: [
            ["X": "a", "Y": 1, "S": 1], ["X": "b", "Y": 2, "S": 1],
        ])
        #expect(
            issues.map(\.message).contains {
                $0.contains("Hexagons requires categories that are numbers or dates")
            })
        #expect(colors(Drawn(built.figure)).isEmpty)
    }

    @Test(arguments: [
        ("Column", "", "only scatter and bubble charts use Hexagons"),
        ("Scatter", #"<Series Column="K"/>"#, "hexagons count the points of all series"),
        ("Scatter", #"<Facet Column="K"/>"#, "no effect in a chart with <Facet>"),
    ])
    func metadataThatHexagonsDoNotSupportIsAWarning(
        kind: String, child: String, warning: String
    ) {
        let read = metadata(
            dashboard: """
                <Chart Name="C" ChartType="\(kind)" Query="Q"><Category Column="X" Hexagons="1"/>\(child)
                <Values><Value Expression="Y"/></Values></Chart>
                """)
        #expect(read.issues.contains { "\($0.message) \($0.hint ?? "")".contains(warning) })
    }
}
