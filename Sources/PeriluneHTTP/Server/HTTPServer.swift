public import PeriluneCore

/// Serves HTTP/1.1 to a handler.
///
/// A few threads read and parse requests, reject those that are malformed, too large or too slow,
/// and call the handler; an answer that is given before the handler returns costs no change of
/// thread. The server listens as soon as it is made. The handler must not block: it holds up every
/// connection of its thread.
public final class HTTPServer: Sendable {
    private let core: ServerCore
    private let loops: ServerLoops

    /// Starts a server.
    public init(
        _ options: HTTPServerOptions = HTTPServerOptions(), handler: any HTTPHandler
    ) throws(PeriluneError) {
        var options = options
        options.connections = try DescriptorLimit.fit(connections: options.connections)
        core = try ServerCore(options, handler)
        loops = try ServerLoops(core)
    }

    deinit {
        guard core.enter(.draining) else { return }
        loops.quiesce()
        let stop = ServerStop(core: core, loops: loops)
        // Nobody waits, and the last reference may go away on a thread of the server itself.
        Task { await stop.force() }
    }

    /// The port on which the server listens.
    public var port: UInt16 { loops.port }

    /// Throws where a server could not listen.
    package static func checkAddress(_ address: String, port: UInt16) throws(PeriluneError) {
        try ListeningSocket(address: address, port: port).close()
    }

    /// Reads the files of the certificate again, for new connections.
    ///
    /// - Returns: Whether the certificate or the key has changed; false without TLS.
    /// - Throws: Why the files cannot be used. The server continues with the current certificate.
    public func rereadCertificate() throws(PeriluneError) -> Bool {
        try core.rereadCredentials()
    }

    /// When the certificate of new connections expires, in seconds since 1970; `nil` without TLS.
    public var certificateExpiry: Int? { core.credentials?.expiry }

    /// Stops accepting connections, finishes the requests in progress, and ends the threads.
    ///
    /// What is not finished within the grace is answered with 503 or cut off. A second call returns
    /// at once.
    public func shutdown(grace: Duration = .seconds(10)) async {
        guard core.enter(.draining) else { return }
        loops.quiesce()
        let stop = ServerStop(core: core, loops: loops)
        await stop.drain(grace)
        await stop.force()
    }

    /// Connections taken so far.
    package var acceptedConnections: UInt64 { core.accepted.value }
    /// Connections rejected because a limit was reached.
    package var rejectedConnections: UInt64 { core.rejected.value }
    /// Connections closed because new ones replaced them.
    package var replacedConnections: UInt64 { core.replaced.value }
    /// Connections open now.
    package var openConnections: Int { core.openConnections }
    /// Requests given to the handler so far.
    package var requests: UInt64 { core.requests.value }
}
