import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// On a small screen words get smaller, then fewer, before they go.
struct SmallChartTests {
    private let names = ["Canada", "Central", "Eastern", "Europe", "Pacific", "South", "Western"]

    private func stack(in rect: Rect) -> Drawn {
        Drawn(
            figure(
                plot(.column, series: names, numbers(series: 7, categories: 5), stacking: .sum)),
            in: rect)
    }

    private func legend(_ drawn: Drawn) throws -> Drawn {
        Drawn(try #require(drawn.groups.first { $0.role == .legend }))
    }

    @Test func theEntriesWithoutRoomAreCounted() throws {
        let texts = try legend(stack(in: Rect(0, 0, 240, 100))).texts
        let count = try #require(texts.last?.string.dropFirst().description)
        #expect(texts.last?.string.first == "+")
        #expect(texts.count - 1 + (Int(count) ?? 0) == names.count)
        #expect(texts.last?.full == names[(texts.count - 1)...].joined(separator: ", "))
        #expect(texts.dropLast().map(\.string) == names[..<(texts.count - 1)].map { $0 })
    }

    @Test func aLegendShowsAllEntriesIfTheyFit() throws {
        #expect(try legend(stack(in: Rect(0, 0, 400, 300))).texts.map(\.string) == names)
    }

    @Test func theAxesStayBesideTheLegend() {
        for (width, height) in [(350.0, 100.0), (160, 110), (120, 100)] {
            let drawn = stack(in: Rect(0, 0, width, height))
            #expect(drawn.groups.contains { $0.role == .legend }, "\(width) x \(height)")
            #expect(
                drawn.groups.count { $0.role == .axis && !$0.nodes.isEmpty } == 2,
                "\(width) x \(height)")
        }
    }

    @Test func smallWordsCanStillBeRead() {
        for side in stride(from: 60.0, through: 400, by: 20) {
            #expect(
                stack(in: Rect(0, 0, side, side * 0.75)).texts.allSatisfy { $0.font.size >= 9 })
        }
    }

    @Test func allChartsOfASmallDashboardAreAlike() throws {
        let chart = figure(plot(.column, [[1, 2, 3, 4, 5]]), title: "Revenue")
        let picture = DashboardPicture(items: [
            DashboardPicture.Item(chart, place: Rect(0, 0, 100, 80)),
            DashboardPicture.Item(chart, place: Rect(0, 80, 100, 20)),
        ])
        func sizes(_ size: Size) -> Set<Double> {
            let composer = DashboardComposer(theme: .welterWeight, measure: FakeMeasure())
            let scene = composer.scene(picture, size: size)
            let texts = scene.nodes.flatMap { node -> [Text] in
                if case .group(let group) = node { Drawn(group).texts } else { [] }
            }
            return Set(texts.filter { $0.string == "Revenue" }.map(\.font.size))
        }
        #expect(sizes(Size(375, 667)) == [11])
        #expect(sizes(Size(768, 1024)) == [14])
    }
}
