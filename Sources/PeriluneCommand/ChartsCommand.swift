import Arguments
import ChartsPlugin
import PeriluneCore
import PeriluneFiles

private let file = Operand("FILE", .one, accepts: .file, "Metadata: XML, a property list or JSON.")

let chartsRenderAction: Action = Action(
    command: Command(
        name: "charts render", summary: "Draw a dashboard, or one of its charts.",
        operands: [file],
        options: ChartsOptions.data + ChartsOptions.picture + [
            .value("view", short: "v", "NAME", default: "the dashboard", "A chart by its name."),
            .value(
                "replay", "EVENTS", accepts: .file,
                "First do what a log of chart events did, a JSON object a line."),
        ],
        examples: [
            Example("perilune charts render Scripts/charts/sales.xml -o sales.png", "A dashboard."),
            Example(
                "perilune charts render Scripts/charts/sales.xml --view ProductSales -o chart.svg",
                "One chart."),
        ]),
    run: { values, terminal in
        let opened = try ChartsOptions.open(values)
        if let log = values.string("replay") { try await replay(log, on: opened.session) }
        let view = values.string("view") ?? opened.session.name
        guard
            let picture = try await opened.session.picture(ChartsOptions.request(view, values))
        else {
            throw PeriluneError(
                "view.unknown", "there is no view '\(view)'",
                hint: "the views are \(opened.session.views.joined(separator: ", "))")
        }
        try ChartsOptions.write(picture, values)
        let issues = opened.issues + (await opened.session.figures().issues)
        for issue in issues { terminal.note("\(issue.level.rawValue.lowercased()): \(issue)\n") }
        return .success
    })

let chartsCheckAction: Action = Action(
    command: Command(
        name: "charts check", summary: "Look for mistakes in metadata and the data behind it.",
        operands: [Operand("FILE", .oneOrMore, accepts: .file, "Metadata files.")],
        options: ChartsOptions.data + [
            .toggle("strict", "Warnings count as errors."),
            .toggle("json", "Write findings as JSON, an object a line."),
        ],
        examples: [Example("perilune charts check Scripts/charts/sales.xml", "Before it is used.")]
    ),
    run: { values, terminal in
        var errors = 0
        var warnings = 0
        for path in values.operands {
            for issue in try await issues(of: path, values) {
                if issue.level == .error { errors += 1 } else { warnings += 1 }
                if values.flag("json") {
                    try terminal.write(issue.value.json + "\n")
                } else {
                    try terminal.write("\(issue.level.rawValue.lowercased()): \(issue)\n")
                }
            }
        }
        if !values.flag("json") {
            terminal.note("\(count(errors, "error")), \(count(warnings, "warning"))\n")
        }
        return errors > 0 || (values.flag("strict") && warnings > 0) ? .found : .success
    })

let chartsQueryAction: Action = Action(
    command: Command(
        name: "charts query",
        summary: "Show the rows behind a chart, or the queries of a dashboard.",
        operands: [
            file, Operand("QUERY", .optional, "A query by its name; all names without it."),
        ],
        options: ChartsOptions.data + [
            .value(
                "where", "COLUMN=VALUE", isRepeatable: true,
                "Only rows with this value, as a drill restricts them.")
        ],
        examples: [
            Example("perilune charts query Scripts/charts/sales.xml", "What is asked for."),
            Example(
                "perilune charts query Scripts/charts/sales.xml SalesOrder --where Region=Eastern",
                "Rows, a JSON object a line."),
        ]),
    run: { values, terminal in
        let session = try ChartsOptions.open(values).session
        guard values.operands.count > 1 else {
            for need in session.dashboard.queryNeeds {
                try terminal.write(
                    "\(need.query): \(need.columns.map(\.name).joined(separator: ", "))\n")
            }
            return .success
        }
        var arguments: [String: QueryArgument] = [:]
        for condition in values.strings("where") {
            let parts = condition.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw UsageError(
                    .invalidValue, "--where needs COLUMN=VALUE, not '\(condition)'",
                    program: "perilune charts query")
            }
            arguments[parts[0]] = .equals(Double(parts[1]).map(Cell.number) ?? .text(parts[1]))
        }
        let request = QueryRequest(values.operands[1], arguments)
        guard let table = try await session.queries.table(request) else {
            throw PeriluneError(
                "charts.query", "no source has a query '\(request.name)'",
                hint: "perilune charts query FILE lists them")
        }
        for row in 0..<table.count { try terminal.write(table.row(row).json + "\n") }
        return .success
    })

let snapshotAction: Action = Action(
    command: Command(
        name: "snapshot", summary: "Take a picture of a view, as a script's snapshot.capture does.",
        operands: [Operand("VIEW", .one, "A dashboard, or DASHBOARD/CHART.")],
        options: [
            .value(
                "charts", "FILE", accepts: .file, isRepeatable: true,
                "A dashboard to open: metadata, with its data beside it."),
            .value(
                "locale", "NAME", default: "en_US",
                "How numbers and dates are written, such as de_DE."),
        ] + ChartsOptions.picture,
        examples: [
            Example(
                "perilune snapshot sales/Orders --charts Scripts/charts/sales.xml -o orders.pdf",
                "One chart as PDF.")
        ]),
    run: { values, terminal in
        var registry = Registry()
        let files = values.strings("charts").map {
            DashboardFile($0, locale: values.string("locale") ?? "en_US")
        }
        try Charts(files).register(in: &registry)
        let picture = try await registry.views.picture(
            ChartsOptions.request(values.operands[0], values))
        try ChartsOptions.write(picture, values)
        return .success
    })

/// What is wrong with a file, and with its charts over the data that there are.
private func issues(of path: String, _ values: Values) async throws -> [ChartIssue] {
    let metadata = ChartMetadata(file: path)
    guard !metadata.dashboard.items.isEmpty else { return metadata.issues }
    let opened = try Session.open(
        DashboardFile(
            path, data: values.string("data"), locale: values.string("locale") ?? "en_US"))
    var issues = opened.issues + (await opened.session.figures().issues)
    for index in issues.indices where issues[index].place.file == nil {
        issues[index].place.file = path
    }
    return issues
}

/// Does what the events of a log say was done.
private func replay(_ path: String, on session: Session) async throws {
    let bytes = try TextFile.read(path, limit: 64 << 20, what: "log of chart events")
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
        number += 1
        do {
            try await session.replay(Array(line))
        } catch {
            var error = error
            error.place = .init(file: path, line: number)
            throw error
        }
    }
}

private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
}
