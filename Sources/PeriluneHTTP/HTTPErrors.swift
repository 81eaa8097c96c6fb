public import PeriluneCore

extension PeriluneError.Code {
    /// There is no connection; the request was not sent, so it is safe to send it again.
    public static let httpConnect: Self = "http.connect"
    /// The name of the host is unknown; the request was not sent.
    public static let httpResolve: Self = "http.resolve"
    /// The server's certificate is not trusted, or the handshake failed; the request was not sent.
    public static let httpTLS: Self = "http.tls"
    /// The host has no address that the request may connect to; the request was not sent.
    public static let httpAddress: Self = "http.address"
    /// The time ran out; the request may have been carried out.
    public static let httpTimeout: Self = "http.timeout"
    /// The connection ended before the answer was complete; the request may have been carried out.
    public static let httpTruncated: Self = "http.truncated"
    /// The answer has more bytes than allowed.
    public static let httpTooLarge: Self = "http.too-large"
    /// The waiting task was cancelled, or the client was closed.
    public static let httpCancelled: Self = "http.cancelled"
    /// The request cannot be sent because its URL, method or a header is invalid.
    public static let httpRequest: Self = "http.request"
    /// Any other failure of a request.
    public static let httpFailed: Self = "http.failed"
    /// A server cannot be started because of its address, port or inherited socket.
    public static let httpListen: Self = "http.listen"
    /// The certificate of a server or its key cannot be read or used.
    public static let httpCertificate: Self = "http.certificate"
    /// The sender of a request is not authorized.
    public static let httpUnauthorized: Self = "http.unauthorized"
}
