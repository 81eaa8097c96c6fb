import CNATS
import Glibc
package import PeriluneCore

/// The URLs of NATS servers, and the credentials of this client.
package struct NATSConnectionOptions: Sendable {
    /// The credentials of this client.
    package enum Credentials: Sendable {
        case user(String, password: Secret)
        case token(Secret)
        /// A file with a JWT and an NKey seed.
        case file(String)
        case nkey(publicKey: String, seedFile: String)
    }

    /// The URLs of servers, one of which is used.
    package var servers = ["nats://127.0.0.1:4222"]
    /// The credentials; `nil` connects without any.
    package var credentials: Credentials?
    /// Whether connections must be encrypted.
    package var isSecure = false
    /// A PEM file with the certificate authorities to trust, instead of the system's.
    package var caFile: String?
    /// PEM files with the certificate of this client and its key.
    package var certificate: (file: String, keyFile: String)?
    /// The timeout for connecting to one server, in milliseconds.
    package var timeout: Int64 = 5000

    package init() {}

    /// The problem with the URL of a server, as the end of a sentence; `nil` if it is valid.
    package static func problem(of server: String) -> String? {
        guard ["nats://", "tls://"].contains(where: { server.hasPrefix($0) }) else {
            return "has an URL that is not one of a NATS server"
        }
        return server.contains("@")
            ? "must not contain credentials; use user and password, or token" : nil
    }

    /// Calls a function with the options for libnats.
    func withOptions<Result>(
        _ body: (OpaquePointer) throws(PeriluneError) -> Result
    ) throws(PeriluneError) -> Result {
        var created: OpaquePointer?
        guard natsOptions_Create(&created) == NATS_OK, let options = created else {
            throw PeriluneError("nats.connection", "out of memory for a connection to NATS")
        }
        defer { natsOptions_Destroy(options) }
        for (status, what) in [
            (setServers(options), "the servers"), (setCredentials(options), "the credentials"),
            (setTLS(options), "the certificates"),
            (natsOptions_SetName(options, "perilune"), "the name"),
            (natsOptions_SetTimeout(options, timeout), "the timeout"),
            // Sources and sinks reconnect themselves, so that they notice what was lost in between.
            (natsOptions_SetAllowReconnect(options, false), "reconnects"),
            (natsOptions_SetPingInterval(options, 10_000), "the interval of pings"),
            (natsOptions_SetMaxPingsOut(options, 2), "the number of pings"),
            (natsOptions_SetErrorHandler(options, ignoreError, nil), "the error handler"),
        ] where status != NATS_OK {
            throw NATSFailure(status).error("nats.configuration", "cannot use \(what)")
        }
        return try body(options)
    }

    private func setServers(_ options: OpaquePointer) -> natsStatus {
        let copies = servers.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        var pointers = copies.map { UnsafePointer($0) }
        return natsOptions_SetServers(options, &pointers, Int32(pointers.count))
    }

    private func setCredentials(_ options: OpaquePointer) -> natsStatus {
        switch credentials {
        case .user(let user, let password):
            natsOptions_SetUserInfo(options, user, password.reveal())
        case .token(let token): natsOptions_SetToken(options, token.reveal())
        case .file(let file): natsOptions_SetUserCredentialsFromFiles(options, file, nil)
        case .nkey(let key, let file): natsOptions_SetNKeyFromSeed(options, key, file)
        case nil: NATS_OK
        }
    }

    private func setTLS(_ options: OpaquePointer) -> natsStatus {
        var status = isSecure ? natsOptions_SetSecure(options, true) : NATS_OK
        if status == NATS_OK, let caFile {
            status = natsOptions_LoadCATrustedCertificates(options, caFile)
        }
        if status == NATS_OK, let certificate {
            status = natsOptions_LoadCertificatesChain(
                options, certificate.file, certificate.keyFile)
        }
        return status
    }
}

/// Replaces the default handler, which would write to standard error.
///
/// Calls that fail later report the error.
private let ignoreError:
    @Sendable @convention(c) (OpaquePointer?, OpaquePointer?, natsStatus, UnsafeMutableRawPointer?)
        -> Void = { _, _, _, _ in }
