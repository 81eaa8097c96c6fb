import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Histograms, box plots, waterfalls, candlesticks and donuts: their marks against arithmetic done by hand.
struct ChartKindTests {
    // MARK: Histogram

    private func histogram(
        _ numbers: [Double?], extra: String = "", values: String = #"<Value Expression="N"/>"#
    ) async throws -> (built: BuiltFigure, issues: [ChartIssue]) {
        try await KindsLab.built(
            "Histogram", category: "N", values: values, extra: extra,
            rows: .array(
                numbers.map { number in
                    ["N": number.map(Value.number) ?? .null, "W": .number((number ?? 0) * 2)]
                }))
    }

    @Test func aHistogramCountsRowsByIntervalsThatContainTheirLowerEnd() async throws {
        let (built, issues) = try await histogram(
            [0, 9.9, 10, 19, 20, 35, 40], extra: #"BinWidth="10""#)
        #expect(issues.isEmpty, "\(issues)")
        #expect(built.cells[""] == [2, 2, 1, 1, 1])
        #expect(
            built.categories.map(\.text) == [
                "0 – 10", "10 – 20", "20 – 30", "30 – 40", "40 – 50",
            ])
    }

    @Test func columnsOfAHistogramTouchAndFillTheAxis() async throws {
        let (built, _) = try await histogram([1, 2, 2, 5, 9, 11], extra: #"BinWidth="4""#)
        let drawn = Drawn(built.figure)
        let axis = try #require(DrawnAxis(drawn, ("0", 0), ("3", 3)))
        let rects = drawn.identified.compactMap(\.shape.rect)
        // 0 to 4: 1, 2, 2; 4 to 8: 5; 8 to 12: 9, 11.
        try #require(rects.count == 3)
        for (rect, count) in zip(rects, [3.0, 1, 2]) { #expect(axis.spans(rect, 0, count)) }
        for (rect, next) in zip(rects, rects.dropFirst()) {
            #expect((0...1).contains(next.minX - rect.maxX))
        }
        let labels = drawn.texts.filter { ["0", "12"].contains($0.string) && $0.anchor == .middle }
        #expect(abs((labels.first?.position.x ?? 0) - rects[0].minX) <= 1)
        #expect(abs((labels.last?.position.x ?? 0) - rects[2].maxX) <= 2)
    }

    private static let round: [([Double], Double)] = [
        ((0..<100).map(Double.init), 20), ([1, 2, 3, 4, 5, 6], 1),
        ([0.001, 0.002, 0.0035, 0.004, 0.0051], 0.001), ([7, 7, 7], 1),
    ]

    @Test(arguments: round)
    func binsHaveRoundWidths(_ numbers: [Double], _ width: Double) throws {
        let bins = try #require(HistogramBins(numbers, width: nil))
        #expect(abs(bins.bins.width - width) < 1e-12)
        for number in numbers {
            let bin = bins.bin(of: number)
            #expect(bins.bins.edge(bin) <= number + 1e-12)
            #expect(number < bins.bins.edge(bin + 1) - 1e-12)
        }
    }

    @Test func everyNumberIsInOneBin() throws {
        var random = Seeded(3)
        for _ in 0..<200 {
            let scale = [1e-6, 0.1, 1, 37, 1e9][random.int(0...4)]
            let numbers = (0..<random.int(1...300)).map { _ in
                Double(random.int(-1000...1000)) * scale
            }
            let width = random.chance(0.5) ? nil : Double(random.int(1...40)) * scale
            let bins = try #require(HistogramBins(numbers, width: width))
            for number in numbers {
                let bin = bins.bin(of: number)
                let slack = bins.bins.width * 1e-9
                #expect(bins.bins.edge(bin) - slack <= number)
                #expect(number <= bins.bins.edge(bin + 1) + slack)
            }
        }
    }

    @Test func rowsWithoutANumberAreNoted() async throws {
        let (built, _) = try await histogram([1, nil, 2])
        #expect(built.figure.notes == ["1 row has no number for N"])
        #expect(built.cells[""]?.reduce(0, +) == 2)
    }

    @Test func aHistogramMaySumUpAnotherColumn() async throws {
        let (built, _) = try await histogram(
            [1, 2, 12], extra: #"BinWidth="10""#,
            values: #"<Value Expression="W" Aggregate="Sum"/>"#)
        #expect(built.cells[""] == [6, 24])
    }

    @Test func aHistogramOfNamesIsAnError() async throws {
        let (built, issues) = try await KindsLab.built(
            "Histogram", category: "N", values: #"<Value Expression="N" Aggregate="Count"/>"#,
            rows: [["N": "red"], ["N": "blue"]])
        #expect(built.message == "column 'N' has no numbers")
        #expect(issues.contains { $0.level == .error && $0.hint?.contains("Column") == true })
    }

    // MARK: Box plot

    private static let ages: Value = .array(
        [1, 2, 3, 4, 5, 6, 7, 8, 30].map { ["Group": "A", "Age": .number($0)] }
            + [10, 20].map { ["Group": "B", "Age": .number($0)] })

    @Test func aBoxShowsQuartilesWhiskersAndOutliers() async throws {
        let (built, issues) = try await KindsLab.built(
            "BoxPlot", category: "Group", values: #"<Value Expression="Age" DisplayName="Age"/>"#,
            rows: Self.ages)
        #expect(issues.isEmpty, "\(issues)")
        let drawn = Drawn(built.figure)
        let axis = try #require(DrawnAxis(drawn, ("0", 0), ("30", 30)))
        // Of nine numbers, quartiles are the third, fifth and seventh; 30 is more than 7 + 1.5 * 4.
        let boxes = drawn.identified.compactMap(\.shape.rect)
        try #require(boxes.count == 2)
        #expect(axis.spans(boxes[0], 3, 7))
        // Of two numbers, quartiles are at a quarter of the way from one to the other.
        #expect(axis.spans(boxes[1], 12.5, 17.5))
        let circles = drawn.marks.compactMap { mark in
            if case .circle(let center, _) = mark.shape { center } else { nil }
        }
        #expect(circles.count == 1 && abs(circles[0].y - axis.y(30)) < 0.01)
        let lines = drawn.marks(in: .series).compactMap { mark in
            if case .line(let a, let b) = mark.shape, a.y == b.y { a.y } else { nil }
        }
        for value in [1, 5, 8, 10, 15, 20] as [Double] {
            #expect(lines.contains { abs($0 - axis.y(value)) < 0.01 }, "\(value)")
        }
        #expect(
            drawn.identified.first?.identity?.label
                == "A: median 5, quartiles 3 to 7, whiskers 1 to 8, 1 outlier")
    }

    // MARK: Waterfall

    private static let steps: Value = [
        ["Step": "Sales", "Amount": 100], ["Step": "Costs", "Amount": -70],
        ["Step": "Gross", "Amount": .null], ["Step": "Rent", "Amount": -50],
        ["Step": "Grant", "Amount": 10],
    ]

    @Test func aWaterfallColumnStartsWhereThePreviousOneEnds() async throws {
        let (built, issues) = try await KindsLab.built(
            "Waterfall", category: "Step", values: #"<Value Expression="Amount"/>"#,
            extra: #"Totals="Gross|Net""#, rows: Self.steps)
        #expect(issues.isEmpty, "\(issues)")
        #expect(
            built.categories.map(\.text) == ["Sales", "Costs", "Gross", "Rent", "Grant", "Net"])
        let drawn = Drawn(built.figure)
        let axis = try #require(DrawnAxis(drawn, ("0", 0), ("100", 100)))
        let rects = drawn.identified.compactMap(\.shape.rect)
        try #require(rects.count == 6)
        let ends: [(Double, Double)] = [
            (0, 100), (30, 100), (0, 30), (-20, 30), (-20, -10), (-10, 0),
        ]
        for (rect, (low, high)) in zip(rects, ends) {
            #expect(axis.spans(rect, low, high), "\(low) to \(high)")
        }
        let labels = drawn.identified.compactMap(\.identity?.label)
        #expect(labels.last == "Net: -10" && labels[2] == "Gross: 30")
        let colors = Theme.welterWeight.colors
        let fills = drawn.identified.map(\.paint.fill)
        #expect(fills[0] == .color(colors.good) && fills[1] == .color(colors.bad))
        #expect(fills[2] == fills[5] && fills[2] != fills[0])
    }

    @Test func aTotalThatIsNotTheSumIsAWarning() async throws {
        let rows: Value = [
            ["Step": "Sales", "Amount": 100], ["Step": "Costs", "Amount": -70],
            ["Step": "Net", "Amount": 31],
        ]
        let (built, issues) = try await KindsLab.built(
            "Waterfall", category: "Step", values: #"<Value Expression="Amount"/>"#,
            extra: #"Totals="Net""#, rows: rows)
        #expect(built.cells[""] == [100, -70, 30])
        #expect(built.figure.notes == ["the total 'Net' is 30, but its row has 31"])
        #expect(issues.map(\.level) == [.warning])
    }

    // MARK: Candlestick

    @Test func candlesShowTheFirstHighestLowestAndLastOfADay() async throws {
        let rows: Value = [
            ["Day": "2024-03-01", "Price": 10], ["Day": "2024-03-01", "Price": 14],
            ["Day": "2024-03-01", "Price": 8], ["Day": "2024-03-01", "Price": 12],
            ["Day": "2024-03-04", "Price": 12], ["Day": "2024-03-04", "Price": 9],
        ]
        let values = (1...4).map {
            "<Value Expression=\"Price\" ValueSequence=\"\($0)\"/>"
        }.joined()
        let (built, issues) = try await KindsLab.built(
            "Candlestick", category: "Day", values: values, rows: rows)
        #expect(issues.allSatisfy { $0.level == .note }, "\(issues)")
        let drawn = Drawn(built.figure)
        let axis = try #require(DrawnAxis(drawn, ("8", 8), ("14", 14)))
        let bodies = drawn.identified.compactMap(\.shape.rect)
        try #require(bodies.count == 2)
        #expect(axis.spans(bodies[0], 10, 12) && axis.spans(bodies[1], 9, 12))
        let wicks = drawn.marks(in: .series).compactMap { mark in
            if case .line(let a, let b) = mark.shape { (a, b) } else { nil }
        }
        #expect(abs(wicks[0].0.y - axis.y(14)) < 0.01 && abs(wicks[0].1.y - axis.y(8)) < 0.01)
        // Hollow where the price rises.
        let colors = Theme.welterWeight.colors
        #expect(drawn.identified[0].paint.fill == .color(colors.plotBackground))
        #expect(drawn.identified[1].paint.fill == .color(colors.bad))
        #expect(
            drawn.identified[0].identity?.label.hasSuffix("open 10, high 14, low 8, close 12")
                == true)
    }

    // MARK: Donut

    @Test func aDonutHasTheAnglesOfItsSharesAndTheSumInItsMiddle() async throws {
        let (built, issues) = try await KindsLab.built(
            "Donut", category: "Name", values: #"<Value Expression="V"/>"#,
            rows: [["Name": "A", "V": 50], ["Name": "B", "V": 25], ["Name": "C", "V": 25]])
        #expect(issues.isEmpty, "\(issues)")
        let drawn = Drawn(built.figure)
        #expect(drawn.texts.contains { $0.string == "100" })
        let paths = drawn.identified.compactMap { mark in
            if case .path(let path) = mark.shape { path.points } else { nil }
        }
        try #require(paths.count == 3)
        // A begins on the rim at 12 o'clock; half a turn later it ends at 6 o'clock.
        let top = paths[0][0]
        // After the start, two curves of three points each.
        let bottom = paths[0][6]
        #expect(abs(top.x - bottom.x) < 0.01)
        let center = Point(top.x, (top.y + bottom.y) / 2)
        let radius = bottom.y - center.y
        let distances = paths.joined().map { point in
            ((point.x - center.x) * (point.x - center.x)
                + (point.y - center.y) * (point.y - center.y)).squareRoot()
        }
        #expect((distances.min() ?? 0) > radius * 0.5)
        // B lies from 6 to 9 o'clock, C from there to 12.
        #expect(paths[1].allSatisfy { $0.x <= center.x + 0.01 && $0.y >= center.y - 0.01 })
        #expect(paths[2].allSatisfy { $0.x <= center.x + 0.01 && $0.y <= center.y + 0.01 })
    }
}
