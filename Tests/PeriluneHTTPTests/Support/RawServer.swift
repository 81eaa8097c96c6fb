import Foundation
import Glibc

/// Accepts one connection after another and does with each what a test wants.
final class RawServer: @unchecked Sendable {
    let port: UInt16
    private let descriptor: Int32

    /// `serve` gets the socket after the head of a request has come; it is closed afterwards.
    ///
    /// A greeting is sent before that.
    init(greeting: String = "", _ serve: @escaping @Sendable (Int32) -> Void) {
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
            while case let connection = accept(descriptor, nil, nil), connection >= 0 {
                let bytes = Array(greeting.utf8)
                _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                var head = [UInt8](repeating: 0, count: 4096)
                _ = recv(connection, &head, head.count, 0)
                serve(connection)
                close(connection)
            }
            // Only here: while this thread may still accept, the number must not become another's.
            close(descriptor)
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sends a text to each connection and closes it.
    convenience init(answering text: String) {
        self.init { connection in
            let bytes = Array(text.utf8)
            _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    var url: String { "http://127.0.0.1:\(port)/path" }
}
