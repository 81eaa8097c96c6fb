import PeriluneCore
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

/// The colours of names.
struct SeriesStyleTests {
    private static let rows: [String: Value] = [
        "A": [
            ["Region": "East", "Product": "Bikes", "N": 1],
            ["Region": "East", "Product": "Clothing", "N": 2],
            ["Region": "West", "Product": "Helmets", "N": 3],
        ],
        "B": [
            ["Region": "West", "Product": "Helmets", "N": 3],
            ["Region": "West", "Product": "Locks", "N": 5],
            ["Region": "East", "Product": "Bikes", "N": 4],
        ],
    ]

    private func session() throws -> Session {
        func chart(_ name: String, _ kind: String, _ rest: String) -> String {
            """
            <Chart Name="\(name)" ChartType="\(kind)" Query="\(name == "Pie" ? "B" : name)">\(rest)
            <Values><Value Expression="N"/></Values>
            <Filters><FilterName Name="Regions"/></Filters></Chart>
            """
        }
        let series = #"<Category Column="Region"/><Series Column="Product"/>"#
        let dashboard = metadata(
            dashboard: """
                <Filters><Filter Name="Regions" FilterType="picklist" SourceQuery="A" Column="Region"/>
                </Filters>\(chart("A", "Column", series))\(chart("B", "Line", series))
                \(chart("Pie", "Pie", #"<Category Column="Product"/>"#))
                """
        ).dashboard
        return try SessionLab.session(
            dashboard,
            ClosureSource { request in
                try Self.rows[request.name].map {
                    try Table(rows: $0, of: request.name)
                        .restricted(to: request.arguments, query: request.name)
                }
            })
    }

    private func styleNumbers(_ name: String, _ session: Session) async throws -> [String: Int?] {
        let layer = try #require(try await session.figure(name).built.plot?.layers.first)
        return Dictionary(uniqueKeysWithValues: layer.series.map { ($0.label, $0.styleNumber) })
    }

    @Test func aNameHasOneColourInAllChartsWhateverIsFiltered() async throws {
        let session = try session()
        let all = ["Bikes": 0, "Clothing": 1, "Helmets": 2, "Locks": 3]
        #expect(try await styleNumbers("A", session) == all.filter { $0.key != "Locks" })
        #expect(try await styleNumbers("B", session) == all.filter { $0.key != "Clothing" })
        try await session.perform(.filter("Regions", .among(["West"])))
        #expect(try await styleNumbers("A", session) == ["Helmets": 2])
        #expect(try await styleNumbers("B", session) == ["Helmets": 2, "Locks": 3])
        let pie = try #require(try await session.figure("Pie").built.plot)
        #expect(pie.categoryStyles == [2, 3])
    }

    @Test func theOnlySeriesThatAFilterLeftIsNamedInItsColour() async throws {
        let session = try session()
        try await session.perform(.filter("Regions", .among(["West"])))
        let drawn = Drawn(try await session.figure("A").built.figure)
        #expect(drawn.texts.contains { $0.string == "Helmets" })
        #expect(
            drawn.identified.map(\.paint.fill) == [.color(Theme.welterWeight.style(2).color)])
    }

    @Test func stylesAreDistinctWhileThereAreEnough() {
        #expect(SeriesStyles.numbers([nil, nil, nil], of: 4) == [0, 1, 2])
        #expect(SeriesStyles.numbers([2, 5, nil], of: 8) == [2, 5, 3])
        #expect(SeriesStyles.numbers([1, 5, 9], of: 4) == [1, 2, 3])
        #expect(SeriesStyles.numbers([nil, 0], of: 4) == [1, 0])
        #expect(SeriesStyles.numbers([0, 0, 0], of: 2) == [0, 1, 0])
        #expect(SeriesStyles.numbers([7], of: 0) == [0])
    }
}
