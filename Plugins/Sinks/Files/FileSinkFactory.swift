import PeriluneCore
import PeriluneFiles

/// Makes sinks that write to files whose names depend on the values.
struct FileSinkFactory: ConfigurableSinkFactory {
    let name = "files"
    let summary =
        "files with rotation, and with names from fields; each value is written exactly once"

    let schema = SettingsSchema([
        .init(
            "file", .text, isRequired: true,
            "The name of the file. It can contain fields of the value, and the time in UTC: `out/%Y-%m-%d/{region}.jsonl`."
        ),
        .init(
            "time", .text,
            "The field with the time for the name, RFC 3339, such as `data.time`; without it, or if the value has no such time, the time at which the value is written."
        ),
        .init(
            "format", .choice(of: RowFormat.Name.self),
            "How values are written: `json`, one per line; `text`, strings without quotes; `csv`; `cloudevents`, one event per line, with the value as its data and a stable id. The default is `json`."
        ),
        .init(
            "columns", .texts,
            "The columns of `csv`: the name of a member of the value, or `column=path`."),
        .init(
            "maxSize", .number(1024...(1 << 50)),
            "The size in bytes from which a file is renamed to `NAME.1`, `NAME.2` and so on; without it, files only grow."
        ),
        .init(
            "keep", .number(1...1_000_000),
            "How many renamed files of each name are kept; by default, all."),
        .init(
            "maxFiles", .number(1...1_000_000),
            "The maximum number of new files a day (UTC) that values can name; the default is 10000. After that, a value whose file does not exist goes to the file with the current time and `_` in place of each field."
        ),
    ])

    /// The file with `_` in place of fields, its renamed files, and the file that says how far it is written.
    ///
    /// If its name has the time, it is a pattern (glob) that the names match. Outputs that differ in the names of fields
    /// alone would write the same files.
    func writtenFiles(of output: String, _ options: SinkOptions) -> [WrittenFile] {
        guard let name = options.values["file"]?.string else { return [] }
        let texts = Template(constant: name).pieces.map { piece in
            if case .text(let text) = piece { text } else { "_" }
        }
        let pattern = FilePath.join(
            Glob.exactly(options.folder),
            texts.compactMap { try? TimePattern($0).glob }.joined())
        let journal = FileNameTemplate.journal(
            of: output, in: FileNameTemplate.folder(of: FilePath.join(options.folder, name)))
        let renamed = options.values["maxSize"] == nil ? [] : ["\(pattern).[0-9]*"]
        return ([pattern, Glob.exactly(journal)] + renamed).map { WrittenFile(pattern: $0) }
    }

    func sink(
        named output: String, _ settings: Settings, inputs: FileSet
    ) throws(PeriluneError) -> any RecordSink {
        _ = try settings.required("file")
        let template = try FileNameTemplate(
            try settings.file("file") ?? "", time: try settings.text("time"), settings)
        let keep = try settings.number("keep")
        let maximum = try settings.number("maxSize")
        if keep != nil, maximum == nil { throw settings.error(at: "keep", "needs maxSize") }
        return FileSink(
            name: output, template, try RowFormat(settings),
            rotation: maximum.map { Rotation(size: $0, keep: keep) },
            maxFiles: try settings.number("maxFiles") ?? 10_000, inputs: inputs)
    }
}
