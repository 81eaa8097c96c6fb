import Foundation
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct TreemapLayoutTests {
    @Test(arguments: 1...20) func leavesOfAGroupLieWithinItAndFillIt(_ seed: UInt64) {
        let map = treemap(groups: 4, items: 5, parts: 4, seed: seed)
        let tiles = TreemapTiles(map.roots, in: Rect(0, 0, 800, 600), headerHeight: 16)
        let outer = tiles.groups.filter { $0.depth == 0 }
        for leaf in tiles.leaves {
            #expect(outer.count { $0.rect.inset(by: -1).contains(leaf.rect) } == 1)
        }
        for (index, leaf) in tiles.leaves.enumerated() {
            let inner = leaf.rect.inset(by: 0.01)
            #expect(!tiles.leaves[(index + 1)...].contains { $0.rect.intersects(inner) })
        }
        let area = tiles.leaves.reduce(0) { $0 + $1.rect.width * $1.rect.height }
        #expect(area > 0.7 * 800 * 600)
    }

    @Test func labelsAreWithinTheirTilesAndCanBeRead() {
        for theme in Theme.builtIn {
            let layout = ChartLayout(theme: theme, measure: FakeMeasure())
            let map = treemap(groups: 5, items: 6)
            let drawing = TreemapLayout(map, layout)
            let tiles = TreemapTiles(map.roots, in: Rect(0, 0, 700, 400), headerHeight: 16)
            let texts = drawing.labels(tiles.leaves)
            #expect(texts.count > 10)
            for case .text(let text) in texts {
                let box = TextBox(text)
                let leaf = tiles.leaves.first { leaf in
                    box.corners.allSatisfy { corner in
                        leaf.rect.contains(Rect(corner.x, corner.y, 0, 0))
                    }
                }
                #expect(text.full == nil)
                guard let leaf else {
                    Issue.record("'\(text.string)' is not within its tile")
                    continue
                }
                #expect(text.color.contrast(with: drawing.color(of: leaf)) >= 4)
            }
        }
    }

    @Test func aNameThatIsTooLongForALineHasTwo() {
        var map = treemap(groups: 1, items: 2)
        for index in map.roots[0].children.indices {
            map.roots[0].children[index].label = "Papua New Guinea"
            map.roots[0].children[index].size = 1
        }
        let drawn = Drawn(shape("Report", .treemap(map)), in: Rect(0, 0, 110, 300))
        let texts = drawn.texts.map(\.string)
        #expect(texts.count { $0 == "Guinea" || $0 == "New Guinea" } == 2, "\(texts)")
    }

    @Test func coloursOnBothSidesOfZeroHaveZeroInTheMiddle() {
        let colors = TileColors([-10, 35], .welterWeight)
        #expect(colors?.isDiverging == true)
        #expect(colors?.middle == 0)
        #expect(colors?.domain.contains(35) == true)
        #expect(TileColors([3, 9], .welterWeight)?.isDiverging == false)
        #expect(TileColors([.nan], .welterWeight) == nil)
    }

    @Test func theLegendShowsEndsAndMiddle() {
        let drawn = Drawn(shape("Report", .treemap(treemap(groups: 3, items: 3))))
        let legend = drawn.groups.first { $0.role == .legend }
        let texts = legend.map { Drawn($0).texts.map(\.string) } ?? []
        #expect(texts.count == 4 && texts.contains("0"))
    }

    @Test func negativesAreNotedAndNotDrawn() {
        var map = treemap(groups: 1, items: 4)
        map.roots[0].children[2].size = -5
        let drawn = Drawn(shape("Report", .treemap(map)))
        #expect(drawn.identified.map { $0.identity?.value ?? -1 }.sorted() == [0, 1, 3])
        #expect(drawn.texts.contains { $0.string == "1 negative value not shown" })
    }

    @Test func thousandsOfTilesAreFewMarks() {
        let map = treemap(groups: 10, items: 20, parts: 25)
        let drawn = Drawn(shape("Report", .treemap(map)), in: Rect(0, 0, 1600, 1200))
        #expect(drawn.identified.isEmpty)
        let rects = drawn.marks.reduce(0) { count, mark in
            if case .rects(let rects) = mark.shape { return count + rects.count }
            return count
        }
        #expect(rects == 5000)
        #expect(drawn.marks.count < 500)
    }

    @Test func aHundredThousandTilesAreLaidOut() {
        let roots = (0..<100_000).map { (number: Int) -> Treemap.Tile in
            let size = number % 977 + 1
            let color = number % 100
            return Treemap.Tile(label: String(number), size: Double(size), color: Double(color))
        }
        let drawn = Drawn(shape("Report", .treemap(Treemap(roots: roots, sizeTitle: "Size"))))
        #expect(!drawn.marks.isEmpty)
    }
}
