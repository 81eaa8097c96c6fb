import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// Clouds of more points than can be seen.
struct PointDensityTests {
    private func cloud(_ count: Int) -> Plot {
        var random = Seeded(7)
        let values = (0..<count).map { _ in Double.random(in: 0...100, using: &random) }
        var cloud = plot(.scatter, categories: values.map { "\($0)" }, [values])
        // Half of the points are at one place.
        cloud.positions = values.indices.map {
            $0 % 2 == 0 ? 50 : Double.random(in: 0...100, using: &random)
        }
        for index in values.indices where index % 2 == 0 {
            cloud.layers[0].values[0].cells[0][index] = 50
        }
        return cloud
    }

    private func cells(_ drawn: Drawn) -> [Mark] {
        drawn.marks(in: .series).filter { if case .rects = $0.shape { true } else { false } }
    }

    @Test func pointsOfAllSeriesAreAlike() {
        let values = (0..<400).map(Double.init)
        let few = values.map { $0 < 50 ? $0 : .nan }
        var cloud = plot(.scatter, categories: values.map { "\($0)" }, [values, few])
        cloud.positions = values
        let marks = Drawn(figure(cloud)).marks(in: .series)
        let opacities = marks.map { mark in
            if case .color(let color)? = mark.paint.fill { color.opacity } else { 0.0 }
        }
        #expect(opacities.count > 1 && Set(opacities).count == 1, "\(Set(opacities))")
    }

    @Test func theFullestCellIsTheDarkest() throws {
        let drawn = Drawn(figure(cloud(10_000)))
        let marks = cells(drawn)
        #expect(marks.count > 1)
        let darkest = try #require(marks.last)
        #expect(darkest.shape.points.count <= 16)
        #expect(
            drawn.texts.contains { $0.string.hasPrefix("Darker cells have more points, up to 50") })
    }

    @Test func thePictureDoesNotGrowWithThePoints() {
        func count(_ points: Int) -> Int {
            cells(Drawn(figure(cloud(points)))).reduce(0) { $0 + $1.shape.points.count }
        }
        let most = count(100_000)
        #expect(most < 4 * 640 * 400 / 9)
        #expect(count(200_000) < most + most / 10)
    }

    @Test func fewPointsAreDrawnOneByOne() {
        #expect(!Drawn(figure(cloud(5000))).texts.contains { $0.string.hasPrefix("Darker") })
    }
}
