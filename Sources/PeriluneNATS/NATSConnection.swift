import CNATS
package import PeriluneCore

/// A connection to a NATS server.
///
/// It does not reconnect: after it is lost, every call throws `nats.connection`. All calls block, and may be made
/// from any thread.
package final class NATSConnection: @unchecked Sendable {
    let pointer: OpaquePointer
    /// The server's limit for a message in bytes.
    package let maximumPayload: Int

    /// Connects to a server.
    ///
    /// - Throws: `nats.connection` if no server answers, or none accepts the credentials.
    package init(_ options: NATSConnectionOptions) throws(PeriluneError) {
        try NATSLibrary.load()
        var created: OpaquePointer?
        let status = try options.withOptions { natsConnection_Connect(&created, $0) }
        guard status == NATS_OK, let created else {
            throw NATSFailure(status).error(
                "nats.connection",
                "cannot connect to \(options.servers.joined(separator: ", "))",
                hint: Self.hint(status, options))
        }
        pointer = created
        maximumPayload = Int(natsConnection_GetMaxPayload(created))
    }

    deinit { natsConnection_Destroy(pointer) }

    private static func hint(_ status: natsStatus, _ options: NATSConnectionOptions) -> String {
        switch status {
        case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED:
            options.credentials == nil
                ? "the server requires credentials: set them in plugins.nats"
                : "check the credentials in plugins.nats, and the users of the server"
        case NATS_SSL_ERROR: "check plugins.nats.tls, and the certificate of the server"
        case NATS_SECURE_CONNECTION_REQUIRED: "the server requires TLS: set plugins.nats.tls"
        case NATS_SECURE_CONNECTION_WANTED:
            "the server does not offer TLS: remove plugins.nats.tls, or configure it there"
        default: "check that the server runs at this address"
        }
    }

    /// Waits until the server has received everything that was sent.
    package func flush(milliseconds: Int64) throws(PeriluneError) {
        let status = natsConnection_FlushTimeout(pointer, milliseconds)
        guard status == NATS_OK else { throw connectionError(status) }
    }

    /// The error for a failed call, with the server's last error.
    func connectionError(_ status: natsStatus) -> PeriluneError {
        var said: UnsafePointer<CChar>?
        let failure = NATSFailure(status)
        _ = natsConnection_GetLastError(pointer, &said)
        let last = said.map { String(cString: $0) } ?? ""
        if last.lowercased().contains("permissions violation") {
            return PeriluneError(
                "nats.connection", "the server denied an operation: \(Redaction.redact(last))",
                hint: "grant the user of plugins.nats permission for the subject")
        }
        return failure.error("nats.connection", "the connection to NATS failed")
    }
}
