import PeriluneCore

@testable import ChartsPlugin

/// A chart of one kind over rows, as its metadata describes it.
enum KindsLab {
    static func built(
        _ kind: String, category: String, series: String = "", values: String, extra: String = "",
        attributes: String = "", rows: Value, actions: [ChartAction] = []
    ) async throws -> (built: BuiltFigure, issues: [ChartIssue]) {
        let dashboard = metadata(
            dashboard: """
                <Chart Name="C" ChartType="\(kind)" Query="Q" \(attributes)>
                <Category Column="\(category)" \(extra)/>\(series)<Values>\(values)</Values></Chart>
                """
        ).dashboard
        let session = try SessionLab.session(
            dashboard, ClosureSource { try Table(rows: rows, of: $0.name) })
        for action in actions { try await session.perform(action, on: "C") }
        return try await session.figure("C")
    }
}
