import Foundation
import Glibc

/// Sends the same bytes to whoever asks; then closes the connection, or leaves it open for good.
final class BrokenServer: Sendable {
    let port: UInt16
    private let descriptor: Int32

    init(_ text: String, hangs: Bool = false) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutableBytes(of: &address) {
            let name = $0.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            _ = bind(descriptor, name, size)
            _ = listen(descriptor, 16)
            _ = getsockname(descriptor, name, &size)
        }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            var open: [Int32] = []
            while case let connection = accept(descriptor, nil, nil), connection >= 0 {
                var head = [UInt8](repeating: 0, count: 4096)
                _ = recv(connection, &head, head.count, 0)
                let bytes = Array(text.utf8)
                _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                if hangs { open.append(connection) } else { close(connection) }
            }
            for connection in open { close(connection) }
            // Only here: while this thread may still accept, the number must not become another's.
            close(descriptor)
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    var url: String { "http://127.0.0.1:\(port)" }
}
