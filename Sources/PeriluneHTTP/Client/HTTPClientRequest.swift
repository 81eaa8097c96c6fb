public import PeriluneCore

/// A request to another server.
public struct HTTPClientRequest: Sendable {
    /// Any method: `GET`, `PATCH`, `MERGE`.
    public var method: String
    /// An absolute `http` or `https` URL, already percent-encoded.
    public var url: String
    /// The headers, which are sent as they are; the client adds host, length, user agent and accepted compressions.
    public var headers: HTTPHeaders
    /// The body; `POST`, `PUT`, `PATCH` and `MERGE` send a length even if it is empty.
    public var body: [UInt8]
    /// The timeout; `nil` for that of the client.
    public var timeout: Duration?
    /// Whether the request must reach the server at most once.
    ///
    /// It then goes out over a new connection. Over a reused one, which the server may be closing, it would
    /// be sent again if no answer came, although the server may have carried it out.
    public var isAtMostOnce: Bool
    /// To which addresses it may connect; `nil` for all of them, and for the proxy of the environment.
    package var addresses: AddressPolicy?

    /// Makes a request.
    public init(
        _ method: String = "GET", _ url: String, headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8] = [], timeout: Duration? = nil, isAtMostOnce: Bool = false
    ) {
        self.isAtMostOnce = isAtMostOnce
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}
