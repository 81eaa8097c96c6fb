public import PeriluneCore

/// Dashboards and charts from metadata: views that are drawn, selected and captured.
///
/// What is done to a chart goes over the bus: `chart.will.…` asks, `chart.…` tells.
public struct Charts: Plugin {
    /// The name of the plugin.
    public let name = "charts"
    /// The dashboards that are open.
    public let sessions: [Session]
    /// The issues of their metadata.
    public let issues: [ChartIssue]
    let pages: DashboardPages
    /// Whether `chart.…` events from outside act on the dashboards.
    package var actsOnEvents = true

    /// A plugin without dashboards: scripts can be checked with it.
    public init() { self.init(sessions: []) }

    /// A plugin with these dashboards open.
    ///
    /// - Throws: What is wrong with a file or its data; single charts that are wrong are shown as such.
    public init(
        _ dashboards: [DashboardFile], pages: PageOptions = PageOptions()
    ) throws(PeriluneError) {
        let opened = try dashboards.map { file throws(PeriluneError) in try Session.open(file) }
        self.init(
            sessions: opened.map(\.session), issues: opened.flatMap(\.issues),
            pages: pages)
    }

    /// A plugin with opened dashboards; scripts of its host can veto and observe the actions on them.
    public init(
        sessions: [Session], issues: [ChartIssue] = [], pages: PageOptions = PageOptions()
    ) {
        self.sessions = sessions
        self.issues = issues
        self.pages = DashboardPages(sessions, pages)
    }

    /// Connects the dashboards with the delegates of a host.
    package func connect(_ bus: any EventProcessor) {
        for session in sessions { session.connect(bus) }
    }

    /// The grant that scripts need for the module `charts`.
    static let grant = GrantKind("charts", "Open dashboards.", scopes: .none)
    /// The grant `charts`.
    public var grantKinds: [GrantKind] { [Self.grant] }

    /// Adds the module `charts`, and the views.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        for type in ChartEventTypes.all { registry.add(type) }
        try registry.add(ChartsModule(sessions: sessions, visitors: pages.visitors).module)
        for session in sessions { session.connect(to: registry) }
        guard !sessions.isEmpty else { return }
        if actsOnEvents { registry.add(LoggedActions.delegate(for: sessions, pages.visitors)) }
        registry.views.add(SessionViews(sessions))
        try registry.add(pages.route)
    }
}

/// A metadata file, and where its rows come from.
public struct DashboardFile: Sendable {
    /// XML, a property list or JSON.
    public var path: String
    /// The name for scripts; if `nil`, that of the file without its extension.
    public var name: String?
    /// A SQLite file, or a folder of CSV, JSON and FetchXML files; if `nil`, the data beside the metadata.
    public var data: String?
    /// The locale in which numbers and dates are written, such as `de_DE`, and read if the data is ambiguous; if
    /// `nil`, that of the United States, without assumptions about the data.
    public var locale: String?
    /// The time zone of displayed times, such as `Europe/Berlin`; if `nil`, UTC.
    public var zone: String?
    /// A delegate that answers queries before the data source does.
    public var queries: (any ChartQueryDelegate)?

    /// Names a dashboard.
    public init(
        _ path: String, name: String? = nil, data: String? = nil, locale: String? = nil,
        zone: String? = nil, queries: (any ChartQueryDelegate)? = nil
    ) {
        self.path = path
        self.name = name
        self.data = data
        self.locale = locale
        self.zone = zone
        self.queries = queries
    }
}
