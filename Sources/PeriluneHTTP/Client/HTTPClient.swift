public import PeriluneCore

/// Sends requests over HTTP/1.1 and HTTP/2.
///
/// All requests of a client share one thread and one pool of connections: a thousand waiting requests use a thousand
/// sockets (one over HTTP/2), but no further threads. Certificates are verified, redirects are not followed, and
/// compressed answers are decompressed. A request over a connection that the server had just closed is sent once
/// more, as browsers do, unless ``HTTPClientRequest/isSentOnce`` is set. The environment variables `https_proxy` and
/// `no_proxy` apply.
public final class HTTPClient: Sendable {
    private let loop: ClientLoop
    private let options: HTTPClientOptions

    /// Creates a client and starts its thread, which ends with the client.
    public init(_ options: HTTPClientOptions = HTTPClientOptions()) throws(PeriluneError) {
        self.options = options
        loop = try ClientLoop(options)
        try loop.start()
    }

    deinit { loop.close() }

    /// Sends a request and waits for the whole answer, whatever its status.
    ///
    /// Cancelling the task ends the request on the wire at once. No error contains the user name or
    /// the query of the URL, a header or a body.
    public func send(
        _ request: HTTPClientRequest
    ) async throws(PeriluneError) -> HTTPResponse {
        let transfer = try Transfer(request, options)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfer.continuation = continuation
                loop.submit(transfer)
            }
        } onCancel: {
            loop.cancel(transfer)
        }
        return try result.get()
    }

    /// Cancels the requests in progress and ends the thread; later requests fail.
    public func close() { loop.close() }
}
