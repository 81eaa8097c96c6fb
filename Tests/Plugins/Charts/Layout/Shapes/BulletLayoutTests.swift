import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct BulletLayoutTests {
    /// The marks of the first bullet: three ranges, the measure, the target, and what is pressed.
    private func first(_ plot: Plot, isVertical: Bool = false) -> [Rect] {
        let drawn = Drawn(shape("Performance", .bullet(plot, isVertical: isVertical)))
        guard let press = drawn.marks.firstIndex(where: { $0.identity?.category == 0 }) else {
            return []
        }
        return drawn.marks[(press - 5)...press].compactMap { $0.shape.rect }
    }

    @Test func theMeasureIsAThirdOfTheRangesAndBeginsAtZero() {
        let parts = first(bullet())
        #expect(abs(parts[3].height - parts[0].height / 3) <= 1)
        #expect(parts[3].minX == parts[0].minX)
    }

    @Test func theTargetIsShorterThanTheRangesAndAcross() {
        let parts = first(bullet())
        #expect(parts[4].height < parts[0].height && parts[4].height > parts[3].height)
        #expect(parts[4].width <= 3)
    }

    @Test func verticalBulletsStartAtZero() {
        let parts = first(bullet(), isVertical: true)
        #expect(parts[3].maxY == parts[0].maxY)
        #expect(abs(parts[3].width - parts[0].width / 3) <= 1)
    }

    @Test func longNamesOfVerticalBulletsCanBeRead() {
        let names = ["Operations", "Dividends", "Sales", "Rent", "Insurance", "Grants", "Fees"]
            .map { "Income from \($0)" }
        var plot = bullet()
        plot.categories = names.map { Label($0) }
        for value in plot.layers[0].values.indices {
            plot.layers[0].values[value].cells = [Array(repeating: Double(value + 3), count: 7)]
        }
        let drawn = Drawn(
            shape("Performance", .bullet(plot, isVertical: true)), in: Rect(0, 0, 640, 400))
        for name in names {
            let last = name.split(separator: " ").last ?? ""
            #expect(drawn.texts.contains { $0.string.hasSuffix(last) }, "\(name)")
        }
    }

    @Test func rangesTouchAndCoverTheScale() {
        let parts = first(bullet())
        #expect(parts[0].maxX == parts[1].minX && parts[1].maxX == parts[2].minX)
        #expect(parts[5].minX == parts[0].minX && parts[5].maxX == parts[2].maxX)
    }

    @Test func aBulletWithoutValuesHasNoRanges() {
        var plot = bullet()
        for value in plot.layers[0].values.indices {
            plot.layers[0].values[value].cells[0][0] = .nan
        }
        let drawn = Drawn(shape("Performance", .bullet(plot, isVertical: false)))
        let pressed = drawn.identified.filter { $0.identity?.category == 0 }
        #expect(pressed.map { $0.identity?.label } == ["2009: -"])
        let ranges = drawn.marks.filter { mark in
            pressed.contains { $0.shape.rect?.minY == mark.shape.rect?.minY }
        }
        #expect(ranges.count == 1, "only what is pressed")
    }

    @Test func theWorstRangeIsDarkestEvenIfLessIsBetter() {
        for theme in Theme.builtIn {
            let usual = BulletMarks.colors(isReversed: false, theme)
            let distances = usual.map { $0.contrast(with: theme.colors.panel) }
            #expect(distances[0] > distances[1] && distances[1] > distances[2])
            #expect(BulletMarks.colors(isReversed: true, theme) == usual.reversed())
        }
    }

    @Test func aBulletIsLabelledWithActualAndTarget() {
        let drawn = Drawn(shape("Performance", .bullet(bullet(), isVertical: false)))
        let label = drawn.identified.first?.identity?.label ?? ""
        #expect(label.hasPrefix("2009: $") && label.contains("Target $"))
    }

    @Test func bulletsThatDoNotFitAreCounted() {
        let drawn = Drawn(
            shape(
                "Performance",
                .bullet(bullet(categories: (1...500).map { "Store \($0)" }), isVertical: false)))
        let shown = drawn.identified.count
        #expect(shown > 5 && shown < 30)
        #expect(drawn.texts.contains { $0.string == "\(500 - shown) more not shown" })
    }

    @Test func withoutRangesThereIsOne() {
        var plot = bullet()
        plot.layers[0].values = [plot.layers[0].values[0]]
        let drawn = Drawn(shape("Performance", .bullet(plot, isVertical: false)))
        #expect(drawn.identified.count == 3)
        #expect(!drawn.texts.contains { $0.string == "Bad" })
    }
}
