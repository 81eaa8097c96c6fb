import PeriluneCore
import PeriluneLocale
import Testing

@testable import ChartsPlugin

/// Dashboards over times: in a zone of their own, and within two dates.
struct TimeTests {
    private static let values =
        #"<Values><Value Expression="N" ValueSequence="1" DisplayName="N"/></Values>"#

    private static let rows: Value = [
        ["At": "2010-07-15T21:30:00Z", "Day": "2010-07-15", "N": 1],
        ["At": "2010-07-15T22:30:00Z", "Day": "2010-07-16", "N": 2],
        ["At": "2010-12-31T23:30:00Z", "Day": "2010-12-31", "N": 4],
    ]

    private func session(zone: String) throws -> Session {
        let dashboard = metadata(
            dashboard: """
                <Filters><Filter Name="Days" FilterType="range" SourceQuery="Q" Column="Day"/>
                  <Filter Name="Times" FilterType="range" SourceQuery="Q" Column="At"/></Filters>
                <DrillDownGroup Name="Way">
                  <Chart Name="Top" ChartType="Column" ChartSequence="1" Query="Q">
                    <Category Column="At"/>\(Self.values)
                    <Filters><FilterName Name="Days"/><FilterName Name="Times"/></Filters></Chart>
                  <Chart Name="Under" ChartType="Column" ChartSequence="2" Query="Q">
                    <Category Column="Day" Format="ShortDate"/>\(Self.values)</Chart>
                </DrillDownGroup>
                <Chart Name="Parts" ChartType="Column" Query="Q"><Category Column="Day"/>
                  <Values><Value Expression="Day(At)" ValueSequence="1"/>
                    <Value Expression="Hour(At)" ValueSequence="2"/></Values></Chart>
                """
        ).dashboard
        let source = ClosureSource { request in
            try Table(rows: Self.rows, of: request.name)
                .restricted(to: request.arguments, query: request.name)
        }
        return try SessionLab.session(dashboard, source, times: LocalTimes(WallClock(zone)))
    }

    @Test func labelsAndExpressionsHaveTheTimesOfTheZone() async throws {
        let session = try session(zone: "Europe/Berlin")
        let (built, issues) = try await session.figure("Way")
        #expect(issues.isEmpty, "\(issues)")
        #expect(
            built.plot?.categories.map(\.text) == [
                "Jul 15, 2010, 11:30\u{202F}PM", "Jul 16, 2010, 12:30\u{202F}AM",
                "Jan 1, 2011, 12:30\u{202F}AM",
            ])
        let parts = try #require(try await session.figure("Parts").built.plot)
        #expect(parts.layers[0].values.map { $0.cells[0] } == [[15, 16, 1], [23, 0, 0]])
        // Days are days everywhere.
        #expect(parts.categories.map(\.text) == ["Jul 15, 2010", "Jul 16, 2010", "Dec 31, 2010"])
    }

    @Test func aDrilledTimeIsParsedAsAnInstant() async throws {
        let session = try session(zone: "Asia/Tokyo")
        let top = try await session.figure("Way").built
        try await session.perform(.drill(category: top.categories[1].text, series: nil), on: "Way")
        let (built, issues) = try await session.figure("Way")
        #expect(issues.isEmpty, "\(issues)")
        #expect(built.figure.breadcrumbs == ["Jul 16, 2010, 7:30\u{202F}AM"])
        #expect(built.plot?.categories.map(\.text) == ["7/16/10"])
    }

    /// The ends of a range of dates are microseconds since 1970, as the dates of a table are.
    @Test func aRangeOfDatesKeepsWhatLiesWithinIt() async throws {
        func microseconds(_ text: String) throws -> Double {
            Double(try #require(Timestamp("\(text)Z")).microseconds)
        }
        let session = try session(zone: "Europe/Berlin")
        let days = ChartAction.FilterChoice.between(
            try microseconds("2010-07-16T00:00:00"), try microseconds("2010-12-30T00:00:00"))
        try await session.perform(.filter("Days", days), on: "")
        #expect(try await session.figure("Way").built.cells == ["": [2]])
        try await session.perform(.filter("Days", nil), on: "")
        let times = ChartAction.FilterChoice.between(
            try microseconds("2010-07-16T00:00:00"), try microseconds("2010-07-17T00:00:00"))
        try await session.perform(.filter("Times", times), on: "")
        #expect(try await session.figure("Way").built.cells == ["": [2]])
    }
}
