import ChartsPlugin
package import PeriluneCore
package import PeriluneTesting

/// What a case says about dashboards: `charts = { open = {…}, after = {…} }`, which are open, and what must
/// have been done to them after.
package struct TestChartsFixture: Fixture {
    /// The field of a case.
    package let field = "charts"
    /// A plugin without dashboards, for cases that open none.
    package let plugin: any Plugin = Charts()

    package init() {}

    /// Opens the dashboards that `open` lists, in which events of the case change nothing.
    package func open(_ value: Value, folder: String) async throws -> any OpenFixture {
        let files = value["open"]?.elements?.compactMap(\.string) ?? []
        var charts = try Charts(
            files.map { DashboardFile($0.hasPrefix("/") ? $0 : folder + $0) })
        // Events of a case only notify scripts of an action; changes to the dashboard come from the scripts.
        charts.actsOnEvents = false
        return OpenCharts(charts: charts, after: value["after"])
    }
}

private struct OpenCharts: OpenFixture {
    let charts: Charts
    let after: Value?

    var plugin: any Plugin { charts }

    /// Compares the whole state of each dashboard in the expectation.
    func differences() async -> [Difference] {
        var differences: [Difference] = []
        for member in after?.object?.pairs ?? [] {
            let path: [Difference.Step] = [.name("after"), .name(member.name)]
            guard let session = charts.sessions.first(where: { $0.name == member.name }) else {
                differences.append(Difference(path, message: "this dashboard is not open"))
                continue
            }
            differences += Comparison.differences(
                member.value, in: await session.state.value, at: path, .whole)
        }
        return differences
    }
}
