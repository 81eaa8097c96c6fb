/// The options of an ``HTTPClient``: timeouts and limits.
public struct HTTPClientOptions: Sendable {
    /// The timeout for a connection, including its handshake.
    public var connectTimeout: Duration
    /// The timeout from `send` to the last byte of the answer, unless the request has its own.
    public var timeout: Duration
    /// The timeout without any byte sent or received, once a request has begun.
    public var stallTimeout: Duration
    /// The maximum number of connections to one host; over HTTP/2, many requests share one.
    public var connectionsPerHost: Int
    /// Connections that are kept open for the next request.
    public var idleConnections: Int
    /// The maximum size of an answer's body after decompression, in bytes.
    public var bodyLimit: Int
    /// A PEM file with the authorities to trust instead of the system's.
    public var caFile: String?
    /// The header `User-Agent`.
    public var userAgent: String
    /// A Unix socket to connect to, whatever host a URL names.
    public var socket: String?
    /// Addresses to use instead of DNS: `host:port:address,address`.
    package var resolved: [String] = []

    /// Creates options; the defaults suit requests to a service on the Internet.
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
