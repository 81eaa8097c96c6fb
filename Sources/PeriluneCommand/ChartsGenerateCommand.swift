import Arguments
import ChartsPlugin
import PeriluneCore
import PeriluneFiles

let chartsGenerateAction: Action = Action(
    command: Command(
        name: "charts generate",
        summary: "Write a script skeleton that answers a dashboard's queries",
        discussion: [
            "A function for each query, with its arguments and the columns that its charts read: a script to be named with --script, which is asked what the data do not answer, or a type in Swift. Rows are filled in by hand.",
            "--report says instead what each query has to give. Where there are data beside FILE, or with --data or --script, every query is asked with every argument, and the exit status is 1 where something is missing.",
        ],
        operands: [
            Operand("FILE", .one, accepts: .file, "Metadata: XML, a property list or JSON.")
        ],
        options: [
            .value(
                "language", short: "l", "LANGUAGE", accepts: .choice(["lua", "swift"]),
                default: "by the name of the output, else lua", "What to write."),
            .value(
                "type", "NAME", default: "MyQuery", "In Swift: the name of the type."),
            .value(
                "output", short: "o", "FILE", accepts: .file, default: "standard output",
                "Where to write; what is there already is not overwritten."),
            .toggle("overwrite", "Overwrite it, and what was filled in."),
            .toggle("report", "Write what each query needs, and whether it is there."),
        ] + ChartsOptions.data,
        examples: [
            Example(
                "perilune charts generate board.xml -o queries.lua",
                "A script that answers queries."),
            Example(
                "perilune charts render board.xml --script queries.lua -o board.png",
                "Draw with it."),
            Example(
                "perilune charts generate Scripts/charts/sales.xml --report",
                "Is all there that the charts need?"),
        ]),
    run: { values, terminal in
        let path = values.operands[0]
        let opened = try ChartsOptions.open(path, values, terminal)
        for issue in opened.issues { terminal.note(issue.lines) }
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

/// Whether anybody may answer queries: data, or scripts.
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
            .invalidValue, "'\(name)' is no name of a type", program: "perilune charts generate")
    }
    return name
}

private func write(_ text: String, _ values: Values) throws(PeriluneError) {
    let output = values.string("output") ?? "-"
    guard output == "-" || values.flag("overwrite") || !TextFile.exists(output) else {
        throw PeriluneError(
            "output.exists", "the file is there already", at: .init(file: output),
            hint: "name another file; --overwrite replaces it, and what was filled in")
    }
    try OutputFile.write(Array(text.utf8), to: output)
}
