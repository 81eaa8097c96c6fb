/// A request that came in over HTTP: what sources and plugins see of it.
public struct HTTPRequest: Sendable {
    /// `GET`, `POST`, as sent.
    public var method: String
    /// The path as sent, still percent-encoded, without the query.
    public var path: String
    /// What follows the first `?`, still percent-encoded; `nil` without one.
    public var query: String?
    /// In the order of the request.
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

/// The answer to a request.
public struct HTTPResponse: Sendable {
    /// The status code.
    public var status: Int
    /// In the order in which they are sent; the server adds length, date and connection.
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
/// A handler that can answer at once calls `respond` before it returns: that costs no hop to another
/// thread. `respond` is called exactly once, from any thread.
public protocol HTTPHandler: Sendable {
    /// Takes a request; the answer goes to `respond`.
    func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void)
}

/// A place where events come in over HTTP, which a plugin brings: it decodes, the host does the rest.
public struct HTTPSource: Sendable {
    /// The path, such as `/webhooks/crm`.
    public let path: String
    /// Bytes that a body may have; more is 413.
    public let bodyLimit: Int
    /// What it takes, in a few words for who starts the server.
    public var summary: String
    /// Where anybody may send: what to do about it; `nil` where senders show who they are.
    public var openness: String?
    /// Whether senders show the bearer token of the server, as at `/events`, instead of what `decode` checks.
    public var usesServerToken = false
    /// Reads again an entry that was unreadable, when it is retried from the quarantine; `nil` if requests have no entries.
    public var event: (@Sendable ([UInt8]) throws(PeriluneError) -> Event?)?
    /// What who starts the server should know.
    public var warnings: [String]
    /// Checks who sends, and makes events of the request.
    ///
    /// An error with the code `http.unauthorized` becomes 401, any other 400.
    public let decode: @Sendable (HTTPRequest) throws(PeriluneError) -> Delivery

    /// Makes a source.
    public init(
        path: String, bodyLimit: Int = 1 << 20, summary: String = "events",
        openness: String? = nil, warnings: [String] = [],
        decode: @escaping @Sendable (HTTPRequest) throws(PeriluneError) -> Delivery
    ) {
        self.path = path
        self.bodyLimit = bodyLimit
        self.summary = summary
        self.openness = openness
        self.warnings = warnings
        self.decode = decode
    }

    /// What a request brought.
    public struct Delivery: Sendable {
        /// The events, in order.
        public var events: [Event]
        /// Entries that could not be read, which go to the quarantine.
        ///
        /// A request that is not a log, but one event, is refused instead.
        public var unreadable: [UnreadableEntry] = []
        /// By which a repeated delivery is known; `nil` takes every delivery as new.
        public var identity: String?
        /// When the sender gets its answer.
        public var answer: Answer
        /// What a sender that waits for the decision gets if it takes too long; `nil` for 504.
        public var late: HTTPResponse?
        /// How many effects of events lie between it and one that came from outside.
        ///
        /// Past the host's limit it fails: a rule that sets off its own event would never end.
        public var depth = 0
        /// Whether its events have a time and are as the host would accept them, which it then does not check.
        package var isChecked = false
        /// For the entries of a log: its file if it is one, and the line of each event.
        package var lines: (file: String?, numbers: [Int])?
        /// When a server stored it, in seconds since 1970; `nil` for now.
        package var time: Int64?

        /// Makes a delivery.
        public init(_ events: [Event], identity: String? = nil, answer: Answer = .accepted) {
            self.events = events
            self.identity = identity
            self.answer = answer
        }
    }

    /// When a sender gets its answer.
    public enum Answer: Sendable {
        /// 202 as soon as the events are kept.
        case accepted
        /// When the first event is decided; the record becomes the response.
        case decided(@Sendable (Record) -> HTTPResponse)
        /// At once, because there is no event: a service asks whether somebody listens.
        case response(HTTPResponse)
    }
}
