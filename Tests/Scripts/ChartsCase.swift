import ChartsPlugin
import PeriluneCore

/// What a case says about dashboards: which are open, and what must have been done to them after.
struct ChartsCase: Sendable {
    private let open: [String]
    private let after: Value?

    init(_ table: Value) {
        open = table["open"]?.elements?.compactMap(\.string) ?? []
        after = table["after"]
    }

    func plugin() throws -> Charts {
        try Charts(open.map { DashboardFile(ScriptsFolder.file($0).path) })
    }

    /// Of a dashboard that is written, the whole state is compared.
    func differences(in charts: Charts) async -> [String] {
        var differences: [String] = []
        for (name, expected) in after?.object?.pairs.map({ ($0.name, $0.value) }) ?? [] {
            guard let session = charts.sessions.first(where: { $0.name == name }) else {
                differences.append("charts: no dashboard \(name) is open")
                continue
            }
            differences += Difference.find(
                expected, in: await session.state.value, at: "charts.\(name)", partly: false)
        }
        return differences
    }
}
