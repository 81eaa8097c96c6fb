import Arguments
import CRMPlugin
import ChartsPlugin
import PeriluneCore

/// The options of commands that open a dashboard, and the dashboard that they open.
enum ChartsOptions {
    static let data: [Option] =
        [
            .value(
                "data", "PATH", accepts: .file,
                default:
                    "the file or folder beside FILE with the same name and .sqlite, .db or .data",
                "A SQLite file, or a folder with a CSV, JSON or FetchXML file for each query.")
        ] + writing + ScriptOptions.ofCharts

    /// How values are shown.
    static let writing: [Option] = [
        .value(
            "locale", "NAME", default: "en_US",
            "Locale for numbers and dates, such as de_DE. If given, it also decides how ambiguous ones in the data are read."
        ),
        .value(
            "zone", "NAME", default: "UTC",
            "Time zone for display, such as Europe/Berlin."),
    ]

    /// A dashboard as these options show it.
    static func file(_ path: String, data: String? = nil, _ values: Values) -> DashboardFile {
        DashboardFile(
            path, data: data, locale: values.string("locale"),
            zone: values.string("zone"))
    }

    /// The dashboard of a file, with the scripts that answer its queries and are asked.
    static func open(
        _ path: String, _ values: Values, _ terminal: Terminal
    ) throws(PeriluneError) -> OpenedSession {
        var opened = try Session.open(file(path, data: values.string("data"), values))
        if opened.session.dashboard.items.isEmpty {
            opened.issues.append(
                ChartIssue(.other("the dashboard has no charts"), level: .warning))
        }
        opened.issues = opened.issues.shown(path)
        if values.strings("script").isEmpty {
            var registry = Registry()
            try CommandPlugins.crm(values).register(in: &registry)
            opened.session.join(registry)
        } else {
            // The session keeps the host, which nobody else does.
            opened.session.connect(try ScriptOptions.host(for: opened.session, values, terminal))
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
