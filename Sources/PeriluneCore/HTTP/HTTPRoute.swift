/// Paths of a server that a plugin handles itself, such as web pages.
///
/// For paths that receive events, use ``HTTPSource``. Before a request reaches the handler, the host has checked the
/// token of the server, if it has one, and that the request does not come from a page of another site.
public struct HTTPRoute: Sendable {
    /// The beginning of the paths, such as `/d/`.
    public let prefix: String
    /// The maximum size of a request body, in bytes; more is 413.
    public let bodyLimit: Int
    /// What the paths serve, in a few words for the user who starts the server.
    public var summary: String
    /// Handles the requests.
    public let handler: any HTTPHandler
    /// Called when the server stops: must answer the requests that are still waiting.
    public let stop: @Sendable () -> Void

    /// Whether the paths have pages for browsers, so that `/` redirects to them.
    package var hasPages = false

    /// Makes a route.
    public init(
        prefix: String, bodyLimit: Int = 64 << 10, summary: String, handler: any HTTPHandler,
        stop: @escaping @Sendable () -> Void = {}
    ) {
        self.prefix = prefix
        self.bodyLimit = bodyLimit
        self.summary = summary
        self.handler = handler
        self.stop = stop
    }
}
