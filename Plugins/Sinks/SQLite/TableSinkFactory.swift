import PeriluneCore
import PeriluneFiles

/// Makes sinks that write to tables of SQLite databases.
struct TableSinkFactory: ConfigurableSinkFactory {
    let name = "sqlite"
    let summary = "a table of an SQLite database; each value is written exactly once"

    let schema = SettingsSchema([
        .init("file", .file, isRequired: true, "The database; it is created if it does not exist."),
        .init(
            "table", .text,
            "The table, which is created if it does not exist; the name of the output by default."),
        .init(
            "columns", .texts,
            "The columns: the name of a member of the value, or `column=path`, such as `customer=data.customer.name`. By default, one column `value` has the whole value as JSON."
        ),
        .init(
            "key", .texts,
            "Columns of which each combination has one row: a later value replaces the row. Without it, rows are only added."
        ),
        RejectedValues.field,
    ])

    /// The database and the files that SQLite keeps beside it; several outputs may have tables in it.
    func writtenFiles(of output: String, _ options: SinkOptions) -> [WrittenFile] {
        guard let name = options.values["file"]?.string else { return [] }
        let file = FilePath.join(options.folder, name)
        // SQLite keeps them beside the file that a link leads to.
        let base = FilePath.linkTarget(of: file) == nil ? file : FilePath.real(file)
        return ([file] + ["-wal", "-shm", "-journal"].map { base + $0 }).map {
            WrittenFile(pattern: Glob.exactly($0), sharedUse: self.name)
        }
    }

    func sink(
        named output: String, _ settings: Settings, inputs: FileSet
    ) throws(PeriluneError) -> any RecordSink {
        let columns = try RowColumn.columns(settings, "columns")
        let key = try settings.texts("key")
        let names = columns.map(\.name)
        if let unknown = key.first(where: { !names.contains($0) }) {
            throw settings.error(
                at: "key", "names '\(unknown)', which is not a column",
                hint: names.isEmpty
                    ? "list the columns" : "the columns are \(names.joined(separator: ", "))")
        }
        _ = try settings.required("file")
        let table = try settings.text("table") ?? output
        guard !["sqlite_", "perilune_"].contains(where: table.lowercased().hasPrefix) else {
            throw settings.error(at: "table", "cannot be '\(table)', which is reserved")
        }
        let file = try settings.file("file") ?? ""
        let shape = TableShape(name: table, columns, key: key)
        if let problem = ExistingTable(of: shape, in: file)?.problem(with: shape) {
            throw settings.error(at: problem.setting, problem.message, hint: problem.hint)
        }
        return TableSink(
            name: output, file: file, table: shape, rejected: try RejectedValues(settings))
    }
}
