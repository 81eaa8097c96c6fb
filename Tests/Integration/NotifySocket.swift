import Foundation
import Testing

/// The socket on which a service manager hears of a process.
final class NotifySocket {
    /// For NOTIFY_SOCKET.
    let name: String
    private let descriptor: Int32

    /// A path, or `@` and a name without a file.
    init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = name.hasPrefix("@") ? [0] + name.utf8.dropFirst() : Array(name.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let status = withUnsafeBytes(of: address) {
            bind(
                descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(2 + path.count))
        }
        try #require(status == 0)
    }

    deinit { close(descriptor) }

    /// The next message, by name; `nil` where none comes.
    func next(within seconds: Int = 60) -> [String: String]? {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
        let pairs = lines.map { $0.split(separator: "=", maxSplits: 1).map { String($0) } }
        return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { $1 }
    }
}
