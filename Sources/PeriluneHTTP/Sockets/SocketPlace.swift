import Glibc
import PeriluneCore

/// Where messages arrive: a transport, and an address or a path.
package enum SocketPlace: Hashable, Sendable, CustomStringConvertible {
    case udp(address: String, port: UInt16)
    case tcp(address: String, port: UInt16)
    /// A Unix socket for connections.
    case stream(path: String)
    /// A Unix socket for datagrams.
    case datagram(path: String)

    /// Whether only this machine reaches it.
    package var isLocal: Bool {
        switch self {
        case .udp(let address, _), .tcp(let address, _):
            ListenAddress.isLocal(address)
        case .stream, .datagram: true
        }
    }

    /// Whether messages come through connections.
    var isStream: Bool {
        switch self {
        case .tcp, .stream: true
        case .udp, .datagram: false
        }
    }

    /// `udp:127.0.0.1:5514`, `stream:/run/log.sock`.
    package var description: String { text(port: nil) }

    /// The same with the port that the system has chosen.
    package func text(port chosen: UInt16?) -> String {
        switch self {
        case .udp(let address, let port): "udp:\(ListenAddress.host(address)):\(chosen ?? port)"
        case .tcp(let address, let port): "tcp:\(ListenAddress.host(address)):\(chosen ?? port)"
        case .stream(let path): "stream:\(path)"
        case .datagram(let path): "datagram:\(path)"
        }
    }

    /// Reads `127.0.0.1:5514`, `[::1]:5514`, `localhost:5514`, or `:5514` for every network.
    package static func address(_ text: String) -> (address: String, port: UInt16)? {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        switch host {
        case "localhost": host = "127.0.0.1"
        case "", "*": host = "0.0.0.0"
        default: break
        }
        return SocketName(host, port) == nil ? nil : (host, port)
    }

    /// Opens the socket.
    ///
    /// - Throws: `socket.listen` if another process has it, or if it cannot be opened.
    func listen(mode: mode_t) throws(PeriluneError) -> ListeningSocket {
        do throws(PeriluneError) {
            switch self {
            case .udp(let address, let port), .tcp(let address, let port):
                return try ListeningSocket(address: address, port: port, isStream: isStream)
            case .stream(let path), .datagram(let path):
                return try ListeningSocket(path: path, isStream: isStream, mode: mode)
            }
        } catch {
            throw PeriluneError("socket.listen", error.message, hint: error.hint)
        }
    }
}
