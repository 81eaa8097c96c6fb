import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import Synchronization

/// A file of rows in memory, with an index of the keys; never changed.
final class LookupTable: SharedFile {
    /// The rows, as in their file or as JSON.
    struct Contents {
        var bytes: [UInt8]
        var index = KeyIndex()
        /// The names of columns, `{"first":` and `,"second":`; empty if rows are JSON.
        var names: [[UInt8]] = []
        var delimiter = UInt8(ascii: ",")
    }

    private let contents: Contents
    private let files: [String]
    private let stamps: [FileStamp?]
    let digest: String
    private let name: String
    /// Whether a key had a row.
    private let isFound = Atomic(false)
    /// Keys without a row, until one had a row.
    private let misses = Atomic(0)
    /// Uses with the key nil, until a key had a row.
    private let absences = Atomic(0)

    var count: Int { contents.index.rows.count }
    var duplicates: Int { contents.index.duplicates }

    /// Reads a file.
    init(_ options: LookupOptions) throws(PeriluneError) {
        name = options.name
        files = options.files
        // Before reading, so that a concurrent write counts as a change.
        stamps = files.map { FileStamp(of: $0) }
        contents =
            switch options.format {
            case .csv, .tsv: try CSVRows(options).contents
            case .json: try JSONRows(options).contents
            case .sqlite: try SQLiteRows(options).contents
            }
        digest = try SHA256.hexadecimal(contents.bytes)
    }

    var isCurrent: Bool { files.map { FileStamp(of: $0) } == stamps }

    var warning: String? {
        if isFound.load(ordering: .relaxed) { return nil }
        let misses = misses.load(ordering: .relaxed)
        guard misses > 0 else {
            let absences = absences.load(ordering: .relaxed)
            if absences == 0 { return nil }
            return
                "every key of the lookup \(name) was nil (\(Counted(absences, "time"))); the member of the event that holds the key may be mistyped"
        }
        return
            "the lookup \(name) has no row for \(misses == 1 ? "the key" : "any of \(misses) keys") that \(misses == 1 ? "was" : "were") looked up"
    }

    /// Notes a use with the key nil.
    func noteMissingKey() {
        if !isFound.load(ordering: .relaxed) { absences.add(1, ordering: .relaxed) }
    }

    /// Appends the row with a key as JSON, and notes whether there is one.
    func find(_ key: Span<UInt8>, to json: inout [UInt8]) {
        let isHere = append(key, to: &json)
        // Once any key was found, counting stops.
        if isFound.load(ordering: .relaxed) { return }
        if isHere {
            isFound.store(true, ordering: .relaxed)
        } else {
            misses.add(1, ordering: .relaxed)
        }
    }

    /// Appends the row with a key as JSON.
    ///
    /// - Returns: Whether there is one.
    func append(_ key: Span<UInt8>, to json: inout [UInt8]) -> Bool {
        guard let range = contents.index.find(key) else { return false }
        let bytes = contents.bytes
        let entry = bytes.span.extracting(range)
        guard !contents.names.isEmpty else {
            json.append(copying: entry)
            return true
        }
        var row = Row()
        // Each row was read when the file was opened.
        try? row.split(entry, contents.delimiter, CSVRows.quote)
        for (name, part) in zip(contents.names, row.parts) {
            json += name
            row.withText(part, of: entry) { json.append(string: $0) }
        }
        json.append(UInt8(ascii: "}"))
        return true
    }
}

extension LookupOptions {
    /// The files whose change is one of the rows.
    var files: [String] { format == .sqlite ? [path, path + "-wal"] : [path] }

    /// The maximum size, also of the rows read from a database.
    static let largestFile = 1 << 30
    private static let largestRow = 64 << 10

    /// The bytes of the file.
    func read() throws(PeriluneError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(PeriluneError) {
            bytes = try TextFile.read(
                path, limit: Self.largestFile, what: "lookup file", isRegular: true)
        } catch {
            throw failure("lookup.file", error, hint: nearFile ?? error.hint)
        }
        try checkText(bytes)
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    private var nearFile: String? {
        TextFile.exists(path) ? nil : Self.hint(forMissing: file, at: path)
    }

    /// Adds a row to an index.
    func add(
        _ key: Span<UInt8>, _ row: Range<Int>, to contents: inout LookupTable.Contents
    ) throws(PeriluneError) {
        guard !key.isEmpty else {
            throw PeriluneError("lookup.key", "the value of '\(self.key)' is empty")
        }
        guard row.count <= Self.largestRow else {
            throw PeriluneError(
                "lookup.row", "the row has \(row.count) bytes; the limit is \(Self.largestRow)")
        }
        guard let known = contents.index.add(key, row), !takesFirst else { return }
        let first = contents.index.rows[known].lowerBound
        let place = format == .sqlite ? "" : " in line \(contents.bytes.span.line(at: Int(first)))"
        let text = key.withText { $0 }
        throw PeriluneError(
            "lookup.key", "the key '\(text.prefix(80))' occurs twice, first\(place)",
            hint: "remove one of the rows, or set duplicates = \"first\"")
    }

    /// An error as the script sees it, with the place in the file.
    func failure(
        _ code: PeriluneError.Code, _ error: PeriluneError, hint: String? = nil
    ) -> PeriluneError {
        var place = error.place
        place.file = path
        let message = "\(place): \(error.message)"
        return PeriluneError(code, message, hint: hint ?? error.hint)
    }

    /// An error of the row that begins at an offset.
    func failure(_ error: PeriluneError, in bytes: [UInt8], at offset: Int) -> PeriluneError {
        var error = error
        error.place.line = bytes.span.line(at: offset) + (error.place.line ?? 1) - 1
        let isOurs = error.code.rawValue.hasPrefix("lookup.")
        return failure(isOurs ? error.code : "lookup.row", error)
    }

    /// The error for a key that no row can have.
    ///
    /// Without rows, the only line of the file may be anything, such as a secret, and is not shown.
    func missingKey(_ names: [String], hasRows: Bool) -> PeriluneError {
        let shown = names.prefix(20).joined(separator: ", ")
        let hint =
            if !hasRows {
                "the file has a single line; it must name the columns of the rows below it"
            } else if names.count == 1, shown.contains(";") {
                "the delimiter may be ';': set delimiter = \";\""
            } else {
                NearestName.hint(for: key, in: names) ?? "the columns are \(shown)"
            }
        return PeriluneError(
            "lookup.key", "there is no column '\(key)'", hint: Redaction.redact(hint))
    }
}

extension Span<UInt8> {
    func withText<Result>(_ body: (String) -> Result) -> Result {
        unsafe withUnsafeBufferPointer { unsafe body(String(decoding: $0, as: UTF8.self)) }
    }
}
