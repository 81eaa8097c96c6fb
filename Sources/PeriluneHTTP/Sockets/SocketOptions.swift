/// Limits of a socket that receives messages.
package struct SocketOptions: Sendable {
    /// How connections are divided into messages.
    package var framing = SocketFraming.lines
    /// Maximum size of a message in bytes.
    package var messageLimit = 64 << 10
    /// Maximum number of connections; another one is closed at once.
    package var connectionLimit = 1000
    /// A connection without data for so long is closed.
    package var idleTime: Duration = .seconds(3600)
    /// Bytes that the kernel keeps of datagrams that are not read yet, as far as it allows.
    package var receiveBuffer = 8 << 20
    /// Bytes of messages that are read and not taken; beyond it, nothing is read.
    package var waitingBytes = 8 << 20
    /// The permissions of a Unix socket.
    package var mode: UInt32 = 0o600

    package init() {}
}
