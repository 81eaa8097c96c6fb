/// Paths of a server that a plugin answers itself, such as web pages.
///
/// ``HTTPSource`` is for paths that take events in. Before a request reaches the handler, the host has checked the
/// token of the server, if it has one, and that the request does not come from a page of another site.
public struct HTTPRoute: Sendable {
    /// What the paths begin with, such as `/d/`.
    public let prefix: String
    /// The maximum size of a request body, in bytes; more is 413.
    public let bodyLimit: Int
    /// What is there, in a few words for the user who starts the server.
    public var summary: String
    /// Answers the requests.
    public let handler: any HTTPHandler
    /// Called when the server stops: answers the requests that wait for something to happen.
    public let stop: @Sendable () -> Void

    /// Whether it has pages for browsers, so that `/` leads there.
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
