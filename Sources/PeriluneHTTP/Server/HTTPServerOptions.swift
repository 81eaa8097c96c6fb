/// The options of an ``HTTPServer``: its address, and limits for clients.
public struct HTTPServerOptions: Sendable {
    /// An IPv4 or IPv6 address; `0.0.0.0` or `::` for all.
    public var address: String
    /// The port; 0 picks a free one, which `HTTPServer.port` returns.
    public var port: UInt16
    /// The path of a Unix socket to listen on instead, which only the owner of the process may open.
    public var socket: String?
    /// A listening socket to use instead that the process has inherited.
    package var inherited: InheritedSocket?
    /// The number of threads that read, parse and call the handler.
    public var threads: Int
    /// The certificate of the server; without one it speaks plain HTTP.
    public var certificate: Certificate?
    /// Maximum size of a request's head (request line and headers), in bytes.
    public var headerLimit: Int
    /// The maximum size of a request body for a path, in bytes; more is answered with 413.
    public var bodyLimit: @Sendable (_ path: String) -> Int
    /// Maximum memory for the bodies that are being received, in bytes.
    ///
    /// The first 64 KB of each body do not count. At the limit, a body that is the largest of all is answered with 503;
    /// another one replaces the largest.
    public var bodyMemory = 256 << 20
    /// Maximum number of connections, or fewer if the limit of open files requires it.
    ///
    /// At the limit, a new connection replaces the one that has waited longest for its client. If
    /// all connections wait for the handler, the new one is answered with 503.
    public var connections: Int
    /// Maximum number of connections from one address, or from one IPv6 /64 network; 0 for no
    /// limit.
    public var connectionsPerAddress: Int
    /// Addresses that are exempt from ``connectionsPerAddress``, such as those of reverse proxies.
    public var uncountedAddresses = AddressRange.loopback
    /// The timeouts for the parts of a request.
    public var deadlines: Deadlines

    /// Creates options; the defaults suit a service on this machine or behind a proxy.
    public init(
        address: String = "127.0.0.1", port: UInt16 = 0, threads: Int = 1,
        certificate: Certificate? = nil, headerLimit: Int = 32 << 10,
        bodyLimit: @escaping @Sendable (_ path: String) -> Int = { _ in 1 << 20 },
        connections: Int = 4000, connectionsPerAddress: Int = 100,
        deadlines: Deadlines = Deadlines()
    ) {
        self.address = address
        self.port = port
        socket = nil
        inherited = nil
        self.threads = threads
        self.certificate = certificate
        self.headerLimit = headerLimit
        self.bodyLimit = bodyLimit
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress
        self.deadlines = deadlines
    }

    /// A certificate and its key, in PEM files.
    public struct Certificate: Sendable {
        /// The file with the server's certificate, followed by intermediate certificates.
        public var file: String
        /// The file with the private key, without a password.
        public var keyFile: String

        /// Creates a pair of files.
        public init(file: String, keyFile: String) {
            self.file = file
            self.keyFile = keyFile
        }
    }

    /// The timeouts for the parts of a request.
    ///
    /// Each covers the whole part, also if the client keeps sending bytes.
    public struct Deadlines: Sendable {
        /// The timeout from the connection, or the first line of a later request, to the end of the head.
        public var head: Duration
        /// The timeout from there to the end of the body, plus a second for each `bodyRate` bytes received.
        public var body: Duration
        /// The timeout for the handler; after it, the server answers 503.
        public var answer: Duration
        /// The timeout until the client has received the answer.
        public var write: Duration
        /// The timeout between two requests on a connection.
        public var idle: Duration
        /// Bytes per second of a body that a client must send after ``body``; 0 allows no more
        /// time.
        public var bodyRate = 10_000

        /// Makes a set of deadlines.
        public init(
            head: Duration = .seconds(10), body: Duration = .seconds(30),
            answer: Duration = .seconds(120), write: Duration = .seconds(60),
            idle: Duration = .seconds(60)
        ) {
            self.head = head
            self.body = body
            self.answer = answer
            self.write = write
            self.idle = idle
        }
    }
}
