public import PeriluneCore
import PeriluneFiles
import PeriluneLocale

/// A session of a metadata file, and what is wrong with the file.
public struct OpenedSession: Sendable {
    /// The dashboard, without the charts that are wrong.
    public var session: Session
    /// The issues of the metadata.
    public var issues: [ChartIssue]
}

extension Session {
    /// Opens the dashboard of a file.
    ///
    /// - Throws: An error if the file has no dashboard (`chart.metadata.…`), if its data cannot be found
    ///   (`charts.data`) or read (`query.…`), or if the locale (`locale.unknown`) or the time zone (`locale.zone`)
    ///   does not exist. Errors of single charts are issues.
    public static func open(_ file: DashboardFile) throws(PeriluneError) -> OpenedSession {
        try checkIsMetadata(file.path)
        let stem = file.path.fileStem
        let metadata = ChartMetadata(file: file.path)
        let name = file.name ?? stem.name
        guard let data = file.data else {
            return try open(metadata, file, name: name, data: sources(beside: stem.path))
        }
        return try open(
            metadata, file, name: name, data: sources(named: data, for: metadata.dashboard))
    }

    /// Refuses a data file given instead of metadata, with a hint.
    ///
    /// - Throws: `charts.metadata` if the name of the file is that of a data file.
    package static func checkIsMetadata(_ path: String) throws(PeriluneError) {
        let name = path.lowercased()
        let isTable = name.hasSuffix(".csv") || name.hasSuffix(".tsv")
        guard isTable || [".sqlite", ".sqlite3", ".db"].contains(where: name.hasSuffix) else {
            return
        }
        throw PeriluneError(
            "charts.metadata", "'\(path)' contains data, not the metadata of a dashboard",
            hint: name.hasSuffix(".csv")
                ? "'perilune charts new \(path)' proposes a dashboard for it"
                : "name the metadata, and the data with --data")
    }

    /// Opens what was read or defined.
    static func open(
        _ metadata: ChartMetadata, _ file: DashboardFile, name: String, data: [any QuerySource]
    ) throws(PeriluneError) -> OpenedSession {
        if metadata.dashboard.items.isEmpty,
            let issue = metadata.issues.first(where: { $0.level == .error })
        {
            throw issue.error
        }
        let session = Session(
            name: name, dashboard: metadata.dashboard,
            queries: QuerySources((file.queries.map { [DelegateSource($0)] } ?? []) + data),
            formats: try FigureFormats(file.locale),
            times: try file.zone.map { zone throws(PeriluneError) in
                LocalTimes(try WallClock(zone))
            })
        return OpenedSession(session: session, issues: metadata.issues)
    }

    /// The source that is named.
    ///
    /// A CSV or JSON file has the rows of the query of its name; of the only query of a dashboard, whatever its name.
    static func sources(
        named path: String, for dashboard: Dashboard
    ) throws(PeriluneError) -> [any QuerySource] {
        guard TextFile.exists(path) else {
            throw PeriluneError(
                "charts.data", "data not found: '\(path)'",
                hint:
                    "name a SQLite file, a CSV or JSON file, or a folder with such a file or FetchXML for each query"
            )
        }
        if path.hasSuffix(".csv") || path.hasSuffix(".json") {
            let queries = dashboard.queryNeeds.map(\.query)
            let own = path.fileStem.name
            let only = queries.count == 1 ? queries[0] : own
            return [FileSource(path, query: queries.contains(own) ? own : only)]
        }
        return try sources(at: path)
    }

    /// The sources beside the metadata that have its name.
    private static func sources(beside stem: String) throws(PeriluneError) -> [any QuerySource] {
        var found: [any QuerySource] = []
        for path in ["\(stem).sqlite", "\(stem).db", "\(stem).data"]
        where TextFile.exists(path) {
            found += try sources(at: path)
        }
        if found.isEmpty, TextFile.exists("\(stem).csv") {
            let folder = FilePath.folder(of: stem)
            found.append(
                FolderSource(folder.isEmpty ? "." : folder, only: FilePath.name(of: stem)))
        }
        if found.isEmpty, TextFile.exists("\(stem).sql") {
            found.append(DeferredSQLiteSource("\(stem).sqlite"))
        }
        return found
    }

    private static func sources(at path: String) throws(PeriluneError) -> [any QuerySource] {
        // Only a folder has itself within it.
        TextFile.exists("\(path)/.")
            ? [FolderSource(path), FetchSource(path)] : [try SQLiteSource.beside(path)]
    }
}

extension String {
    /// The path without the ending of its name, and that name.
    fileprivate var fileStem: (path: String, name: String) {
        let start = lastIndex(of: "/").map { index(after: $0) } ?? startIndex
        let end = self[start...].lastIndex(of: ".") ?? endIndex
        return (String(self[..<end]), String(self[start..<end]))
    }
}
