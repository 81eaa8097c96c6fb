import PeriluneCore
import PeriluneHTTP

/// A request to the pages of dashboards.
enum PageRequest: Hashable {
    /// The list of the dashboards.
    case list
    /// A file of the page, by its name.
    case file(String)
    case page(dashboard: String)
    case figure(dashboard: String, since: Int?)
    case panel(dashboard: String, item: String, PanelStyle)
    /// The numbers of a panel as CSV.
    case numbers(dashboard: String, item: String)
    case changes(dashboard: String, after: Int?)
    case actions(dashboard: String)

    /// The prefix of the paths.
    static let prefix = "/d/"
    /// A folder that no dashboard has.
    private static let files = "_"

    /// - Returns: `nil` if there is no such path.
    /// - Throws: `charts.request` for a parameter that is missing or out of bounds.
    init?(_ request: HTTPRequest) throws(PeriluneError) {
        var parts: [String] = []
        for part in request.path.dropFirst(Self.prefix.count).split(
            separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        {
            guard let name = PercentEncoding.decode(part) else { return nil }
            parts.append(name)
        }
        let query = QueryPairs(request.query ?? "", most: 16)
        switch (parts.count, parts.dropFirst().first) {
        case (1, _) where parts[0].isEmpty: self = .list
        case (1, _): self = .page(dashboard: parts[0])
        case (2, let name?) where parts[0] == Self.files: self = .file(name)
        case (2, "figure.json"):
            self = .figure(dashboard: parts[0], since: query?["since"].flatMap { Int($0) })
        case (2, "actions"): self = .actions(dashboard: parts[0])
        case (2, "changes"):
            let after = request.headers["last-event-id"] ?? query?["after"]
            self = .changes(dashboard: parts[0], after: after.flatMap { Int($0) })
        case (3, "panel") where parts[2].hasSuffix(".svg"):
            self = .panel(
                dashboard: parts[0], item: String(parts[2].dropLast(4)), try PanelStyle(query))
        case (3, "panel") where parts[2].hasSuffix(".csv"):
            self = .numbers(dashboard: parts[0], item: String(parts[2].dropLast(4)))
        default: return nil
        }
    }

    /// The methods that the path accepts.
    var methods: [String] {
        switch self {
        case .actions: ["POST"]
        // The response waits for a change, so a HEAD request would only block a connection.
        case .changes: ["GET"]
        default: ["GET", "HEAD"]
        }
    }
}

/// Size and theme of a panel.
struct PanelStyle: Hashable, Sendable {
    var width: Double
    var height: Double
    var isDark: Bool
    /// Whether the picture has a title, as saved pictures do.
    var hasTitle = false

    static let sides = 64...4096

    init(width: Double, height: Double, isDark: Bool = false) {
        self.width = width
        self.height = height
        self.isDark = isDark
    }

    init(_ query: QueryPairs?) throws(PeriluneError) {
        func side(_ name: String) throws(PeriluneError) -> Double {
            guard let side = query?[name].flatMap({ Int($0) }), Self.sides.contains(side) else {
                throw PeriluneError(
                    "charts.request",
                    "'\(name)' must be an integer from \(Self.sides.lowerBound) to \(Self.sides.upperBound)"
                )
            }
            return Double(side)
        }
        width = try side("w")
        height = try side("h")
        switch query?["theme"] {
        case nil, "light": isDark = false
        case "dark": isDark = true
        default: throw PeriluneError("charts.request", "'theme' must be light or dark")
        }
        hasTitle = query?["title"] == "1"
    }
}
