/// Limits of a socket that receives messages.
package struct SocketOptions: Sendable {
    /// How connections are split into messages.
    package var framing = SocketFraming.lines
    /// Maximum size of a message in bytes.
    package var messageLimit = 64 << 10
    /// Maximum number of connections; further ones are closed immediately.
    package var connectionLimit = 1000
    /// The time without data after which a connection is closed.
    package var idleTime: Duration = .seconds(3600)
    /// The size of the kernel's buffer for datagrams in bytes, as far as the system allows it.
    package var receiveBuffer = 8 << 20
    /// The size in bytes of messages that are read but not taken, beyond which nothing is read.
    package var waitingBytes = 8 << 20
    /// The permissions of a Unix socket.
    package var mode: UInt32 = 0o600

    package init() {}
}
