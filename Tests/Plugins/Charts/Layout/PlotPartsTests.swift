import Foundation
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Labels at the ends of an axis that are moved inwards.
struct AxisEndTests {
    @Test(arguments: [260.0, 300, 340, 380, 420, 460, 520, 600])
    func labelsOfNumbersDoNotOverlap(width: Double) throws {
        let measure = FakeMeasure()
        let font = Theme.welterWeight.fonts.axis
        for decimals in [0, 4] {
            let step = decimals == 0 ? 5000 : 0.0001
            let ticks = (0...41).map { Double($0) * step }
            let scale = LinearScale(
                between: 0...(41 * step), ticks: ticks, decimals: decimals, from: 20, to: width)
            let labels = ValueLabels(
                scale, format: .plain, color: .black, font: font,
                fit: TextFit(measure: measure))
            let texts = labels.horizontalAxisLabels(on: scale, below: 0, bounds: 0...(width + 4))
                .nodes
                .compactMap { if case .text(let text) = $0 { text } else { nil } }
            #expect(texts.count > 1)
            for (one, next) in zip(texts, texts.dropFirst()) {
                let ends = (
                    one.position.x + measure.width(one.string, font) / 2,
                    next.position.x - measure.width(next.string, font) / 2
                )
                #expect(ends.0 < ends.1, "\(one.string) and \(next.string) at \(width)")
            }
        }
    }
}

struct PlotPartsTests {
    @Test func onlySeveralSeriesHaveALegend() {
        let one = Drawn(figure(plot(.column, series: ["Bikes"], [[1, 2, 3, 4, 5]])))
        #expect(!one.groups.contains { $0.role == .legend })
        let two = Drawn(
            figure(plot(.column, series: ["Bikes", "Cars"], [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]])))
        let legend = two.groups.first { $0.role == .legend }
        #expect(legend?.label == "Legend: Bikes, Cars")
        #expect(two.marks.contains { $0.identity?.category == -1 && $0.identity?.series == 1 })
    }

    @Test func aHiddenSeriesIsNotDrawnAndKeepsItsPlaceInTheLegend() {
        var hidden = plot(
            .column, series: ["Bikes", "Cars"], [[1, 2, 3, 4, 5], [50, 40, 30, 20, 10]])
        hidden.layers[0].series[1].isVisible = false
        let drawn = Drawn(figure(hidden))
        #expect(drawn.identified.count == 5)
        let entries = drawn.marks.filter { $0.identity?.category == -1 }
        #expect(entries.map(\.identity?.isSelected) == [true, false])
        #expect(drawn.texts.contains { $0.string == "Cars" })
    }

    @Test func theLegendNeverCoversThePlot() throws {
        for size in [Size(900, 300), Size(640, 400), Size(300, 500), Size(200, 160)] {
            let names = (0..<16).map { "Series number \($0)" }
            let drawn = Drawn(
                figure(plot(.line, series: names, numbers(series: 16, categories: 5))),
                in: Rect(0, 0, size.width, size.height))
            let area = try #require(drawn.root.data.first { $0.name == "plot" }).value
                .split(separator: " ").compactMap { Double($0) }
            let rect = Rect(area[0], area[1], area[2], area[3])
            for mark in drawn.marks where mark.identity?.category == -1 {
                #expect(
                    !mark.shape.points.contains {
                        $0.x > rect.minX && $0.x < rect.maxX && $0.y > rect.minY && $0.y < rect.maxY
                    })
            }
        }
    }

    @Test func bubblesHaveAreasLikeTheirValuesLargestFirst() {
        let drawn = Drawn(
            figure(plot(.bubble, [[3, 5, 2, 7, 4]], sizes: [[10, 40, 90, -5, 160]])))
        let circles = drawn.identified.compactMap { mark -> (Int, Double)? in
            guard case .circle(_, let radius) = mark.shape, let identity = mark.identity
            else { return nil }
            return (identity.category, radius)
        }
        #expect(circles.map(\.0) == [4, 2, 1, 0])
        for (circle, value) in zip(circles, [160.0, 90, 40, 10]) {
            #expect(abs(circle.1 / circles[0].1 - (value / 160).squareRoot()) < 1e-12)
        }
        #expect((20...40).contains(circles[0].1))
        #expect(drawn.texts.contains { $0.string == "1 negative value not shown" })
        #expect(
            drawn.texts.contains { $0.string == "100" }
                && drawn.texts.contains { $0.string == "50" })
    }

    @Test func theLegendOfBubblesShowsTwoAndAHalfMillion() {
        let drawn = Drawn(figure(plot(.bubble, [[3, 5]], sizes: [[10, 2_700_000]])))
        #expect(drawn.texts.contains { $0.string.hasPrefix("2.5") && $0.string.hasSuffix("M") })
    }

    @Test func scatterPutsNumbersOnARoundAxis() {
        var scatter = plot(
            .scatter, categories: ["18.5", "22.25", "31"], [[20, 40, 60]])
        scatter.positions = [18.5, 22.25, 31]
        let drawn = Drawn(figure(scatter))
        #expect(drawn.texts.contains { $0.string == "20" })
        #expect(!drawn.texts.contains { $0.string == "18.5" })
        #expect(drawn.identified.count == 3)
    }

    @Test func datesOnAnAxisOfNumbersKeepTheirLabels() {
        var scatter = plot(.scatter, categories: ["1 May", "2 May", "9 May"], [[20, 40, 60]])
        scatter.positions = [1e12, 2e12, 9e12]
        let drawn = Drawn(figure(scatter))
        #expect(drawn.texts.contains { $0.string == "9 May" })
        #expect(!drawn.texts.contains { $0.string.contains("T") })
    }

    @Test func aSecondAxisHasTheColourOfItsLayerAndNoGrid() throws {
        var overlay = plot(.column, series: ["Sales"], [[100, 200, 150, 120, 90]])
        overlay.layers.append(
            Plot.Layer(
                kind: .line, series: [Plot.Series("Margin")],
                values: [Plot.Values(title: "Margin", cells: [[0.1, 0.2, 0.15, 0.3, 0.05]])]))
        overlay.hasDualAxis = true
        let drawn = Drawn(figure(overlay))
        let axes = drawn.groups.filter { $0.role == .axis }
        #expect(axes.count == 3)
        func color(_ group: Group) -> Color? {
            if case .text(let text)? = group.nodes.first { return text.color }
            return nil
        }
        let colors = [0, 1].map { color(axes[$0]) }
        #expect(colors[0] != colors[1])
        for (index, color) in colors.enumerated() {
            let own = Theme.welterWeight.style(index).color
            #expect(try #require(color).contrast(with: .white) >= 4.5)
            #expect(color == own || own.contrast(with: .white) < 4.5)
        }
        // As many grid lines as the left axis has ticks.
        let grid = drawn.marks(in: .decoration).filter {
            $0.paint.stroke?.color == Theme.welterWeight.colors.grid
        }
        #expect(grid.count == axes[0].nodes.count)
        #expect(drawn.identified.count == 10)
    }

    @Test func thresholdsHaveTheirNumbersBesideThePlot() {
        var lines = plot(.line, [[100, 110, 120, 105, 108]])
        lines.upperThreshold = 457
        lines.lowerThreshold = 23
        let texts = Drawn(figure(lines)).texts.map(\.string)
        #expect(texts.contains("457"))
        #expect(texts.contains("23"))
        lines.reference = 457
        #expect(Drawn(figure(lines)).texts.filter { $0.string == "457" }.count == 1)
    }

    @Test func referenceAndThresholdsLieWithinTheAxis() {
        var lines = plot(.line, [[100, 110, 120, 105, 108]])
        lines.reference = 350
        lines.upperThreshold = 450
        lines.lowerThreshold = 20
        let drawn = Drawn(figure(lines))
        #expect(drawn.texts.contains { $0.string == "350" })
        let shaded = drawn.marks(in: .decoration).filter {
            $0.paint.fill == .color(Theme.welterWeight.colors.upperThreshold)
        }
        #expect(shaded.count == 2)
    }

    @Test func aRangeShowsAPartOfTheCategories() {
        var cut = plot(.column, [[1, 2, 3, 4, 5]])
        cut.range = 0.4...0.8
        let drawn = Drawn(figure(cut))
        #expect(drawn.identified.compactMap(\.identity?.category) == [2, 3])
        #expect(drawn.root.data.contains(DataAttribute("categories", "2 2")))
        #expect(drawn.root.label?.contains("categories 3 to 4 of 5") == true)
    }

    @Test func aPlotWithoutDataSaysSo() {
        let allNull = Drawn(figure(plot(.line, [[.nan, .nan, .nan, .nan, .nan]])))
        #expect(allNull.texts.contains { $0.string == "no data" })
        #expect(allNull.texts.contains { $0.string == "0" })
        #expect(allNull.texts.contains { $0.string == "Eastern" })
        let empty = Drawn(figure(plot(.column, categories: [], [[]])))
        #expect(empty.texts.contains { $0.string == "no data" })
        let zero = Drawn(figure(plot(.column, [[0, 0, 0, 0, 0]])))
        #expect(zero.texts.contains { $0.string == "0" })
        #expect(!zero.texts.contains { $0.string == "no data" })
    }

    @Test func aLongNoteWrapsToASecondLine() {
        var noted = figure(plot(.column, [[1, 2, 3, 4, 5]]))
        noted.notes = ["2 rows without a region are not shown, and neither are 3 without a product"]
        let drawn = Drawn(noted, in: Rect(0, 0, 300, 260))
        let lines = drawn.texts.filter { $0.font == Theme.welterWeight.fonts.note }
        #expect(lines.count == 2 && lines.allSatisfy { $0.full == nil })
    }

    @Test func drillLevelsAreShownAsBreadcrumbs() {
        var drilled = figure(plot(.column, [[1, 2, 3, 4, 5]]))
        drilled.breadcrumbs = ["World", "Europe"]
        let crumbs = Drawn(drilled).groups.filter { $0.data.first?.name == "crumb" }
        #expect(crumbs.map(\.data[0].value) == ["0", "1"])
    }

    @Test func aSparklineHasMarksOnly() {
        let layout = ChartLayout(theme: .welterWeight, measure: FakeMeasure())
        let rect = Rect(10, 10, 80, 20)
        let nodes = layout.sparkline(plot(.line, [[1, 2, 3, 4, 5]]), in: rect)
        let drawn = Drawn(Group(nodes: nodes))
        #expect(drawn.texts.isEmpty && !drawn.marks.isEmpty)
        for point in drawn.marks.flatMap(\.shape.points) {
            #expect(rect.contains(Rect(point.x, point.y, 0, 0)))
        }
    }

    @Test func seriesWithTheSameNameInTwoLayersAreDistinguished() {
        var overlay = plot(.column, series: ["Bikes"], [[1, 2, 3, 4, 5]])
        overlay.layers[0].title = "Sales"
        var orders = overlay.layers[0]
        orders.kind = .line
        orders.title = "Orders"
        overlay.layers.append(orders)
        let legend = Drawn(figure(overlay)).groups.first { $0.role == .legend }
        #expect(legend?.label == "Legend: Sales, Bikes, Orders, Bikes")
    }

    @Test func tooManyPointsAreNotLabelled() {
        let count = 100_000
        let drawn = Drawn(
            figure(
                plot(
                    .scatter, categories: (0..<count).map { "\($0)" },
                    numbers(series: 1, categories: count))))
        #expect(drawn.identified.isEmpty)
        #expect(drawn.marks.count < 100)
    }
}
