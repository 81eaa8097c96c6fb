/// A received HTTP request, as sources and plugins see it.
public struct HTTPRequest: Sendable {
    /// The method as sent, such as `GET`.
    public var method: String
    /// The path as sent, still percent-encoded, without the query.
    public var path: String
    /// The text after the first `?`, still percent-encoded; `nil` if there is none.
    public var query: String?
    /// The headers, in the order of the request.
    public var headers: HTTPHeaders
    /// The body, all of it.
    public var body: [UInt8]

    /// Makes a request.
    public init(
        method: String, path: String, query: String? = nil, headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }
}

/// The index of an event that was built together with its JSON, so that its reader need not parse it.
package protocol BuiltEvent: AnyObject, Sendable {}

/// The response to a request.
public struct HTTPResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The headers, in the order in which they are sent; the server adds length, date and connection.
    public var headers: HTTPHeaders
    /// The body, all of it.
    public var body: [UInt8]

    /// Makes a response.
    public init(_ status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Makes a response with a text.
    public init(_ status: Int, _ type: String, _ text: String) {
        self.init(status, headers: [("Content-Type", type)], body: Array(text.utf8))
    }
}

/// Answers requests.
///
/// A handler that can answer immediately calls `respond` before it returns, which saves a switch to another thread.
/// `respond` must be called exactly once, from any thread.
public protocol HTTPHandler: Sendable {
    /// Handles a request; the response goes to `respond`.
    func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void)

    /// Refuses a request before its body is received, such as one without a token; `nil` to receive it.
    ///
    /// The server asks only if the body did not arrive together with the head, so `handle` has to check every request.
    /// By default, all bodies are received.
    func refusal(beforeBodyOf request: HTTPRequest) -> HTTPResponse?

    /// Counts a request that the server itself refused, such as one that is too large, by the code of the error.
    ///
    /// By default, nothing is counted.
    func countRefusal(_ code: PeriluneError.Code)
}

extension HTTPHandler {
    /// Receives all bodies.
    public func refusal(beforeBodyOf request: HTTPRequest) -> HTTPResponse? { nil }

    /// Counts nothing.
    public func countRefusal(_ code: PeriluneError.Code) {}
}

/// A path at which a plugin receives events over HTTP: the plugin decodes requests, the host does the rest.
public struct HTTPSource: Sendable {
    /// The path, such as `/webhooks/crm`.
    public let path: String
    /// The maximum size of a body, in bytes; more is answered with 413.
    public let bodyLimit: Int
    /// What it receives, in a few words for the user who starts the server.
    public var summary: String
    /// How to require authentication, if the source has none; `nil` if senders authenticate.
    public var authenticationHint: String?
    /// Whether senders authenticate with the server's bearer token, as at `/events`.
    ///
    /// Otherwise `decode` authenticates them.
    public var usesServerToken = false
    /// Checks the head of a request, so that the body of one without a signature is not received.
    ///
    /// The host calls it before it receives a body, with a request that has none yet. It does not for bodies that
    /// arrive together with their head, so `decode` has to check every request. An error is answered as one of `decode`.
    public var checkHead: (@Sendable (HTTPRequest) throws(PeriluneError) -> Void)?
    /// Reads again an entry that was unreadable, when it is retried from the quarantine; `nil` if requests have no entries.
    public var event: (@Sendable ([UInt8]) throws(PeriluneError) -> Event?)?
    /// Warnings for the user who starts the server.
    public var warnings: [String]
    /// Authenticates the sender, and turns the request into events.
    ///
    /// An error with the code `http.unauthorized` becomes 401, any other 400.
    public let decode: @Sendable (HTTPRequest) throws(PeriluneError) -> EventDelivery

    /// Makes a source.
    public init(
        path: String, bodyLimit: Int = 1 << 20, summary: String = "events",
        authenticationHint: String? = nil, warnings: [String] = [],
        decode: @escaping @Sendable (HTTPRequest) throws(PeriluneError) -> EventDelivery
    ) {
        self.path = path
        self.bodyLimit = bodyLimit
        self.summary = summary
        self.authenticationHint = authenticationHint
        self.warnings = warnings
        self.decode = decode
    }

    /// When a sender gets its answer.
    public enum Answer: Sendable {
        /// 202 as soon as the events are stored.
        case accepted
        /// When the first event has been processed; the response is made from its record.
        case decided(@Sendable (Record) -> HTTPResponse)
        /// Immediately, because there is no event: a service tests whether the receiver exists.
        case response(HTTPResponse)
    }
}
