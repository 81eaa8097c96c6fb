package import Arguments
package import ChartsPlugin
package import PeriluneCommandKit
package import PeriluneCore

/// The options of commands that open dashboards, and the dashboards that they open.
package enum ChartsOptions {
    static let metadata = Operand(
        "FILE", .one, accepts: .file,
        "The dashboard's metadata: XML, a property list, JSON, or Lua with charts.define.")

    static let data: [Option] =
        [
            .value(
                "data", "PATH", accepts: .file,
                default:
                    "the file or folder beside FILE with the same name and .sqlite, .db, .data or .csv",
                "A SQLite file, or a folder with a CSV, JSON or FetchXML file for each query.")
        ] + writing

    /// The options for scripts, which answer queries and decide actions.
    static let ofScripts: Set<String> = [
        "script", "crm", "http", "patterns", "sharing", "config", "no-config", "plugin",
    ]

    /// The options for the format of values.
    package static let writing: [Option] = [
        .value(
            "locale", "NAME", default: "en_US",
            "Locale for numbers and dates, such as de_DE. If given, it also decides how ambiguous numbers and dates in the data are read."
        ),
        .value(
            "zone", "NAME", default: "UTC",
            "Time zone for display, such as Europe/Berlin."),
    ]

    /// Dashboards for scripts; its name is also that in the configuration.
    package static let charts = Option.value(
        "charts", "FILE", accepts: .file, isRepeatable: true,
        "A dashboard (metadata, with its data beside it) that scripts can read, control and capture."
    )

    /// The plugin with the dashboards for scripts; what is wrong with them is shown.
    package static func makePlugin(
        _ values: Values, _ terminal: Terminal
    ) throws(PeriluneError) -> Charts {
        let charts = try Charts(
            values.strings("charts").map { DashboardFile($0) }, pages: pageOptions(values))
        for issue in charts.issues { terminal.info(issue.lines) }
        return charts
    }

    /// The plugin with the dashboards of `--charts` as `writing` shows them.
    package static func views(_ values: Values) throws(PeriluneError) -> Charts {
        try Charts(values.strings("charts").map { file($0, values) })
    }

    /// A dashboard as these options show it.
    static func file(_ path: String, data: String? = nil, _ values: Values) -> DashboardFile {
        DashboardFile(
            path, data: data, locale: values.string("locale"),
            zone: values.string("zone"))
    }

    /// Opens the dashboard of a file, with the scripts that answer its queries and decide on actions.
    static func open(
        _ path: String, _ values: Values, _ terminal: Terminal, _ context: any CommandContext
    ) throws(PeriluneError) -> OpenedSession {
        var opened = try Session.open(file(path, data: values.string("data"), values))
        if opened.session.dashboard.items.isEmpty {
            opened.issues.append(
                ChartIssue(.other("the dashboard has no charts"), level: .warning))
        }
        opened.issues = opened.issues.shown(path)
        if values.strings("script").isEmpty {
            opened.session.connect(to: try context.rowSources(values))
        } else {
            // Keeps the host alive, since only the session references it.
            let charts = Charts(sessions: [opened.session])
            opened.session.connect(try context.host(with: charts, values, terminal))
        }
        return opened
    }
}

extension [ChartIssue] {
    /// The issues, with the file if an issue has no place; equal issues of several charts are listed once.
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
    /// The issue as lines of text.
    var lines: String { "\(level.rawValue.lowercased()): \(self)\n".withoutControls }
}
