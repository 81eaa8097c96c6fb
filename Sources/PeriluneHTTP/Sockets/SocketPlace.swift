import Glibc
import PeriluneCore

/// The transport and address of a socket that receives messages.
package enum SocketPlace: Hashable, Sendable, CustomStringConvertible {
    case udp(address: String, port: UInt16)
    case tcp(address: String, port: UInt16)
    /// A Unix stream socket.
    case stream(path: String)
    /// A Unix datagram socket.
    case datagram(path: String)

    /// Whether it can only be reached from this machine.
    package var isLocal: Bool {
        switch self {
        case .udp(let address, _), .tcp(let address, _):
            ListenAddress.isLocal(address)
        case .stream, .datagram: true
        }
    }

    /// Whether messages are received through connections.
    var isStream: Bool {
        switch self {
        case .tcp, .stream: true
        case .udp, .datagram: false
        }
    }

    /// The place as a configuration writes it: `udp:127.0.0.1:5514`, `stream:/run/log.sock`.
    package var description: String { text(port: nil) }

    /// The place with the port that the system has chosen.
    package func text(port chosen: UInt16?) -> String {
        switch self {
        case .udp(let address, let port): "udp:\(ListenAddress.host(address)):\(chosen ?? port)"
        case .tcp(let address, let port): "tcp:\(ListenAddress.host(address)):\(chosen ?? port)"
        case .stream(let path): "stream:\(path)"
        case .datagram(let path): "datagram:\(path)"
        }
    }

    /// Parses `127.0.0.1:5514`, `[::1]:5514`, `localhost:5514`, or `:5514` for every network.
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
    /// - Throws: `socket.listen` if another process uses it, or if it cannot be opened.
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
