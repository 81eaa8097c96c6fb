/// How a client connects, and what it puts up with.
public struct HTTPClientOptions: Sendable {
    /// Until a connection stands, its handshake included.
    public var connectTimeout: Duration
    /// From `send` to the last byte of the answer, unless a request says otherwise.
    public var timeout: Duration
    /// How long not a byte may move once a request is on its way.
    public var stallTimeout: Duration
    /// More requests to one host wait for a connection; HTTP/2 carries many on one.
    public var connectionsPerHost: Int
    /// Connections that are kept open for the next request.
    public var idleConnections: Int
    /// Bytes of an answer's body, decompressed.
    public var bodyLimit: Int
    /// A PEM file with the authorities to trust instead of the system's.
    public var caFile: String?
    /// What the client calls itself.
    public var userAgent: String
    /// A Unix socket to connect to, whatever host a URL names.
    public var socket: String?
    /// Answers in place of the name server: `host:port:address,address`.
    package var resolved: [String] = []

    /// The defaults suit requests to a service on the Internet.
    public init(
        connectTimeout: Duration = .seconds(10), timeout: Duration = .seconds(120),
        stallTimeout: Duration = .seconds(60), connectionsPerHost: Int = 64,
        idleConnections: Int = 256, bodyLimit: Int = 64 << 20, caFile: String? = nil,
        userAgent: String = "perilune"
    ) {
        self.connectTimeout = connectTimeout
        self.timeout = timeout
        self.stallTimeout = stallTimeout
        self.connectionsPerHost = connectionsPerHost
        self.idleConnections = idleConnections
        self.bodyLimit = bodyLimit
        self.caFile = caFile
        self.userAgent = userAgent
    }
}
