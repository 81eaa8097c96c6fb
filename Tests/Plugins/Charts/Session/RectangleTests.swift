import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct RectangleTests {
    private let request = PictureRequest("Sales", width: 600, height: 400)

    /// The columns of the chart, by category and series.
    private func columns(_ session: Session) async throws -> [[Int]: Rect] {
        func find(_ nodes: [Node], _ x: Double, _ y: Double, _ found: inout [[Int]: Rect]) {
            for node in nodes {
                switch node {
                case .group(let group) where group.role != .legend:
                    find(group.nodes, x + group.offset.x, y + group.offset.y, &found)
                case .mark(let mark):
                    guard let identity = mark.identity, case .rect(let rect, _) = mark.shape else {
                        continue
                    }
                    found[[identity.category, identity.series]] = Rect(
                        rect.x + x, rect.y + y, rect.width, rect.height)
                default: continue
                }
            }
        }
        var found: [[Int]: Rect] = [:]
        find(try #require(try await session.scene(request)).scene.nodes, 0, 0, &found)
        return found
    }

    @Test func aRectangleOverEverythingSelectsAllCategories() async throws {
        let session = try SessionLab.session()
        let target = try await session.target(of: Rect(0, 0, 600, 400), in: request)
        #expect(target == .items(categories: ["East", "North", "West"], items: []))
    }

    @Test func aColumnIsSelectedOnlyIfItIsEntirelyInside() async throws {
        let session = try SessionLab.session()
        let column = try #require(try await columns(session)[[0, 1]])
        let item = ChartAction.Item(category: "East", series: "2012")
        #expect(
            try await session.target(of: column, in: request)
                == .items(categories: [], items: [item]))
        let less = Rect(column.x, column.y + 1, column.width, column.height)
        #expect(try await session.target(of: less, in: request) == nil)
        #expect(try await session.target(of: Rect(0, 0, 5, 5), in: request) == nil)
    }

    @Test func hiddenSeriesAreNotSelected() async throws {
        let session = try SessionLab.session()
        try await session.perform(.show(series: "2011", false), on: "Sales")
        let column = try #require(try await columns(session)[[0, 1]])
        #expect(
            try await session.target(of: column, in: request)
                == .items(categories: ["East"], items: []))
    }

    /// The levels to choose from stand above the columns.
    @Test func levelsAreNotSelectedAsCategories() async throws {
        let session = try SessionLab.session()
        let target = try await session.target(
            of: Rect(0, 0, 600, 400), in: PictureRequest("Zoom", width: 600, height: 400))
        #expect(target == .items(categories: ["2011", "2012"], items: []))
        let below = try await session.target(
            of: Rect(0, 40, 600, 360), in: PictureRequest("Zoom", width: 600, height: 400))
        #expect(below == target)
    }

    @Test func aFigureWithoutCategoriesHasNothingToSelect() async throws {
        let session = try SessionLab.session()
        for view in ["Profit", "Areas", "Table", "nothing"] {
            let target = try await session.target(
                of: Rect(0, 0, 5000, 5000), in: PictureRequest(view))
            #expect(target == nil, "\(view)")
        }
    }
}
