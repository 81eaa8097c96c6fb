public import PeriluneCore
import PeriluneLocale

extension Dashboard {
    /// The issues that `charts check` would find in a file.
    public var issues: [ChartIssue] { ChartMetadata(node: node).issues }

    /// The metadata in XML, which ``DashboardFile`` and `perilune charts` read.
    ///
    /// - Throws: `xml.character` for a text that XML cannot hold.
    public func xml() throws(PeriluneError) -> [UInt8] { try node.xml() }
}

extension Session {
    /// Opens a dashboard that is defined in code.
    ///
    /// - Parameters:
    ///   - dashboard: The dashboard; what is wrong with it are issues.
    ///   - name: The name for scripts.
    ///   - data: A SQLite file, a CSV or JSON file, or a folder of CSV, JSON and FetchXML files.
    ///   - locale: See ``DashboardFile/locale``.
    ///   - zone: See ``DashboardFile/zone``.
    ///   - queries: Who answers queries, before the data are asked.
    /// - Returns: The session, and what is wrong with the dashboard.
    /// - Throws: As ``open(_:)``.
    public static func open(
        _ dashboard: Dashboard, name: String, data: String? = nil, locale: String? = nil,
        zone: String? = nil, queries: (any ChartQueryDelegate)? = nil
    ) throws(PeriluneError) -> OpenedSession {
        let file = DashboardFile(
            name, name: name, data: data, locale: locale, zone: zone, queries: queries)
        return try open(
            ChartMetadata(node: dashboard.node), file, name: name,
            data: data.map { path throws(PeriluneError) in
                try sources(named: path, for: dashboard)
            } ?? [])
    }
}
