import PeriluneCore
import PeriluneDrawing
import PeriluneLocale
import Testing

@testable import ChartsPlugin

/// Charts whose categories are times.
struct TimeAxisTests {
    private func session(
        _ kind: String, _ times: [String?], category: String = "", zone: String? = nil
    ) throws -> Session {
        let rows: [Value] = times.enumerated().map { index, time in
            ["At": time.map(Value.string) ?? .null, "N": .integer(Int64(index + 1))]
        }
        let dashboard = metadata(
            dashboard: """
                <Chart Name="C" ChartType="\(kind)" Query="Q"><Category Column="At" \(category)/>
                <Values><Value Expression="N"/></Values></Chart>
                """
        ).dashboard
        return try SessionLab.session(
            dashboard, ClosureSource { try Table(rows: .array(rows), of: $0.name) },
            times: try zone.map { LocalTimes(try WallClock($0)) })
    }

    /// The middles of the marks by category, in a plot of 640 by 400.
    private func places(_ session: Session) async throws -> [Int: Double] {
        let built = try await session.figure("C").built
        let drawn = Drawn(built.figure)
        return Dictionary(
            drawn.identified.compactMap { mark in
                guard let category = mark.identity?.category else { return nil }
                let xs = mark.shape.points.map(\.x)
                return (category, ((xs.min() ?? 0) + (xs.max() ?? 0)) / 2)
            }, uniquingKeysWith: { first, _ in first })
    }

    private static let days = [
        "2020-01-01", "2020-01-02", "2020-01-03", "2020-06-01", "2021-06-01",
    ]

    @Test(arguments: ["Line", "Area", "Scatter"])
    func distancesAreProportionalToTime(_ kind: String) async throws {
        let places = try await places(session(kind, Self.days))
        let first = try #require(places[0])
        let last = try #require(places[4])
        for (category, days) in [(1, 1.0), (2, 2), (3, 152)] {
            let expected = first + (last - first) * days / 517
            #expect(abs(try #require(places[category]) - expected) < 0.01)
        }
    }

    @Test func columnsStandAtTheirTimes() async throws {
        let months = (1...12).map { "2021-\($0 < 10 ? "0" : "")\($0)-01" }
        let places = try await places(session("Column", months))
        let first = try #require(places[0])
        let last = try #require(places[11])
        // March begins 59 days after January, December 334; columns lie on whole pixels.
        #expect(abs(try #require(places[2]) - (first + (last - first) * 59 / 334)) <= 1)
    }

    @Test func rowsInAnyOrderStandInTheOrderOfTime() async throws {
        let built = try await session("Line", ["2020-03-01", "2020-01-01", "2020-02-01"])
            .figure("C").built
        #expect(built.cells == ["": [2, 3, 1]])
    }

    /// Clocks show 2:30 twice in the night to 25 October.
    @Test func anHourThatClocksShowTwiceHasTwoPlaces() async throws {
        let session = try session(
            "Line",
            [
                "2020-10-25T00:00:00Z", "2020-10-25T00:30:00Z", "2020-10-25T01:30:00Z",
                "2020-10-25T04:00:00Z",
            ],
            zone: "Europe/Berlin")
        let (built, issues) = try await session.figure("C")
        #expect(issues.isEmpty, "\(issues)")
        #expect(built.cells == ["": [1, 2, 3, 4]])
        #expect(built.categories[1].text == built.categories[2].text)
        let positions = try #require(built.plot?.positions)
        #expect(positions.map { ($0 - positions[0]) / 3600 } == [0, 0.5, 1.5, 4])
    }

    @Test func otherOrdersAndScalesAreBands() async throws {
        for category in [#"Scale="Category""#, #"Sort="Value" Descending="1""#] {
            let plot = try await session("Line", Self.days, category: category).figure("C").built
                .plot
            #expect(plot?.positions == nil)
        }
        #expect(try await session("Bar", Self.days).figure("C").built.plot?.positions == nil)
    }

    @Test func categoriesWithoutATimeAreReported() async throws {
        let built = try await session("Column", ["2020-01-01", nil, "2020-01-03"]).figure("C").built
        #expect(built.figure.notes == ["1 category has no time"])
        #expect(Drawn(built.figure).identified.count == 2)
    }

    @Test func datesWithSlashesAreDates() throws {
        #expect(
            DateText.microseconds("2010/01/02 03:00") == DateText.microseconds("2010-01-02 03:00"))
        #expect(DateText.microseconds("2010/01-02") == nil)
    }
}
