import Arguments
import ChartsPlugin
import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles

let chartsCheckAction: PluginAction = PluginAction(
    command: Command(
        name: "charts check", summary: "Find mistakes in a dashboard's metadata and data",
        discussion: [
            "Reads the metadata and runs every query that its charts use, so that it finds missing columns as well as misspelt attributes. --json writes the findings as JSON: code, level, message and details."
        ],
        operands: [Operand("FILE", .oneOrMore, accepts: .file, "Metadata files.")],
        options: [
            .toggle("strict", "Treat warnings as errors."),
            .toggle("json", "Write findings as JSON, one object per line."),
        ] + ChartsOptions.data,
        examples: [Example("perilune charts check Scripts/charts/sales.xml", "Check a dashboard.")]
    ),
    run: { values, terminal, context in
        var errors = 0
        var warnings = 0
        for path in values.operands {
            for issue in try await issues(of: path, values, terminal, context) {
                switch issue.level {
                case .error: errors += 1
                case .warning: warnings += 1
                case .note: break
                }
                try terminal.write(values.flag("json") ? issue.json + "\n" : issue.lines)
            }
        }
        if !values.flag("json") {
            terminal.info("\(Counted(errors, "error")), \(Counted(warnings, "warning"))\n")
        }
        return errors > 0 || (values.flag("strict") && warnings > 0) ? .found : .success
    })

/// What is wrong with a file, and with its charts over the data that there are.
private func issues(
    of path: String, _ values: Values, _ terminal: Terminal, _ context: any CommandContext
) async throws -> [ChartIssue] {
    try Session.checkIsMetadata(path)
    guard TextFile.exists(path) else {
        throw PeriluneError("file.missing", "no such file", at: .init(file: path))
    }
    let metadata = ChartMetadata(file: path)
    guard !metadata.dashboard.items.isEmpty || !metadata.hasErrors else { return metadata.issues }
    let opened = try ChartsOptions.open(path, values, terminal, context)
    return (opened.issues + (await opened.session.figures().issues)).shown(path)
}

extension ChartIssue {
    /// The issue as JSON: its place, and the members that scripts receive.
    fileprivate var json: String {
        var members = Value.Members()
        if let file = place.file { members["file"] = .string(file) }
        if let line = place.line { members["line"] = .integer(Int64(line)) }
        if let column = place.column { members["column"] = .integer(Int64(column)) }
        for member in value.object?.pairs ?? [] { members[member.name] = member.value }
        return Value.object(members).json
    }
}
