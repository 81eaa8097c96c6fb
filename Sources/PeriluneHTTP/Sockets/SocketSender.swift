import CPeriluneEpoll
import Glibc
package import PeriluneCore

/// Sends messages to a socket, as datagrams or through a connection.
package struct SocketSender: Sendable {
    /// The target of messages.
    package enum Target: Hashable, Sendable {
        case udp(host: String, port: UInt16)
        case tcp(host: String, port: UInt16)
        case stream(path: String)
        case datagram(path: String)

        /// Whether messages are sent through a connection.
        package var isStream: Bool {
            switch self {
            case .tcp, .stream: true
            case .udp, .datagram: false
            }
        }
    }

    /// The target; each call of `send` opens its own socket.
    package let target: Target
    /// The maximum size of a UDP datagram over IPv4.
    private static let mostUDP = 65_507
    /// The time that a call may block, in milliseconds.
    private let limit: Int32

    package init(_ target: Target, timeout: Duration) {
        self.target = target
        limit = Int32(clamping: timeout.components.seconds * 1000)
    }

    /// Sends datagrams one after the other.
    ///
    /// - Parameters:
    ///   - datagrams: The messages.
    ///   - cutting: Whether to truncate a message that is too long, at a character boundary.
    ///   - sent: Called after each one with its number.
    /// - Throws: `socket.send` if one could not be sent; `socket.size` if a datagram is too long.
    package func send(
        datagrams: [[UInt8]], cutting: Bool = false, sent: @escaping @Sendable (Int) -> Void
    ) async throws(PeriluneError) {
        try await blocking { () throws(PeriluneError) in
            let descriptor = try connected()
            defer { close(descriptor) }
            for (number, bytes) in datagrams.enumerated() {
                var size = bytes.count
                while Glibc.send(descriptor, bytes, size, Int32(MSG_NOSIGNAL)) < 0 {
                    guard errno == EMSGSIZE else { throw failed("send to") }
                    guard cutting else {
                        throw PeriluneError(
                            "socket.size", "the message is too long for a datagram",
                            hint: "use tcp or stream")
                    }
                    size = Self.shorter(bytes, than: size)
                }
                sent(number)
            }
        }
    }

    /// Sends bytes through a connection, and waits until the receiver has read them and closes it.
    ///
    /// - Throws: `socket.send` if the connection breaks before; the receiver may have read a part.
    package func send(stream bytes: [UInt8]) async throws(PeriluneError) {
        try await blocking { () throws(PeriluneError) in
            let descriptor = try connected()
            defer { close(descriptor) }
            var start = 0
            while start < bytes.count {
                let count = bytes[start...].withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { throw failed("send to") }
                start += count
            }
            shutdown(descriptor, Int32(SHUT_WR))
            // Data from the receiver is ignored.
            var piece = [UInt8](repeating: 0, count: 4096)
            let end = ContinuousClock.now + .milliseconds(Int(limit))
            while true {
                let count = recv(descriptor, &piece, piece.count, 0)
                if count == 0 { return }
                if count > 0, .now < end { continue }
                // A receiver that keeps connections open does not answer, but its kernel has received everything.
                if count > 0 || errno == EAGAIN, perilune_unsent_bytes(descriptor) == 0 { return }
                throw failed("send to")
            }
        }
    }

    /// The size to truncate a message to: the maximum of UDP, or half of a smaller message.
    private static func shorter(_ bytes: [UInt8], than size: Int) -> Int {
        var end = size > mostUDP ? mostUDP : size / 2
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    private func connected() throws(PeriluneError) -> Int32 {
        let descriptor =
            switch target {
            case .udp(let host, let port), .tcp(let host, let port):
                perilune_connect(host, "\(port)", target.isStream, limit)
            case .stream(let path), .datagram(let path):
                perilune_connect_path(path, target.isStream, limit)
            }
        guard descriptor >= 0 else { throw failed("connect to") }
        return descriptor
    }

    /// Runs a body on a thread of its own, because its calls block.
    private func blocking(
        _ body: @escaping @Sendable () throws(PeriluneError) -> Void
    ) async throws(PeriluneError) {
        let result: Result<Void, PeriluneError> = await withCheckedContinuation { continuation in
            let isRunning = startThread {
                do throws(PeriluneError) {
                    continuation.resume(returning: .success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            if !isRunning {
                continuation.resume(
                    returning: .failure(
                        PeriluneError("socket.send", "cannot create a thread for a socket")))
            }
        }
        try result.get()
    }

    private func failed(_ what: String) -> PeriluneError {
        let reason =
            errno == EAGAIN ? "the receiver did not read in time" : systemMessage(errno)
        return PeriluneError("socket.send", "cannot \(what) \(target): \(reason)")
    }
}

extension SocketSender.Target: CustomStringConvertible {
    /// The target as a configuration writes it: `udp:log.example.com:514`, `stream:/run/log.sock`.
    package var description: String {
        switch self {
        case .udp(let host, let port): "udp:\(host):\(port)"
        case .tcp(let host, let port): "tcp:\(host):\(port)"
        case .stream(let path): "stream:\(path)"
        case .datagram(let path): "datagram:\(path)"
        }
    }
}
