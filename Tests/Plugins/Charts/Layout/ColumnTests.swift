import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct ColumnTests {
    @Test func columnsStandOnWholePixelsWithGapsBetweenGroups() {
        for count in 1...60 {
            let names = (0..<count).map { "c\($0)" }
            let series = ["a", "b", "c"]
            let drawn = Drawn(
                figure(
                    plot(
                        .column, categories: names, series: series,
                        numbers(series: 3, categories: count))))
            let rects = drawn.identified.compactMap(\.shape.rect)
            #expect(rects.count == 3 * count)
            for rect in rects {
                #expect(
                    [rect.x, rect.y, rect.width, rect.height].allSatisfy { $0 == $0.rounded() })
                #expect(rect.width >= 1)
            }
        }
    }

    @Test func gapsBetweenGroupsAreATwentiethToFortyPercent() {
        for count in 2...90 {
            let bands = BandScale(count: count, range: 0...1, from: 40, to: 620)
            for slots in 1...5 {
                let geometry = ColumnGeometry(bands, slots: slots, gap: 0.3)
                guard !geometry.isReduced else { continue }
                let used = geometry.width * Double(slots) / bands.width
                #expect((0.6...0.8).contains(used), "\(count) × \(slots)")
            }
        }
    }

    @Test func columnsOfAGroupTouchOrLeaveAtMostTwoPixels() {
        let bands = BandScale(count: 7, range: 0...1, from: 40, to: 611)
        let geometry = ColumnGeometry(bands, slots: 4, gap: 0.3)
        for category in 0..<7 {
            for slot in 0..<3 {
                let gap =
                    geometry.sides(category, slot: slot + 1).start
                    - geometry.sides(category, slot: slot).end
                #expect((0...2).contains(gap))
            }
        }
    }

    @Test func negativesHangBelowZero() throws {
        let drawn = Drawn(figure(plot(.column, [[40, -20, 0, 10, .nan]])))
        let rects = drawn.identified.compactMap(\.shape.rect)
        #expect(rects.count == 4)
        #expect(rects[0].maxY == rects[1].minY)
        #expect(abs(rects[1].height - rects[0].height / 2) <= 1)
        #expect(rects[2].height == 0)
    }

    @Test func stacksKeepNegativesApartAndHaveNoSeams() throws {
        let cells: [[Double]] = [[10, 5], [-4, 6], [20, -8.5], [-6, 3]]
        let drawn = Drawn(
            figure(
                plot(
                    .column, categories: ["A", "B"], series: ["a", "b", "c", "d"], cells,
                    stacking: .sum)))
        let marks = drawn.identified.filter { $0.identity?.category == 0 }
        let rects = marks.compactMap(\.shape.rect)
        // 10 and 20 upwards, -4 and -6 downwards, each beginning where the one before ends.
        #expect(rects[0].minY == rects[2].maxY)
        #expect(rects[0].maxY == rects[1].minY)
        #expect(rects[1].maxY == rects[3].minY)
        #expect(Set(rects.map(\.x)).count == 1)
    }

    @Test func theFirstBarIsOnTopAndLabelsEndBesideIt() {
        let drawn = Drawn(figure(plot(.bar, [[5, 4, 3, 2, 1]])))
        let rects = drawn.identified.compactMap(\.shape.rect)
        #expect(rects.map(\.y) == rects.map(\.y).sorted())
        #expect(Set(rects.map(\.x)).count == 1)
        let labels = drawn.texts.filter { regions.contains($0.string) }
        #expect(labels.count == 5 && labels.allSatisfy { $0.anchor == .end })
        #expect(Set(labels.map(\.position.x)).count == 1)
    }

    @Test func everyMarkHasALabel() {
        let drawn = Drawn(
            figure(
                plot(.column, categories: ["Eastern"], series: ["Bikes", "Cars"], [[120], [7.5]])))
        #expect(
            drawn.identified.compactMap(\.identity?.label) == [
                "Eastern, Bikes: 120", "Eastern, Cars: 7.5",
            ])
        #expect(drawn.identified.compactMap(\.identity?.series) == [0, 1])
    }

    @Test func aCustomShapeFillsTheColumn() {
        var theme = Theme.welterWeight
        theme.shapes["column"] = MarkShape.named["triangle"]
        let drawn = Drawn(figure(plot(.column, [[3, 1, 2, -2, 5]])), theme: theme)
        for mark in drawn.identified {
            guard case .path(let path) = mark.shape else {
                Issue.record("no path")
                continue
            }
            #expect(path.points.count == 3)
        }
    }

    @Test func selectedColumnsHaveAnOutlineAndTheOthersFade() {
        var selected = plot(.column, [[5, 4, 3, 2, 1]])
        selected.selection.categories = [1]
        let drawn = Drawn(figure(selected))
        let full = Theme.welterWeight.style(0).color
        for mark in drawn.identified {
            #expect((mark.paint.fill == .color(full)) == (mark.identity?.category == 1))
            #expect(mark.identity?.isSelected == (mark.identity?.category == 1))
        }
        let outline = drawn.marks.filter {
            $0.paint.stroke?.color == Theme.welterWeight.colors.selection
        }
        #expect(outline.count == 1)
    }

    @Test func amongOverAThousandMarksTheSelectedOnesHaveOutlinesToo() {
        for kind in [Plot.Kind.column, .line, .scatter] {
            let names = (0..<400).map { "\($0)" }
            var selected = plot(
                kind, categories: names, series: ["a", "b", "c"],
                numbers(series: 3, categories: 400))
            selected.selection.categories = [7, 9]
            let drawn = Drawn(figure(selected), in: Rect(0, 0, 2400, 400))
            #expect(drawn.identified.isEmpty)
            let outlines = drawn.marks.filter {
                $0.paint.stroke?.color == Theme.welterWeight.colors.selection
            }
            #expect(outlines.count == 6, "\(kind)")
        }
    }

    @Test func reducingColumnsThinnerThanAPixelKeepsExtremes() throws {
        let cells = numbers(series: 16, categories: 2000)
        let drawn = Drawn(
            figure(
                plot(
                    .column, categories: (0..<2000).map { "\($0)" },
                    series: (0..<16).map { "s\($0)" }, cells)), in: Rect(0, 0, 1600, 1200))
        #expect(drawn.texts.contains { $0.string.contains("several to a pixel") })
        #expect(drawn.identified.isEmpty)
        let rects = drawn.marks(in: .series).flatMap { mark -> [Rect] in
            if case .rects(let rects) = mark.shape { return rects }
            return []
        }
        #expect(!rects.isEmpty && rects.allSatisfy { $0.width == 1 && $0.height >= 1 })
        // In no pixel one over the other.
        for (_, column) in Dictionary(grouping: rects, by: \.x) {
            let sorted = column.sorted { $0.y < $1.y }
            #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0.maxY <= $1.minY })
        }
        // In each pixel stands the highest of all that fall into it, as high as it is.
        let plot = try facts(of: "plot", in: drawn)
        let bands = try facts(of: "bands", in: drawn)
        let highest = try #require(cells.joined().max())
        let scale = LinearScale(
            covering: 0...highest, includesZero: true, from: plot[1] + plot[3], to: plot[1],
            parts: 6)
        var tops: [Double: Double] = [:]
        for row in cells {
            for (category, value) in row.enumerated() {
                let part: Double = (Double(category) + 0.5) / 2000
                let x: Double = bands[0] + (part * bands[1]).rounded(.down)
                tops[x] = min(tops[x] ?? .infinity, scale.position(value).rounded())
            }
        }
        var drawnTops: [Double: Double] = [:]
        for rect in rects { drawnTops[rect.x] = min(drawnTops[rect.x] ?? .infinity, rect.y) }
        #expect(drawnTops == tops)
    }

    /// Side by side they would be stripes with gaps between them.
    @Test func columnsThinnerThanAPixelCoverTheBandOfTheirCategory() throws {
        let drawn = Drawn(
            figure(
                plot(
                    .column, categories: (0..<300).map { "\($0)" }, series: ["a", "b", "c"],
                    (0..<3).map { row in Array(repeating: Double(row + 1), count: 300) })),
            in: Rect(0, 0, 760, 420))
        #expect(drawn.texts.contains { $0.string.contains("one before the other") })
        let rects = drawn.marks(in: .series).map { mark -> [Rect] in
            if case .rects(let rects) = mark.shape { rects } else { [] }
        }
        let bands = try facts(of: "bands", in: drawn)
        for series in rects {
            #expect(series.map(\.x).sorted() == (0..<Int(bands[1])).map { bands[0] + Double($0) })
        }
    }

    /// The numbers of a fact about a chart.
    private func facts(of name: String, in drawn: Drawn) throws -> [Double] {
        try #require(drawn.root.data.first { $0.name == name }).value
            .split(separator: " ").compactMap { Double($0) }
    }
}
