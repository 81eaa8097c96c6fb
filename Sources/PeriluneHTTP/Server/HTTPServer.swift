public import PeriluneCore

/// An HTTP/1.1 server that calls a handler.
///
/// A few threads read and parse requests, reject those that are malformed, too large or too slow, and call the
/// handler. An answer that is given before the handler returns needs no switch to another thread. The server listens
/// as soon as it is created. The handler must not block, because that would delay all connections of its thread.
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
        // In a task of its own, because the last reference may be released on a thread of the server.
        Task { await stop.force() }
    }

    /// The port on which the server listens.
    public var port: UInt16 { loops.port }

    /// Throws if a server could not listen on an address and port.
    package static func checkAddress(_ address: String, port: UInt16) throws(PeriluneError) {
        try ListeningSocket(address: address, port: port).close()
    }

    /// Reads the files of the certificate again, for new connections.
    ///
    /// - Returns: Whether the certificate or the key has changed; false without TLS.
    /// - Throws: An error if the files cannot be used. The server continues with the current certificate.
    public func rereadCertificate() throws(PeriluneError) -> Bool {
        try core.rereadCredentials()
    }

    /// When the certificate of new connections expires, in seconds since 1970; `nil` without TLS.
    public var certificateExpiry: Int? { core.credentials?.expiry }

    /// Stops accepting connections, finishes the requests in progress, and ends the threads.
    ///
    /// Requests that are not finished within the grace period are answered with 503 or cut off. A second call returns
    /// immediately.
    public func shutdown(grace: Duration = .seconds(10)) async {
        guard core.enter(.draining) else { return }
        loops.quiesce()
        let stop = ServerStop(core: core, loops: loops)
        await stop.drain(grace)
        await stop.force()
    }

    /// The number of connections accepted so far.
    package var acceptedConnections: UInt64 { core.accepted.value }
    /// The number of connections rejected because a limit was reached.
    package var rejectedConnections: UInt64 { core.rejected.value }
    /// The number of connections closed because new ones replaced them.
    package var replacedConnections: UInt64 { core.replaced.value }
    /// The number of open connections.
    package var openConnections: Int { core.openConnections }
    /// The bytes of bodies that are being received, without the first 64 KB of each.
    package var bodyBytes: Int { core.bodyBytes }
    /// The number of requests passed to the handler so far.
    package var requests: UInt64 { core.requests.value }
}
