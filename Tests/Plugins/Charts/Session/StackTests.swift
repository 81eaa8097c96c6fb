import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Columns, bars and areas that stand on one another, as amounts and as parts of 100 %.
struct StackTests {
    private static let rows: Value = [
        ["Region": "East", "Product": "Bikes", "Sales": 30],
        ["Region": "East", "Product": "Cars", "Sales": 10],
        ["Region": "West", "Product": "Bikes", "Sales": 45],
        ["Region": "West", "Product": "Cars", "Sales": 15],
        ["Region": "West", "Product": "Boats", "Sales": 20],
    ]

    private func drawn(
        _ kind: String, rows: Value = rows, actions: [ChartAction] = []
    ) async throws -> Drawn {
        let (built, issues) = try await KindsLab.built(
            kind, category: "Region", series: #"<Series Column="Product"/>"#,
            values: #"<Value Expression="Sales" DisplayName="Sales"/>"#, rows: rows,
            actions: actions)
        #expect(issues.isEmpty, "\(issues)")
        return Drawn(built.figure)
    }

    private func rects(_ drawn: Drawn, _ category: Int) -> [Rect] {
        drawn.identified.filter { $0.identity?.category == category }.compactMap(\.shape.rect)
    }

    @Test func columnsOf100PercentShowShares() async throws {
        let drawn = try await drawn("PercentColumn")
        let axis = try #require(DrawnAxis(drawn, ("0%", 0), ("100%", 1)))
        let (east, west) = (rects(drawn, 0), rects(drawn, 1))
        try #require(east.count == 2 && west.count == 3)
        #expect(axis.spans(east[0], 0, 0.75) && axis.spans(east[1], 0.75, 1))
        // 45, 15 and 20 of 80.
        #expect(axis.spans(west[0], 0, 0.5625) && axis.spans(west[1], 0.5625, 0.75))
        #expect(axis.spans(west[2], 0.75, 1))
        #expect(drawn.texts.allSatisfy { $0.string != "120%" })
    }

    @Test func marksAreLabelledWithNumberAndShare() async throws {
        let labels = try await drawn("PercentBar").identified.compactMap(\.identity?.label)
        #expect(labels.contains("West, Boats: 20, 25%"))
        #expect(labels.contains("East, Bikes: 30, 75%"))
    }

    @Test func hiddenSeriesAreNoPartOf100Percent() async throws {
        let drawn = try await drawn(
            "PercentColumn", actions: [.show(series: "Bikes", false)])
        let axis = try #require(DrawnAxis(drawn, ("0%", 0), ("100%", 1)))
        #expect(axis.spans(rects(drawn, 0)[0], 0, 1))
        #expect(axis.spans(rects(drawn, 1)[0], 0, 15.0 / 35))
    }

    @Test func sharesBelowZeroHangBelowZero() async throws {
        let rows: Value = [
            ["Region": "East", "Product": "Bikes", "Sales": 30],
            ["Region": "East", "Product": "Cars", "Sales": -10],
        ]
        let drawn = try await drawn("PercentColumn", rows: rows)
        let axis = try #require(DrawnAxis(drawn, ("0%", 0), ("80%", 0.8)))
        let rects = rects(drawn, 0)
        #expect(axis.spans(rects[0], 0, 0.75) && axis.spans(rects[1], -0.25, 0))
    }

    @Test func barsAreStackedFromTheLeft() async throws {
        let drawn = try await drawn("StackedBar")
        let west = rects(drawn, 1)
        let unit = west[0].width / 45
        #expect(west[1].minX == west[0].maxX && west[2].minX == west[1].maxX)
        #expect(abs(west[1].width - 15 * unit) <= 1 && abs(west[2].width - 20 * unit) <= 1)
        #expect(Set(west.map(\.y)).count == 1)
    }

    @Test func areasAreStacked() async throws {
        let drawn = try await drawn("StackedArea")
        let axis = try #require(DrawnAxis(drawn, ("0", 0), ("80", 80)))
        let paths = drawn.marks.filter { $0.identity == nil }.compactMap { mark in
            if case .path(let path) = mark.shape { path.points } else { nil }
        }
        try #require(paths.count == 3)
        func has(_ points: [Point], _ values: [Double]) -> Bool {
            let heights = points.map(\.y)
            return values.allSatisfy { value in heights.contains { abs($0 - axis.y(value)) < 0.01 }
            }
        }
        #expect(has(paths[0], [0, 30, 45]))
        #expect(has(paths[1], [30, 40, 45, 60]))
        // East has no boats: their area has no height there.
        #expect(has(paths[2], [40, 60, 80]))
        #expect(drawn.identified.count == 5)
    }
}
