import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct LineTests {
    private func polylines(_ drawn: Drawn) -> [(points: [Point], stroke: Stroke)] {
        drawn.marks(in: .series).compactMap { mark in
            guard case .polyline(let points) = mark.shape, let stroke = mark.paint.stroke
            else { return nil }
            return (points, stroke)
        }
    }

    @Test func aNullIsAGapAndALonePointHasAMarker() {
        let cells = [10, 12, .nan, 14, .nan] + (0..<40).map { Double($0) }
        let names = cells.indices.map { "\(2000 + $0)" }
        let drawn = Drawn(figure(plot(.line, categories: names, [cells])))
        #expect(polylines(drawn).map(\.points.count) == [2, 40])
        let seen = drawn.identified.filter {
            $0.paint != .fill(Theme.welterWeight.style(0).color.withOpacity(0))
        }
        #expect(seen.map(\.identity?.category) == [3])
        #expect(drawn.identified.count == cells.filter { !$0.isNaN }.count)
    }

    @Test func pointsHaveMarkersUpToThirty() {
        for count in [30, 31] {
            let names = (0..<count).map { "\($0)" }
            let drawn = Drawn(
                figure(plot(.line, categories: names, numbers(series: 1, categories: count))))
            let full = Paint.fill(Theme.welterWeight.style(0).color)
            #expect(drawn.identified.contains { $0.paint == full } == (count == 30))
        }
    }

    @Test func theForecastIsDashedFromItsStartOn() throws {
        var forecast = plot(.line, [[1, 2, 3, 4, 5]])
        forecast.predictiveStart = 2
        let drawn = Drawn(figure(forecast))
        let lines = polylines(drawn)
        #expect(lines.map(\.stroke.dash) == [[], [6, 4]])
        #expect(lines[0].points.last == lines[1].points.first)
        #expect(lines.map(\.points.count) == [3, 3])
        #expect(drawn.texts.contains { $0.string == "Dashed from Southern on: forecast" })
    }

    @Test func seriesFromTheNinthOnAreDashed() {
        let names = (0..<10).map { "s\($0)" }
        let drawn = Drawn(figure(plot(.line, series: names, numbers(series: 10, categories: 5))))
        #expect(
            polylines(drawn).map(\.stroke.dash.isEmpty) == Array(repeating: true, count: 8) + [
                false, false,
            ])
    }

    @Test func manyPointsKeepTheHighestAndLowestOfEachPixel() throws {
        let count = 20_000
        var cells = numbers(series: 1, categories: count)[0]
        cells[7777] = 5000
        cells[12_345] = -5000
        let drawn = Drawn(
            figure(plot(.line, categories: (0..<count).map { "\($0)" }, [cells])))
        let points = try #require(polylines(drawn).first).points
        #expect(points.count <= 4 * 640)
        let plot = try #require(drawn.root.data.first { $0.name == "plot" }).value
            .split(separator: " ").compactMap { Double($0) }
        let ys = points.map(\.y)
        #expect(abs((ys.min() ?? 0) - (plot[1])) < plot[3] / 4)
        #expect(zip(points, points.dropFirst()).allSatisfy { $0.x <= $1.x })
        #expect(drawn.texts.contains { $0.string.contains("several to a pixel") })
    }

    @Test func reducingLosesNoExtreme() {
        var random = Seeded(3)
        var all = LineRuns(isReduced: false)
        var reduced = LineRuns(isReduced: true)
        for index in 0..<5000 {
            if random.chance(0.01) {
                all.gap()
                reduced.gap()
                continue
            }
            let point = LinePoint(
                category: index, x: Double(index) / 37, y: Double(random.int(0...1000)))
            all.add(point)
            reduced.add(point)
        }
        all.gap()
        reduced.gap()
        #expect(all.runs.count == reduced.runs.count)
        for (full, less) in zip(all.runs, reduced.runs) {
            let columns = Dictionary(grouping: full) { $0.x.rounded(.down) }
            let kept = Dictionary(grouping: less) { $0.x.rounded(.down) }
            #expect(columns.count == kept.count)
            for (x, points) in columns {
                #expect(points.map(\.y).max() == kept[x]?.map(\.y).max())
                #expect(points.map(\.y).min() == kept[x]?.map(\.y).min())
                #expect(points.first?.category == kept[x]?.first?.category)
                #expect(points.last?.category == kept[x]?.last?.category)
            }
            #expect(less.map(\.category) == less.map(\.category).sorted())
        }
    }

    @Test func anAreaBeginsAtZeroAndEndsAtItsGaps() {
        let drawn = Drawn(figure(plot(.area, [[100, 110, .nan, 105, 120]])))
        let paths = drawn.marks(in: .series).compactMap { mark -> Path? in
            if case .path(let path) = mark.shape { return path }
            return nil
        }
        #expect(paths.map(\.points.count) == [4, 4])
        #expect(drawn.texts.contains { $0.string == "0" })
    }
}
