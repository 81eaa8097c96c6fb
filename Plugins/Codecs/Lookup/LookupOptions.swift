import PeriluneCore
import PeriluneFiles

/// The options of a lookup in a script.
struct LookupOptions {
    enum Format: String, CaseIterable {
        case csv, tsv, json, sqlite
    }

    /// The file as the script named it.
    let file: String
    /// The path by which the file is opened.
    var path: String
    let key: String
    let format: Format
    let table: String?
    let delimiter: UInt8
    /// Whether of several rows with a key the first one counts; else they are an error.
    let takesFirst: Bool

    private static let names = ["key", "format", "table", "delimiter", "duplicates"]
    private static let endings: [String: Format] = [
        "csv": .csv, "tsv": .tsv, "tab": .tsv, "json": .json, "jsonl": .json, "ndjson": .json,
        "db": .sqlite, "sqlite": .sqlite, "sqlite3": .sqlite,
    ]

    /// Reads the options of a script in a folder.
    init(
        _ file: String, _ options: Value.Members, in folder: String?
    ) throws(PeriluneError) {
        self.file = file
        path = file
        guard !file.isEmpty, !file.utf8.contains(0) else {
            throw Self.optionError("'file' must be the name of a file")
        }
        for option in options.pairs where !Self.names.contains(option.name) {
            throw Self.optionError(
                "unknown option '\(option.name)'",
                hint: NearestName.hint(for: option.name, in: Self.names)
                    ?? "the options are \(Self.names.joined(separator: ", "))")
        }
        func text(_ name: String) throws(PeriluneError) -> String? {
            guard let value = options[name] else { return nil }
            guard let text = value.string, !text.isEmpty else {
                throw Self.optionError("'\(name)' must be a string")
            }
            return text
        }
        guard let key = try text("key") else {
            throw Self.optionError(
                "the option 'key' is missing: the column whose values find the rows",
                hint: "write lookup.open(\"\(file)\", { key = \"id\" })")
        }
        self.key = key
        let ending = FilePath.name(of: file).split(separator: ".").last.map(String.init) ?? ""
        let name = try text("format")
        guard let format = name.map({ Format(rawValue: $0) }) ?? Self.endings[ending.lowercased()]
        else {
            let known = Format.allCases.map(\.rawValue).joined(separator: ", ")
            if let name {
                throw Self.optionError(
                    "unknown format '\(name)'", hint: "the formats are \(known)")
            }
            try Self.checkExists(file, in: folder)
            throw Self.optionError(
                "the name '\(file)' does not tell its format",
                hint: "set the option format to one of \(known)")
        }
        self.format = format
        table = try text("table")
        guard (table != nil) == (format == .sqlite) else {
            throw table == nil
                ? Self.optionError("the option 'table' is missing: the table of the database")
                : Self.optionError("the option 'table' is for SQLite databases")
        }
        delimiter = try Self.delimiter(try text("delimiter"), format)
        let duplicates = try text("duplicates") ?? "error"
        guard ["error", "first"].contains(duplicates) else {
            throw Self.optionError("'duplicates' must be \"error\" or \"first\"")
        }
        takesFirst = duplicates == "first"
    }

    /// Throws if there is no such file in the folder of the script; elsewhere, it may not be known which files exist.
    private static func checkExists(_ file: String, in folder: String?) throws(PeriluneError) {
        guard let folder else { return }
        let path = FilePath.join(folder, file)
        guard FilePath.isInside(FilePath.real(path), FilePath.real(folder)),
            !TextFile.exists(path)
        else { return }
        throw PeriluneError(
            "lookup.file", "\(path): no such file", hint: hint(forMissing: file, at: path))
    }

    /// The hint for a file that does not exist: a file with a similar name.
    static func hint(forMissing file: String, at path: String) -> String {
        let names = TextFile.names(in: FilePath.folder(of: path)).sorted()
        return NearestName.of(FilePath.name(of: path), in: names).map {
            "did you mean '\(FilePath.folder(of: file))\($0)'?"
        } ?? "the name is relative to the folder of the script"
    }

    private static func delimiter(_ text: String?, _ format: Format) throws(PeriluneError) -> UInt8
    {
        guard let text else { return UInt8(ascii: format == .tsv ? "\t" : ",") }
        let bytes = Array(text.utf8)
        guard format == .csv, bytes.count == 1, bytes[0] < 0x80,
            !"\"\r\n".utf8.contains(bytes[0])
        else {
            throw optionError(
                format == .csv
                    ? "'delimiter' must be one ASCII character"
                    : "the option 'delimiter' is for the format csv")
        }
        return bytes[0]
    }

    /// What scripts and `explain` call the lookup: the same for the same file and options.
    var name: String {
        var text = file
        if let table { text += " \(table)" }
        text += " by \(key)"
        if format == .csv, delimiter != UInt8(ascii: ",") {
            text += ", delimiter \(Character(UnicodeScalar(delimiter)))"
        }
        return takesFirst ? text + ", first" : text
    }

    /// Finds the file: in the folder of the script, or where the script's grant permits.
    mutating func locate(_ call: HostCall) throws(PeriluneError) {
        path = FilePath.join(call.files?.folder ?? "", file)
        // A symbolic link is checked by its target.
        let real = FilePath.real(path)
        try checkName(real)
        if let folder = call.files?.folder, FilePath.isInside(real, FilePath.real(folder)) {
            return
        }
        // Without grants other modules reach everything; files anywhere on the machine are not set up by anybody.
        if let granted = call.grants.granted?[LookupModule.grant.name] {
            let isGranted = granted.contains { scope in
                // A scope with a `/` at its end is a folder.
                scope.hasSuffix("/")
                    ? FilePath.isInside(real, FilePath.real(scope)) : real == FilePath.real(scope)
            }
            if granted.isEmpty || isGranted { return }
        }
        throw call.grants.refusal(
            of: LookupModule.grant.name, scope: real,
            use: "a lookup outside the script's folder",
            script: call.script)
    }

    private static func optionError(_ message: String, hint: String? = nil) -> PeriluneError {
        PeriluneError("lookup.option", "lookup.open: \(message)", hint: hint)
    }
}
