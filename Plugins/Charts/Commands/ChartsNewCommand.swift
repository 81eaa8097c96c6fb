import Arguments
import ChartsPlugin
import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles

let chartsNewAction: PluginAction = PluginAction(
    command: Command(
        name: "charts new", summary: "Create a dashboard from a CSV file",
        discussion: [
            "Writes metadata with up to six charts, chosen by the columns of the file: lines over time, bars of the largest categories, columns of two categories, points of two numbers. Amounts are added up; for other numbers, the chart shows the mean. Titles say which. Charts that 'charts check' would warn about are left out.",
            "The metadata is written beside the file, which provides the rows. Edit the metadata while 'charts serve --watch' shows it.",
        ],
        operands: [Operand("FILE", .one, accepts: .file, "A CSV file with a header.")],
        options: [
            .value(
                "output", short: "o", "FILE", accepts: .file,
                default: "the file with the extension .xml",
                "The file to write, or - for standard output; an existing file is kept."),
            .toggle("overwrite", "Overwrite an existing file."),
        ],
        examples: [
            Example("perilune charts new sales.csv", "Write sales.xml."),
            Example(
                "perilune charts serve sales.xml --watch", "Show it, and changes as you save them."),
        ]),
    run: { values, terminal, _ in
        let path = values.operands[0]
        guard path.hasSuffix(".csv") else {
            throw PeriluneError(
                "charts.new", "not a CSV file", at: .init(file: path),
                hint: "name a file with a header and the extension .csv")
        }
        let stem = String(path.dropLast(4))
        let query = FilePath.name(of: stem)
        let table = try Table(csv: path, query: query)
        let (metadata, issues) = await DashboardProposal(query, table).metadata()
        guard let metadata else {
            throw PeriluneError(
                "charts.new",
                issues.first.map { "no chart: \($0.message)" } ?? "no column can be drawn",
                at: .init(file: path),
                hint: issues.first?.hint
                    ?? "a chart needs a column of numbers, or of names that several rows share")
        }
        for issue in issues {
            terminal.info("left out: \(issue.message)\n".withoutControls)
            if let hint = issue.hint { terminal.info("  hint: \(hint)\n".withoutControls) }
        }
        let output = values.string("output") ?? "\(stem).xml"
        try OutputFile.write(metadata.xml(), to: output, overwrite: values.flag("overwrite"))
        if output != "-" { terminal.info("next: perilune charts serve \(output) --watch\n") }
        return .success
    })

extension OutputFile {
    /// Writes a file; overwrites an existing one only if requested.
    static func write(_ bytes: [UInt8], to output: String, overwrite: Bool) throws(PeriluneError) {
        guard output == "-" || overwrite || !TextFile.exists(output) else {
            throw PeriluneError(
                "output.exists", "the file exists", at: .init(file: output),
                hint:
                    "name another file, or replace it, including what you filled in, with --overwrite"
            )
        }
        try write(bytes, to: output)
    }
}
