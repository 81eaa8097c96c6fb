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
        _ file: DashboardFile, asking bus: (any SessionBus)? = nil
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
                    hint: "name a SQLite file, or a folder with a CSV or JSON file for each query")
            }
            return try source(at: named)
        }
        for candidate in ["\(stem).sqlite", "\(stem).db", "\(stem).data"]
        where TextFile.exists(candidate) {
            return try source(at: candidate)
        }
        return QuerySources([])
    }

    private static func source(at path: String) throws(PeriluneError) -> any QuerySource {
        // Only a folder has itself within it.
        TextFile.exists("\(path)/.") ? FolderSource(path) : try SQLiteSource.beside(path)
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
