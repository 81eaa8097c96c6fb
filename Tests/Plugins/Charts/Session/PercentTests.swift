import PeriluneCore
import Testing

@testable import ChartsPlugin

/// Numbers under `Percent` (10 is 10%) and `Percentage` (0.1 is 10%).
struct PercentTests {
    private func session(_ format: String, _ values: [Double]) throws -> Session {
        let rows = values.enumerated().map { index, value -> Value in
            ["c": .string("row \(index)"), "v": .number(value)]
        }
        let dashboard = metadata(
            dashboard: """
                <Filters><Filter Name="c" Sequence="1" SourceQuery="Q" FilterType="picklist" Column="c"/>
                </Filters><Chart Name="C" ChartType="Column" Query="Q"><Category Column="c"/>
                <Values><Value Expression="v" Format="\(format)"/></Values>
                <Filters><FilterName Name="c"/></Filters></Chart>
                """
        ).dashboard
        return try SessionLab.session(
            dashboard,
            ClosureSource {
                try Table(rows: .array(rows), of: $0.name).restricted(
                    to: $0.arguments, query: $0.name)
            })
    }

    private func texts(_ built: BuiltFigure) -> [String] {
        guard let values = built.plot?.layers.first?.values.first else { return [] }
        return values.cells.joined().map(values.format.full)
    }

    @Test(
        arguments: [
            ("Percent", [10, 35.5], ["10%", "35.5%"], nil),
            ("Percent", [0.21, -0.5, 0, 1], ["21%", "-50%", "0%", "100%"], .warning),
            ("Percent", [0.21, 35], ["0.21%", "35%"], .note),
            ("Percent", [0, 1], ["0%", "1%"], nil),
            ("Percentage", [0.21, 1.5], ["21%", "150%"], nil),
            ("Percentage", [21, 35], ["2,100%", "3,500%"], .warning),
        ] as [(String, [Double], [String], ChartIssue.Level?)])
    func isScaledOnlyByTheFormatPercentage(
        _ format: String, _ values: [Double], _ expected: [String], _ level: ChartIssue.Level?
    ) async throws {
        let (built, issues) = try await session(format, values).figure("C")
        #expect(texts(built) == expected)
        #expect(issues.map(\.level) == [level].compactMap { $0 })
    }

    @Test func aFilterDoesNotChangeHowANumberIsWritten() async throws {
        let session = try session("Percent", [0.5, 12])
        try await session.perform(.filter("c", .among(["row 0"])), on: "")
        #expect(texts(try await session.figure("C").built) == ["0.5%"])
    }
}
