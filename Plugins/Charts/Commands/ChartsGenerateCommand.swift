import Arguments
import ChartsPlugin
import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles

let chartsGenerateAction: PluginAction = PluginAction(
    command: Command(
        name: "charts generate",
        summary: "Write a script skeleton that answers a dashboard's queries",
        discussion: [
            "Writes a function for each query, with its arguments and the columns that its charts read: either a Lua script for --script, which answers the queries that the data does not, or a Swift type. You fill in the rows.",
            "With --report it lists what each query must return instead. If there is data (beside FILE, or from --data or --script), it also runs every query with every argument, and exits with 1 if something is missing.",
        ],
        operands: [ChartsOptions.metadata],
        options: [
            .value(
                "language", short: "l", "LANGUAGE", accepts: .choice(["lua", "swift"]),
                default: "from the name of the output, else lua", "The language to write."),
            .value(
                "type", "NAME", default: "MyQuery", "The name of the Swift type."),
            .value(
                "output", short: "o", "FILE", accepts: .file, default: "standard output",
                "The file to write; an existing file is kept."),
            .toggle("overwrite", "Overwrite an existing file, including what you filled in."),
            .toggle("report", "List what each query must return and whether the data does."),
        ] + ChartsOptions.data,
        examples: [
            Example(
                "perilune charts generate board.xml -o queries.lua",
                "Create a script that answers the queries."),
            Example(
                "perilune charts render board.xml --script queries.lua -o board.png",
                "Draw the dashboard with that script."),
            Example(
                "perilune charts generate Scripts/charts/sales.xml --report",
                "Check that the data has everything that the charts need."),
        ]),
    run: { values, terminal, context in
        let path = values.operands[0]
        let opened = try ChartsOptions.open(path, values, terminal, context)
        for issue in opened.issues { terminal.info(issue.lines) }
        let hasErrors = opened.issues.contains { $0.level == .error }
        guard !values.flag("report") else {
            let report =
                hasSource(opened.session, values)
                ? await QueryReport(
                    opened.session.dashboard, asking: SessionQueries(opened.session))
                : QueryReport(opened.session.dashboard)
            try write(report.description, values)
            return hasErrors || report.hasErrors ? .found : .success
        }
        let generator = QueryGenerator(
            opened.session.dashboard,
            source: FilePath.name(of: path))
        switch language(values) {
        case "swift": try write(generator.swift(type: try typeName(values)), values)
        default: try write(generator.lua, values)
        }
        return hasErrors ? .found : .success
    })

/// Whether there is a source or a script that can answer queries.
private func hasSource(_ session: Session, _ values: Values) -> Bool {
    !values.strings("script").isEmpty || (session.queries as? QuerySources)?.sources.isEmpty != true
}

/// A session as a source: its data, else its scripts.
private struct SessionQueries: QuerySource {
    let session: Session

    init(_ session: Session) { self.session = session }

    func table(_ request: QueryRequest) async throws -> Table? { try await session.table(request) }
}

private func language(_ values: Values) -> String {
    values.string("language")
        ?? (values.string("output")?.hasSuffix(".swift") == true ? "swift" : "lua")
}

private func typeName(_ values: Values) throws -> String {
    let name = values.string("type") ?? "MyQuery"
    guard name.isIdentifier else {
        throw UsageError(
            .invalidValue, "'\(name)' is not a valid Swift type name",
            program: "perilune charts generate")
    }
    return name
}

private func write(_ text: String, _ values: Values) throws(PeriluneError) {
    try OutputFile.write(
        Array(text.utf8), to: values.string("output") ?? "-", overwrite: values.flag("overwrite"))
}
