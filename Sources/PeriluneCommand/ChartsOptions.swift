import Arguments
import ChartsPlugin
import Perilune
import PeriluneCore
import PeriluneJSON

/// The options of commands that open a dashboard, and the dashboard that they open.
enum ChartsOptions {
    static let data: [Option] =
        [
            .value(
                "data", "PATH", accepts: .file,
                default: "FILE's name with .sqlite, .db or .data",
                "A SQLite file, or a folder with a CSV or JSON file for each query."),
            .value(
                "locale", "NAME", default: "en_US",
                "How numbers and dates are written, such as de_DE."),
        ] + ScriptOptions.ofCharts

    /// The dashboard of a file, with the scripts that answer its queries and are asked.
    static func open(
        _ path: String, _ values: Values, _ terminal: Terminal
    ) throws(PeriluneError) -> OpenedSession {
        var opened = try Session.open(
            DashboardFile(
                path, data: values.string("data"), locale: values.string("locale") ?? "en_US"))
        if opened.session.dashboard.items.isEmpty {
            opened.issues.append(
                ChartIssue(.other("the dashboard has no charts"), level: .warning))
        }
        opened.issues = opened.issues.shown(path)
        if !values.strings("script").isEmpty {
            let host = try ScriptOptions.host(for: opened.session, values, terminal)
            opened.session.connect(HostBus(host: host))
        }
        return opened
    }
}

extension [ChartIssue] {
    /// The issues with the file where none is known; what several charts suffer from stands once.
    func shown(_ path: String) -> [ChartIssue] {
        var seen: Set<ChartIssue> = []
        return map { issue in
            var issue = issue
            if issue.place.file == nil { issue.place.file = path }
            return issue
        }.filter { seen.insert($0).inserted }
    }
}

extension ChartIssue {
    /// The lines for a person.
    var lines: String { "\(level.rawValue.lowercased()): \(self)\n".withoutControls }
}

/// A host as the bus of its dashboards.
struct HostBus: SessionBus {
    let host: Host

    func decide(_ event: Event) async throws -> (outcome: Outcome, emitted: [Value]) {
        try told(try await host.process(all: [event]))
    }

    func answer(_ event: Event) async throws -> (outcome: Outcome, emitted: [Value]) {
        try told(try await host.answer(event))
    }

    private func told(_ results: Host.Results) throws -> (outcome: Outcome, emitted: [Value]) {
        let lines = results.output.split(separator: UInt8(ascii: "\n"))
        let emitted = try lines.map { line throws(PeriluneError) in try Value(json: Array(line)) }
        if let error = results.records.first?.error { throw error }
        return (results.records.first?.outcome ?? .unhandled, emitted)
    }
}
