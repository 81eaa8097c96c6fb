import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct SquarifiedTests {
    @Test func followsTheExampleOfThePaper() {
        let tiles = Squarified.tiles([6, 6, 4, 3, 2, 2, 1], in: Rect(0, 0, 6, 4))
        let first = tiles[0]
        #expect(abs(first.width - 3) < 1e-9 && abs(first.height - 2) < 1e-9)
        #expect(abs(tiles[1].y - 2) < 1e-9)
        #expect(abs(tiles[2].x - 3) < 1e-9)
    }

    @Test(arguments: 0..<60) func areasAreAsSizesAndTilesDoNotOverlap(seed: Int) {
        var dice = Seeded(UInt64(seed))
        let count = Int.random(in: 1...60, using: &dice)
        let sizes = (0..<count).map { _ in
            Int.random(in: 0...9, using: &dice) == 0
                ? [0, -1, .nan, .infinity].randomElement(using: &dice) ?? 0
                : Double.random(in: 0.01...100, using: &dice)
        }
        let rect = Rect(
            10, 20, Double.random(in: 1...900, using: &dice),
            Double.random(in: 1...900, using: &dice))
        let tiles = Squarified.tiles(sizes, in: rect)
        let total = sizes.reduce(0) { $1 > 0 && $1.isFinite ? $0 + $1 : $0 }
        for (size, tile) in zip(sizes, tiles) {
            let area = size > 0 && size.isFinite ? size / total * rect.width * rect.height : 0
            #expect(abs(tile.width * tile.height - area) <= 1e-6 * rect.width * rect.height)
            #expect(rect.inset(left: -1e-9, top: -1e-9, right: -1e-9, bottom: -1e-9).contains(tile))
        }
        for (index, tile) in tiles.enumerated() {
            let inner = tile.inset(left: 1e-9, top: 1e-9, right: 1e-9, bottom: 1e-9)
            for other in tiles[(index + 1)...] where inner.width > 0 && other.width > 0 {
                #expect(!inner.intersects(other))
            }
        }
    }

    @Test func tilesOfSimilarSizesAreNearlySquare() {
        var dice = Seeded(7)
        let sizes = (0..<500).map { _ in Double.random(in: 1...10, using: &dice) }
        let worst =
            Squarified.tiles(sizes, in: Rect(0, 0, 800, 600))
            .map { max($0.width / $0.height, $0.height / $0.width) }.max() ?? 0
        #expect(worst < 4)
    }

    @Test func handlesExtremeSizesAndPlaces() {
        let sizes = [
            Double.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1, .greatestFiniteMagnitude,
        ]
        for rect in [
            Rect(0, 0, 1, 1), Rect(0, 0, 0, 10), Rect(0, 0, 1e-300, 1e-300), Rect(0, 0, 1, 1e9),
        ] {
            for tile in Squarified.tiles(sizes, in: rect) {
                #expect(tile.x.isFinite && tile.y.isFinite && tile.width >= 0 && tile.height >= 0)
            }
        }
        #expect(Squarified.tiles([], in: Rect(0, 0, 5, 5)).isEmpty)
    }

    @Test func laysOutAHundredThousandTiles() {
        let tiles = Squarified.tiles((1...100_000).map { Double($0) }, in: Rect(0, 0, 640, 480))
        let area: Double = tiles.reduce(0) { sum, tile in sum + tile.width * tile.height }
        #expect(abs(area - 307_200) < 0.01)
    }
}
