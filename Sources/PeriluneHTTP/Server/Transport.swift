import CGnuTLS
import Glibc
import PeriluneCore

/// The result of a non-blocking read or write.
enum Transferred: Equatable {
    case bytes(Int)
    /// The call would block.
    case later
    /// The other side has closed its side.
    case end
    case failed
}

/// Reads and writes the bytes of a connection, in plain text or through TLS.
///
/// A transport belongs to the thread of its connection.
struct Transport {
    let socket: Int32
    private let session: TLSSession?

    init(socket: Int32, credentials: TLSCredentials?) throws(PeriluneError) {
        self.socket = socket
        session = try credentials.map { (credentials) throws(PeriluneError) in
            try TLSSession(socket: socket, credentials)
        }
    }

    /// Whether a TLS handshake waits until the socket accepts bytes.
    var waitsForWriting: Bool { session?.waitsForWriting ?? false }

    /// Whether TLS has decrypted bytes that the socket no longer reports.
    var hasBufferedBytes: Bool { session?.hasBufferedBytes ?? false }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Transferred {
        if let session { return session.read(into: buffer) }
        return Self.transferred(recv(socket, buffer.baseAddress, buffer.count, 0), atEnd: .end)
    }

    /// Sends as much as the socket accepts; with `more`, the kernel may join the bytes with the
    /// next write.
    func write(_ bytes: UnsafeRawBufferPointer, more: Bool) -> Transferred {
        if let session { return session.write(bytes) }
        let flags = Int32(MSG_NOSIGNAL) | (more ? Int32(MSG_MORE) : 0)
        return Self.transferred(
            send(socket, bytes.baseAddress, bytes.count, flags), atEnd: .later)
    }

    /// Closes the sending side.
    func endWriting() {
        session?.endWriting()
        shutdown(socket, Int32(SHUT_WR))
    }

    private static func transferred(_ count: Int, atEnd end: Transferred) -> Transferred {
        if count > 0 { return .bytes(count) }
        if count == 0 { return end }
        return errno == EAGAIN || errno == EINTR ? .later : .failed
    }
}

/// One side of a TLS connection.
private final class TLSSession {
    private let session: gnutls_session_t
    /// Keeps the credentials alive as long as the session.
    private let credentials: TLSCredentials
    private var isEstablished = false

    init(socket: Int32, _ credentials: TLSCredentials) throws(PeriluneError) {
        var session: gnutls_session_t?
        let flags = GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL
        guard gnutls_init(&session, UInt32(flags)) == 0, let session else {
            throw PeriluneError(.httpFailed, "out of memory for a TLS connection")
        }
        gnutls_priority_set(session, credentials.priorities)
        gnutls_credentials_set(
            session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials.certificate))
        gnutls_transport_set_int2(session, socket, socket)
        self.session = session
        self.credentials = credentials
    }

    deinit { gnutls_deinit(session) }

    var waitsForWriting: Bool { !isEstablished && gnutls_record_get_direction(session) == 1 }
    var hasBufferedBytes: Bool { isEstablished && gnutls_record_check_pending(session) > 0 }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Transferred {
        if !isEstablished {
            let status = gnutls_handshake(session)
            guard status == 0 else { return Self.transferred(Int(status)) }
            isEstablished = true
        }
        let count = gnutls_record_recv(session, buffer.baseAddress, buffer.count)
        return count == 0 ? .end : Self.transferred(count)
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Transferred {
        guard isEstablished else { return .later }
        return Self.transferred(gnutls_record_send(session, bytes.baseAddress, bytes.count))
    }

    func endWriting() { if isEstablished { gnutls_bye(session, GNUTLS_SHUT_WR) } }

    private static func transferred(_ status: Int) -> Transferred {
        if status >= 0 { return .bytes(status) }
        let isLater = status == Int(GNUTLS_E_AGAIN) || status == Int(GNUTLS_E_INTERRUPTED)
        return isLater ? .later : .failed
    }
}
