import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct DashboardLayoutTests {
    private let layout = DashboardComposer(theme: .welterWeight, measure: FakeMeasure())

    private func places(
        _ wishes: [Rect?], _ scale: DashboardPicture.Scale = .percent, content: Size? = nil
    ) -> DashboardPlaces {
        DashboardPlaces(
            wishes, scale: scale, contentSize: content, area: Size(1000, 800), gap: 12)
    }

    @Test func filtersHaveAtMostThreeRows() throws {
        let layout = ChartLayout(theme: .welterWeight, measure: FakeMeasure())
        let filters = (1...30).map { "Filter of column \($0)" }
        let strip = Strip(filters: filters, layout: layout)
        let texts = Drawn(Group(.group, nodes: strip.nodes(width: 400))).texts
        #expect(Set(texts.map(\.position.y)).count == 3)
        let last = try #require(texts.last)
        #expect(last.string == "+\(filters.count - (texts.count - 1))")
    }

    @Test func percentagesAreOfTheAvailableSize() {
        let places = places([Rect(1, 50, 49, 25)])
        #expect(places.places == [Rect(10, 400, 490, 200)])
        #expect(places.size == Size(1000, 800))
    }

    @Test func placesBeyond100PercentAreClipped() {
        #expect(places([Rect(1, 67, 98, 35)]).places == [Rect(10, 536, 980, 264)])
        #expect(places([Rect(120, 0, 10, 10)]).places[0].width == 0)
    }

    @Test func pointsHaveASizeOfTheirOwn() {
        let wish = Rect(10, 315, 1000, 700)
        #expect(places([wish], .points, content: Size(1300, 1200)).size == Size(1300, 1200))
        #expect(places([wish], .points).size == Size(1010, 1015))
        #expect(places([wish], .points, content: Size(-1, .nan)).size == Size(1010, 1015))
        #expect(places([Rect(0, 0, 1e5, 1e5)], .points).size == Size(8000, 8000))
    }

    @Test func withoutALayoutThereIsAGrid() {
        let places = places([nil, nil, nil, nil, nil]).places
        for (index, place) in places.enumerated() {
            #expect(place.width >= 300 && place.height >= 100)
            #expect(!places[(index + 1)...].contains { $0.intersects(place) })
        }
    }

    @Test func aChartWithoutALayoutIsPlacedBelowTheOthers() {
        let places = places([Rect(1, 1, 98, 98), nil])
        #expect(places.places[1].minY >= places.places[0].maxY)
        #expect(places.size.height > 800)
        #expect(places.places[1].maxY <= places.size.height)
    }

    @Test func invalidPlacesAreIgnored() {
        for wish in [
            Rect(.nan, 0, 10, 10), Rect(0, 0, 0, 10), Rect(0, 0, -5, 5), Rect(1e9, 0, 1, 1),
        ] {
            #expect(places([wish]).places[0].width > 100)
        }
    }

    @Test func chartsAreDrawnInTheirPlaces() {
        let scene = layout.scene(sampleDashboard(), size: Size(1024, 1200))
        #expect(scene.size == Size(1024, 1200))
        #expect(scene.title == "Sales overview")
        guard case .group(let root)? = scene.nodes.first else {
            Issue.record("no dashboard")
            return
        }
        let drawn = Drawn(root)
        #expect(drawn.groups.count { $0.role == .chart && !$0.data.isEmpty } == 7)
        let clips = drawn.groups.compactMap(\.clip).filter { $0.width > 200 }
        #expect(clips.allSatisfy { Rect(0, 0, 1024, 1200).contains($0) })
    }

    @Test func filtersAreShownAndCounted() {
        var picture = sampleDashboard()
        picture.filters = (1...40).map { "Filter number \($0): on" }
        guard case .group(let root)? = layout.scene(picture, size: Size(800, 900)).nodes.first
        else { return }
        let texts = Drawn(root).texts.map(\.string)
        #expect(texts.contains("Filter number 1: on"))
        let shown = texts.count { $0.hasPrefix("Filter number") }
        #expect(texts.contains("+\(40 - shown)"))
    }

    @Test func aFullViewShowsLevelsFiltersAndPanels() {
        var figure = shape("Sales", .pie(pie([[3, 2, 1, 1, 1]])))
        figure.breadcrumbs = ["2012", "Bikes"]
        let scene = layout.scene(
            FullViewPicture(
                figure: figure, filters: ["Year: 2012"], levels: ["Year", "Quarter", "Month"],
                level: 1, panels: [shape("Variables", .panel(controls))]), size: Size(1024, 768))
        let drawn = Drawn(Group(nodes: scene.nodes))
        let chosen = drawn.marks.filter { $0.identity?.label.hasPrefix("Level ") == true }
        #expect(chosen.map { $0.identity?.isSelected } == [false, true, false])
        for text in ["Year: 2012", "Quarter", "2012", "Bikes", "Variables"] {
            #expect(drawn.texts.contains { $0.string == text })
        }
    }

    @Test(arguments: [Size(0, 0), Size(1, 1), Size(30, 2000), Size(.nan, -5)])
    func anySizeCanBeDrawn(_ size: Size) {
        let scene = layout.scene(sampleDashboard(), size: size)
        #expect(scene.size.width.isFinite && scene.size.height.isFinite)
        let full = layout.scene(
            FullViewPicture(
                figure: shape("", .message("")), filters: ["a"], levels: ["b"],
                panels: [shape("", .panel(controls))]), size: size)
        #expect(full.size.width.isFinite)
    }
}
