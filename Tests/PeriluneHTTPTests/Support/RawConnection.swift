import Foundation
import Glibc

/// A socket that sends whatever bytes a test wants, well formed or not.
final class RawConnection: @unchecked Sendable {
    private let descriptor: Int32

    init(port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        withUnsafeBytes(of: address) {
            _ = connect(
                descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t($0.count))
        }
        // Longer than any test takes, so that a server that hangs fails a test and not the run.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// What comes next; empty at the end of the connection, `nil` after a reset or 20 seconds.
    func receive() -> String? {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// Everything until the connection ends, or until this many answers have come.
    func receive(answers: Int = .max) -> String {
        var text = ""
        while text.components(separatedBy: "HTTP/1.1 ").count - 1 < answers || !text.hasSuffix("}"),
            let piece = receive(), !piece.isEmpty
        {
            text += piece
        }
        return text
    }

    func stopSending() { shutdown(descriptor, Int32(SHUT_WR)) }
}

/// Runs blocking code on a thread that is not the task pool's.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}
