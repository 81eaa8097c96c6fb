package import PeriluneCore
package import PeriluneFiles

extension Files: PluginConfiguration {
    package static let section = "files"
    package static let contents = "log files that serve follows"
    package static let errorCode: PeriluneError.Code = "files.configuration"

    /// The settings of `plugins.files`, and of the file of `--files`.
    package static let schema = SettingsSchema([
        .init("logs", .list(logSchema), isRequired: true, "The logs; each needs `files`.")
    ])

    private static let logSchema = SettingsSchema([
        .init(
            "files", .texts, isRequired: true,
            "Paths, and patterns with `*`, `?` and `[...]`, such as `/var/log/nginx/*.log`; new files are found while the server runs."
        ),
        .init(
            "name", .text,
            "The name under which positions are stored; by default, the patterns. If it changes, all files are read again."
        ),
        .init(
            "as", .text,
            "The codec that reads entries, as for `--as`, but not `auto`; `cloudevents` by default."
        ),
        .init("codec", .table, "Options of the codec, as in `sources.codec`."),
        .init(
            "maxEvent", .number(1024...(64 << 20)),
            "Maximum size of an entry in bytes; 1,048,576 by default. The beginning of a longer one goes to the quarantine."
        ),
        .init(
            "maxOpen", .number(1...10_000),
            "Maximum number of open files; 64 by default. Other files are opened when they grow."),
        .init(
            "rotationTime", .number(1...86_400),
            "Seconds for which a file that was renamed or removed is followed after it has grown; 60 by default."
        ),
    ])

    package init(_ value: Value, of source: SettingsSource) throws(PeriluneError) {
        let root = try Settings(value, Self.schema, of: source)
        var logs: [FollowedLogs] = []
        for settings in try root.list("logs") {
            let new = try FollowedLogs(settings, source.folder)
            guard !logs.contains(where: { $0.name == new.name }) else {
                throw settings.error(at: "name", "'\(new.name)' is used twice")
            }
            logs.append(new)
        }
        self.init(logs)
    }
}

extension FollowedLogs {
    fileprivate init(_ settings: Settings, _ folder: String) throws(PeriluneError) {
        let patterns = try settings.texts("files").map { FilePath.join(folder, $0) }
        guard !patterns.isEmpty else {
            throw settings.error(
                at: "files", "is empty", hint: "write files = \"/var/log/app/*.log\"")
        }
        self.init(patterns, name: try settings.text("name"))
        format = try settings.text("as") ?? format
        if format == "auto" {
            throw settings.error(
                at: "as", "must name a codec", hint: "write, for example, as = \"json\"")
        }
        codec = try settings.table("codec")
        entryLimit = try settings.number("maxEvent") ?? entryLimit
        openLimit = try settings.number("maxOpen") ?? openLimit
        if let seconds = try settings.number("rotationTime") { rotationTime = .seconds(seconds) }
    }
}
