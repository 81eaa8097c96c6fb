import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct HeatMapTests {
    private static let rows: Value = [
        ["Hour": 8, "Day": "Mon", "Visits": 0], ["Hour": 9, "Day": "Mon", "Visits": 50],
        ["Hour": 8, "Day": "Tue", "Visits": 100],
    ]

    private func drawn(_ rows: Value = rows, actions: [ChartAction] = []) async throws -> Drawn {
        let (built, issues) = try await KindsLab.built(
            "HeatMap", category: "Hour", series: #"<Series Column="Day"/>"#,
            values: #"<Value Expression="Visits" DisplayName="Visits"/>"#, rows: rows,
            actions: actions)
        #expect(issues.isEmpty, "\(issues)")
        return Drawn(built.figure)
    }

    @Test func cellsLieInTheRowOfTheirSeriesAndTheColumnOfTheirCategory() async throws {
        let drawn = try await drawn()
        let rects = drawn.identified.compactMap(\.shape.rect)
        try #require(rects.count == 3)
        #expect(rects[0].y == rects[1].y && rects[1].x > rects[0].maxX)
        #expect(rects[2].x == rects[0].x && rects[2].y > rects[0].maxY)
        #expect(
            drawn.identified.compactMap(\.identity?.label) == [
                "8, Mon: 0", "9, Mon: 50", "8, Tue: 100",
            ])
    }

    @Test func coloursAreThoseOfTheLegend() async throws {
        let drawn = try await drawn()
        let scale = Theme.welterWeight.sequential
        let wanted = [0, 0.5, 1].map { Paint.Fill.color(scale.color(at: $0)) }
        #expect(drawn.identified.map(\.paint.fill) == wanted)
        for label in ["0", "50", "100", "Mon", "Tue", "8", "9"] {
            #expect(drawn.texts.contains { $0.string == label }, "\(label)")
        }
    }

    @Test(arguments: [([2, 3, 1], ["1", "2", "3"]), ([3, 2, 1], ["3", "2", "1"])])
    func rowsThatAreNumbersAreInTheirOrder(_ sizes: [Int64], _ expected: [String]) async throws {
        let rows: Value = .array(
            sizes.map { ["Hour": 8, "Day": .integer($0), "Visits": .integer($0 * 10)] })
        let built = try await KindsLab.built(
            "HeatMap", category: "Hour", series: #"<Series Column="Day"/>"#,
            values: #"<Value Expression="Visits"/>"#, rows: rows
        ).built
        #expect(built.series.map(\.text) == expected)
        let labels = Drawn(built.figure).identified.compactMap(\.identity?.label)
        #expect(labels == expected.map { "8, \($0): \($0)0" })
    }

    @Test func allCellsHaveTheirNumberOrNone() async throws {
        let rows: Value = .array(
            (0..<12).map { ["Hour": .integer($0), "Day": "Mon", "Visits": .integer($0 * 3)] })
        let built = try await KindsLab.built(
            "HeatMap", category: "Hour", series: #"<Series Column="Day"/>"#,
            values: #"<Value Expression="Visits"/>"#, rows: rows
        ).built
        for width in stride(from: 120.0, through: 420, by: 20) {
            let drawn = Drawn(built.figure, in: Rect(0, 0, width, 200))
            let count = drawn.texts.count { text in
                text.anchor == .middle
                    && drawn.identified.contains { mark in
                        mark.shape.rect.map {
                            $0.contains(Rect(text.position.x, text.position.y, 0, 0))
                        } == true
                    }
            }
            #expect(count == 0 || count == 12, "\(width): \(count)")
        }
    }

    @Test func missingCellsAreEmptyAndHiddenSeriesHaveNoRow() async throws {
        let drawn = try await drawn(actions: [.show(series: "Mon", false)])
        #expect(drawn.identified.compactMap(\.identity?.label) == ["8, Tue: 100"])
    }

    @Test func thousandsOfCellsAreAFewMarks() async throws {
        let rows: Value = .array(
            (0..<3000).map {
                [
                    "Hour": .number(Double($0 % 100)), "Day": .string("\($0 / 100)"),
                    "Visits": .number(Double($0)),
                ]
            })
        let drawn = try await drawn(rows)
        #expect(drawn.identified.isEmpty)
        let rects = drawn.marks(in: .series).map { mark in
            if case .rects(let rects) = mark.shape { rects.count } else { 0 }
        }
        #expect(rects.reduce(0, +) == 3000 && rects.count <= 64)
    }
}
