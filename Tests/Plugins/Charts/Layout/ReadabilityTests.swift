import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// What was seen to be hard to read in pictures, and how it is said instead.
struct ReadabilityTests {
    @Test func zeroHasNoUnit() {
        let millions = LinearScale(
            covering: 0...2_900_000, includesZero: true, from: 0, to: 1, parts: 6)
        #expect(millions.labels(.plain).first == "0")
        #expect(millions.labels(.plain).last == "3.0\u{a0}M")
        let tenths = LinearScale(covering: 0...0.7, includesZero: true, from: 0, to: 1, parts: 6)
        #expect(tenths.labels(.plain).first == "0.0")
    }

    @Test func theMiddleOfTwoTicksHasTheDecimalsItNeeds() {
        let scale = LinearScale(covering: 0...3, includesZero: true, from: 0, to: 1, parts: 3)
        #expect(scale.labels(of: [0, 1.5, 3], .plain) == ["0.0", "1.5", "3.0"])
        #expect(scale.labels(of: [0, 1, 3], .plain) == ["0", "1", "3"])
        let quarters = LinearScale(covering: 0...7.5, includesZero: true, from: 0, to: 1, parts: 3)
        #expect(
            quarters.labels(of: [quarters.ticks[1] / 2], .plain).allSatisfy {
                Double($0) == quarters.ticks[1] / 2
            })
    }

    @Test func aLongTitleGetsSmallerBeforeItIsShortened() throws {
        let chart = plot(.column, [[1, 2, 3, 4, 5]])
        let sizes = Theme.welterWeight.fonts
        func title(_ width: Double) throws -> Text {
            let drawn = Drawn(
                figure(chart, title: "Sales and their cost, by year"),
                in: Rect(0, 0, width, 300))
            return try #require(drawn.texts.first { $0.string.hasPrefix("Sales and") })
        }
        #expect(try title(400).font.size == sizes.title.size)
        let smaller = try title(225)
        #expect(smaller.full == nil)
        #expect(smaller.font.size < sizes.title.size)
        let shortened = try title(140)
        #expect(shortened.full != nil)
        // As large as the words of an axis in so small a chart.
        #expect(shortened.font.size == 9)
    }

    @Test(arguments: 15...35) func aNoteIsShownInFullOrNotAtAll(
        quarter: Int
    ) {
        var chart = figure(plot(.column, [[1, 2, 3, 4, 5]]))
        chart.notes = ["of this there is not enough to say"]
        let drawn = Drawn(chart, in: Rect(0, 0, 160, Double(quarter) * 4))
        let words = drawn.texts.filter(\.font.isItalic).map(\.string).sorted().joined(
            separator: " ")
        #expect(words.isEmpty || words.contains("of this") && words.contains("to say"))
    }

    @Test func entriesOfALegendStandCloserWhereThatSavesARow() throws {
        let names = ["Eastern", "Western", "Central", "South", "Canada"]
        func rows(_ width: Double) throws -> Int {
            let drawn = Drawn(
                figure(plot(.line, series: names, numbers(series: 5, categories: 5))),
                in: Rect(0, 0, width, 300))
            let legend = try #require(drawn.groups.first { $0.role == .legend })
            return Set(Drawn(legend).texts.map(\.position.y)).count
        }
        let symbols = 5 * (2 * 11 + 6.0)
        let words = Double(names.joined().count) * 11 * 0.6
        #expect(try rows(symbols + words + 4 * 16 + 30) == 1)
        #expect(try rows(symbols + words + 4 * 16 - 20) == 1)
        #expect(try rows(words + 20) == 2)
    }

    @Test func sizesStandBesideTheEntriesOfALegend() throws {
        let cells = numbers(series: 2, categories: 5)
        let drawn = Drawn(
            figure(plot(.bubble, series: ["Bikes", "Cars"], cells, sizes: cells)),
            in: Rect(0, 0, 640, 400))
        let legend = Drawn(try #require(drawn.groups.first { $0.role == .legend }))
        let lowest = try #require(legend.texts.map(\.position.y).max())
        #expect(legend.texts.allSatisfy { abs($0.position.y - lowest) < 4 })
        let boxes = legend.texts.map { TextBox($0) }
        for (index, box) in boxes.enumerated() {
            #expect(!boxes[(index + 1)...].contains { $0.overlaps(box) })
        }
    }

    @Test func pointsWithNamesInsteadOfNumbersStandInARow() {
        var names = plot(.scatter, [[1, 2, 3, 4, 5]])
        names.positions = [.nan, .nan, .nan, .nan, .nan]
        let drawn = Drawn(figure(names))
        #expect(drawn.identified.count == 5)
        #expect(drawn.texts.contains { $0.string == "Eastern" })
    }

    @Test func pointsOfManySeriesKeepTheirMarkers() {
        // A row of a scatter chart is a category of its own, with a value of one series.
        let cells = (0..<16).map { (series: Int) -> [Double] in
            (0..<96).map { (row: Int) -> Double in row % 16 == series ? Double(row) : .nan }
        }
        let series = (0..<16).map { "Series \($0)" }
        let drawn = Drawn(
            figure(plot(.scatter, categories: (0..<96).map { "\($0)" }, series: series, cells)))
        #expect(drawn.identified.count == 96)
    }

    @Test(arguments: [250.0, 270, 290]) func slantedLabelsGetTheRoomTheyNeed(width: Double) {
        let names = ["Machinery", "Promotions", "Somewhere", "Price", "Quality", "Reviews"]
        let drawn = Drawn(
            figure(plot(.column, categories: names, [[1, 2, 3, 4, 5, 6]])),
            in: Rect(0, 0, width, 400))
        #expect(
            drawn.texts.filter { $0.rotation != 0 }.map(\.string) == names,
            "\(drawn.texts.map(\.string))")
    }

    @Test func aLargeDiagramHasLargeTexts() throws {
        func size(_ rect: Rect) throws -> Double {
            let picture = DiagramPicture(
                nodes: [
                    .init(name: "a", text: "Profit", value: "12"),
                    .init(name: "b", text: "Variable cost of goods sold", value: "7"),
                ], edges: [.init(from: 1, to: 0)], mode: .snapshot)
            let drawn = Drawn(shape("", .diagram(picture)), in: rect)
            return try #require(drawn.texts.first { $0.string == "Profit" }).font.size
        }
        let usual = Theme.welterWeight.fonts.label.size
        #expect(try size(Rect(0, 0, 400, 300)) == usual)
        #expect(try size(Rect(0, 0, 1600, 1000)) > usual * 1.5)
    }

    @Test func aTileIsSelectedWithItsCategory() {
        var map = treemap(groups: 3, items: 4)
        map.selection = Selection(categories: [1])
        let drawn = Drawn(shape("Report", .treemap(map)))
        let selected = drawn.identified.filter { $0.identity?.isSelected == true }
        #expect(selected.count == 4)
        #expect(selected.allSatisfy { $0.identity?.category == 1 })
        #expect(drawn.identified.count == 12)
    }

    @Test func coloursOfATreemapAreWrittenAsAnAxisIs() throws {
        var map = treemap(groups: 3, items: 3)
        map.colorTitle = "Manufacturing cost"
        for width in [150.0, 220, 640] {
            let drawn = Drawn(shape("Report", .treemap(map)), in: Rect(0, 0, width, 300))
            let legend = Drawn(try #require(drawn.groups.first { $0.role == .legend }))
            #expect(legend.texts.count == 4)
            #expect(legend.texts.allSatisfy { $0.full == nil })
        }
    }

    @Test func theNameOfASliderIsNotShortened() {
        let panel = Panel(controls: [
            .init(title: "Promotion lifts sales by, %", value: "0.0", kind: .slider(0))
        ])
        let drawn = Drawn(shape("", .panel(panel)), in: Rect(0, 0, 360, 44))
        #expect(drawn.texts.contains { $0.string == "Promotion lifts sales by, %" })
    }
}
