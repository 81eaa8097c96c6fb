import Foundation
import Testing

/// The alerts and the dashboard of `Packaging/monitoring` ask for metrics that a server has.
struct MonitoringFilesTests {
    private func text(_ name: String) throws -> String {
        try String(
            contentsOf: ReferencePage.root.appending(path: "Packaging/monitoring/\(name)"),
            encoding: .utf8)
    }

    /// The metrics of the page, with the names of the series of histograms.
    private func metrics() throws -> Set<String> {
        let page = try ReferencePage("Metrics")
        var names: Set<String> = []
        for row in page.rows("Metrics") where row.count > 1 {
            for name in ReferencePage.quoted(row[0]) {
                let endings = row[1] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
                for ending in endings { names.insert(name + ending) }
            }
        }
        return names
    }

    @Test(arguments: ["perilune.rules.yml", "perilune-dashboard.json"])
    func askForMetricsThatExist(_ file: String) throws {
        let named = try Set(
            text(file).matches(of: /\b(?:perilune|process)_[a-z_]+/).map { String($0.0) })
        let metrics = try metrics()
        #expect(metrics.contains("perilune_commit_duration_seconds_bucket"))
        #expect(named.count > 8)
        #expect(named.subtracting(metrics) == [])
    }

    @Test func theDashboardIsJSON() throws {
        let object = try JSONSerialization.jsonObject(
            with: Data(text("perilune-dashboard.json").utf8))
        let panels = try #require((object as? [String: Any])?["panels"] as? [[String: Any]])
        #expect(Set(panels.compactMap { $0["id"] as? Int }).count == panels.count)
    }
}
