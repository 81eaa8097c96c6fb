import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct GridLayoutTests {
    @Test func numbersAreRightAligned() {
        let drawn = Drawn(shape("Indicators", .grid(richTable())), in: Rect(0, 0, 900, 400))
        let actual = drawn.texts.filter { $0.anchor == .end && $0.string.hasPrefix("$1") }
        #expect(Set(actual.map(\.position.x)).count <= 3)
    }

    @Test func numbersAreNeverCutOff() {
        for width in stride(from: 120.0, through: 900, by: 60) {
            let drawn = Drawn(shape("Indicators", .grid(richTable())), in: Rect(0, 0, width, 300))
            #expect(!drawn.texts.contains { $0.string.contains("$") && $0.full != nil })
        }
    }

    @Test func columnsWithoutRoomAreCounted() {
        let drawn = Drawn(shape("Indicators", .grid(richTable())), in: Rect(0, 0, 240, 300))
        #expect(drawn.texts.contains { $0.string.hasSuffix("columns not shown") })
    }

    @Test func headersOfANarrowTableAreNotShortened() {
        var table = Grid(
            columns: ["Country", "Alpha", "Beta amount", "Gamma"].map { title in
                Grid.Column(title: title, content: .text(["30000"], isNumber: true, colors: []))
            }, rowCount: 1)
        table.columns[0].content = .text(["United Arab Emirates"], isNumber: false, colors: [])
        table.columns[0].isHeader = true
        let drawn = Drawn(shape("Amounts", .grid(table)), in: Rect(0, 0, 316, 300))
        #expect(drawn.texts.contains { $0.string == "Gamma" })
        #expect(drawn.texts.allSatisfy { $0.full == nil })
    }

    @Test func aColumnHasTheWidthOfTheMetadata() throws {
        let table = Grid(
            columns: [("Left", 500), ("Right", nil)].map { title, width in
                Grid.Column(
                    title: title, content: .text(["a"], isNumber: false, colors: []), width: width)
            }, rowCount: 1)
        let texts = Drawn(shape("Two", .grid(table)), in: Rect(0, 0, 640, 300)).texts
        let left = try #require(texts.first { $0.string == "Left" })
        let right = try #require(texts.first { $0.string == "Right" })
        #expect(right.position.x - left.position.x >= 500)
    }

    @Test func rowsWithoutRoomAreCounted() {
        let drawn = Drawn(
            shape("Indicators", .grid(richTable(rows: 300))), in: Rect(0, 0, 800, 300))
        let rows = drawn.identified.count
        #expect(rows > 4 && rows < 12)
        #expect(drawn.texts.contains { $0.string == "rows 1–\(rows) of 300" })
    }

    @Test func aVarianceHasASignInAdditionToItsColour() {
        let drawn = Drawn(shape("Indicators", .grid(richTable())), in: Rect(0, 0, 900, 400))
        let triangles = drawn.marks.count { mark in
            if case .path = mark.shape { return true }
            return false
        }
        #expect(triangles == 4)
    }

    @Test func namedColoursCanBeReadOnEveryGround() {
        for theme in Theme.builtIn {
            for name in ["green", "RED", "yellow", "#fff", "#000000", "Blue", "lime"] {
                let color = theme.namedColor(name, on: theme.colors.band)
                #expect((color?.contrast(with: theme.colors.band) ?? 0) >= 4.5)
            }
            #expect(theme.namedColor("chartreuse-ish", on: .white) == nil)
            #expect(theme.namedColor("#12", on: .white) == nil)
        }
    }

    @Test func aRowIsLabelledWithItsTexts() {
        let drawn = Drawn(shape("Indicators", .grid(richTable())), in: Rect(0, 0, 900, 400))
        let label = drawn.identified.first?.identity?.label ?? ""
        #expect(label.hasPrefix("Net revenue, $90,000"))
    }

    @Test func sparklinesKeepPeaksOfManyValues() {
        var values = [Double](repeating: 1, count: 50_000)
        values[31_234] = 100
        let spark = Sparkline(
            plot: plot(.line, categories: values.indices.map { "\($0)" }, [values]),
            layout: ChartLayout(theme: .welterWeight, measure: FakeMeasure()))
        guard case .group(let group)? = spark.node(in: Rect(0, 0, 100, 20)) else {
            Issue.record("no sparkline")
            return
        }
        let points = Drawn(group).marks.flatMap(\.shape.points)
        let heights = points.map(\.y)
        #expect((heights.max() ?? 0) - (heights.min() ?? 0) > 6)
        #expect(points.count < 1500)
    }
}
