package import PeriluneCore
import PeriluneFiles

/// A session of a metadata file, and what is wrong with the file.
package struct OpenedSession: Sendable {
    package var session: Session
    package var issues: [ChartIssue]
}

extension Session {
    /// Opens the dashboard of a file.
    ///
    /// - Throws: Where there is no dashboard to open at all, or its data can't be found.
    package static func open(
        _ file: DashboardFile, asking bus: (any HostBus)? = nil
    ) throws(PeriluneError) -> OpenedSession {
        let metadata = ChartMetadata(file: file.path)
        if metadata.dashboard.items.isEmpty,
            let issue = metadata.issues.first(where: { $0.level == .error })
        {
            throw issue.error
        }
        let stem = file.path.fileStem
        let session = Session(
            name: file.name ?? stem.name, dashboard: metadata.dashboard,
            queries: try source(file.data, beside: stem.path),
            formats: try FigureFormats(file.locale),
            bus: bus)
        return OpenedSession(session: session, issues: metadata.issues)
    }

    /// The source that is named, else what lies beside the metadata under its name.
    private static func source(
        _ named: String?, beside stem: String
    ) throws(PeriluneError) -> any QuerySource {
        if let named {
            guard TextFile.exists(named) else {
                throw PeriluneError(
                    "charts.data", "there is no data '\(named)'",
                    hint:
                        "name a SQLite file, or a folder with a CSV, JSON or FetchXML file for each query"
                )
            }
            return try source(at: named)
        }
        let beside = ["\(stem).sqlite", "\(stem).db", "\(stem).data"].filter(TextFile.exists)
        return QuerySources(
            try beside.map { path throws(PeriluneError) in try source(at: path) })
    }

    private static func source(at path: String) throws(PeriluneError) -> any QuerySource {
        // Only a folder has itself within it.
        TextFile.exists("\(path)/.")
            ? QuerySources([FolderSource(path), FetchSource(path)]) : try SQLiteSource.beside(path)
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
