import Foundation
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct PieLayoutTests {
    private let sales = [[412_000.0, 287_500, 198_200, 120_000, 64_000]]

    @Test func aSliceHasALabel() {
        let drawn = Drawn(shape("Sales", .pie(pie(sales))))
        #expect(drawn.identified.map { $0.identity?.label ?? "" }[0] == "Eastern: $412,000, 38%")
        #expect(drawn.texts.contains { $0.string == "38% · $412,000" })
    }

    @Test func longNamesHaveTwoLines() {
        let names = ["Dominican Republic", "Russian Federation", "Papua New Guinea", "Chile"]
        let drawn = Drawn(
            shape("Sales", .pie(pie([[6, 5, 3, 2]], categories: names))),
            in: Rect(0, 0, 400, 300))
        let texts = drawn.texts.map(\.string)
        #expect(texts.contains("Republic") && texts.contains("Chile"))
        #expect(drawn.texts.allSatisfy { $0.full == nil }, "\(texts)")
    }

    @Test func theFirstSliceStartsAtTwelveAndTurnsClockwise() {
        let sectors = Sector.sectors([0.25, 0.75], center: Point(0, 0), radius: 10)
        #expect(abs(sectors[0].point(sectors[0].from).y + 10) < 1e-9)
        #expect(abs(sectors[0].point(sectors[0].to).x - 10) < 1e-9)
    }

    @Test func severalSeriesAreSeveralPiesWithOneLegend() {
        let drawn = Drawn(
            shape("Sales", .pie(pie(sales + [[1, 2, 3, 4, 5]], series: ["Bikes", "Cars"]))))
        #expect(drawn.groups.count { $0.role == .series } == 2)
        #expect(drawn.groups.count { $0.role == .legend } == 1)
        let colors = drawn.identified.filter { $0.identity?.category == 0 }.map(\.paint.fill)
        #expect(colors.count == 2 && colors[0] == colors[1])
    }

    @Test func theLegendHasPercentagesIfThereIsRoom() throws {
        var figure = shape("Sales", .pie(pie(sales)))
        figure.display.showsSeriesLabels = false
        let legend = try #require(Drawn(figure).groups.first { $0.role == .legend })
        #expect(Drawn(legend).texts.contains { $0.string.contains("38%") })
    }

    @Test func allZerosAreNoData() {
        let drawn = Drawn(shape("Sales", .pie(pie([[0, 0, 0, 0, 0]]))))
        #expect(drawn.texts.contains { $0.string == "no data" })
        #expect(drawn.identified.isEmpty)
    }

    @Test func negativesAreNotedAndNotDrawn() {
        let drawn = Drawn(shape("Sales", .pie(pie([[5, -1, 3, -2, 2]]))))
        #expect(drawn.texts.contains { $0.string == "2 negative values not shown" })
        #expect(drawn.identified.count == 3)
    }

    @Test func aSelectedSliceIsMarkedAndPulledOut() {
        var plot = pie(sales)
        plot.selection.categories = [1]
        let selected = Drawn(shape("Sales", .pie(plot))).identified
            .filter { $0.identity?.isSelected == true }
        #expect(selected.map { $0.identity?.category } == [1])
    }

    @Test func aSmallSliceIsNotLabelledAsZero() {
        let data = PieData(pie(sales))
        #expect(data.percentText(0, for: 0.001) == "<1%")
        #expect(data.percentText(0, for: 0) == "0%")
    }

    @Test func aPercentageIsWrittenAsTheFormatSays() {
        var plot = pie(sales)
        plot.layers[0].values[0].format.percent = { "%\($0)" }
        #expect(PieData(plot).percentText(7, for: 3) == "%7")
        #expect(PieData(plot).percentText(0, for: 3) == "<%1")
    }

    @Test func aPercentageAfterARightToLeftNameIsIsolated() {
        let data = PieData(pie(sales))
        #expect(data.percentText(5, for: 1, behind: "Bikes") == "5%")
        #expect(data.percentText(5, for: 1, behind: "אופניים") == "\u{2068}5%\u{2069}")
        #expect(data.percentText(0, for: 1, behind: "أحذية") == "\u{2068}<1%\u{2069}")
    }

    @Test(arguments: 0..<200) func leaderLinesDoNotCrossAndLabelsDoNotTouch(seed: UInt64) {
        var random = Seeded(seed)
        let values = (0..<random.int(1...8)).map { _ in Double(random.int(1...100)) }
        let sectors = Sector.sectors(
            Shares.fractions(values), center: Point(200, 150), radius: Double(random.int(40...110)))
        guard let leaders = LeaderLines(sectors, height: 28, within: 0...300) else { return }
        #expect(leaders.labels.count == values.count)
        for (index, label) in leaders.labels.enumerated() {
            for other in leaders.labels[(index + 1)...] {
                let (a, b) = (label.points, other.points)
                for (from, to) in [(0, 1), (1, 2)] {
                    #expect(!LeaderLines.cross(a[from], a[to], b[0], b[1]))
                    #expect(!LeaderLines.cross(a[from], a[to], b[1], b[2]))
                }
                let isApart = abs(a[2].y - b[2].y) >= 28 - 1e-6
                #expect(label.isRight != other.isRight || isApart)
            }
        }
    }
}
