import PeriluneCore
import PeriluneFiles

extension Session {
    /// Reads the file of the dashboard again, and shows it to all who have it open.
    ///
    /// If something cannot be drawn, what was shown before stays, and pages show what is wrong.
    package nonisolated func reload(_ file: DashboardFile) async {
        do throws(PeriluneError) {
            let opened = try Session.open(file)
            if let bus = link.bus { opened.session.connect(bus) }
            content.connectRows(to: opened.session.queries)
            let issues = opened.issues + (await opened.session.figures().issues)
            let items = opened.session.dashboard.items
            content.problems = issues.filter { $0.level != .note }.map {
                SessionContent.Problem(
                    item: items.item(of: $0)?.name, text: $0.shown(in: file.path))
            }
            if !issues.contains(where: { $0.level == .error }) {
                content.replace(opened.session.dashboard, opened.session.queries)
            }
        } catch {
            var error = error
            if error.place.file == nil { error.place.file = file.path }
            content.problems = [SessionContent.Problem(text: "\(error)")]
        }
        rows.refresh()
    }

    /// The files by which a change of a dashboard shows: its metadata, and its data.
    package static func files(of file: DashboardFile) -> [String] {
        let stem = file.path.lastIndex(of: ".").map { String(file.path[..<$0]) } ?? file.path
        let data =
            file.data.map { [$0] }
            ?? ["sqlite", "db", "data", "csv", "sql"].map { "\(stem).\($0)" }
        return [file.path]
            + data.flatMap { path in
                TextFile.exists("\(path)/.")
                    ? [path] + TextFile.names(in: path).map { "\(path)/\($0)" } : [path]
            }
    }
}

extension ChartIssue {
    fileprivate func shown(in file: String) -> String {
        var issue = self
        if issue.place.file == nil { issue.place.file = file }
        return "\(level.rawValue.lowercased()): \(issue)"
    }

    /// The name of the chart that it is about.
    fileprivate var chartName: String? {
        switch kind {
        case .missingColumn(let chart, _, _), .emptyTable(let chart, _),
            .expression(let chart, _, _):
            chart
        default: nil
        }
    }
}

extension [Dashboard.Item] {
    /// The item that an issue is about: by the name of its chart, else by the line.
    fileprivate func item(of issue: ChartIssue) -> Dashboard.Item? {
        if let name = issue.chartName {
            return first { $0.name == name || $0.charts.contains { $0.name == name } }
        }
        guard let line = issue.place.line else { return nil }
        return filter { $0.place.line > 0 && $0.place.line <= line }
            .max { $0.place.line < $1.place.line }
    }
}
