import Foundation
import Testing

/// A listening socket that a test holds, as a service manager does, while servers come and go.
final class HeldSocket {
    let handle: FileHandle
    let port: UInt16

    init(_ address: String = "127.0.0.1") throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, address, &name.sin_addr)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutableBytes(of: &name) { bytes in
            let name = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return bind(descriptor, name, size) == 0 && listen(descriptor, 1024) == 0
                && getsockname(descriptor, name, &size) == 0
        }
        try #require(isBound)
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        port = UInt16(bigEndian: name.sin_port)
    }

    /// What a shell does before it becomes the server: the socket comes as its standard input.
    static let handOver = "exec 3<&0 0</dev/null; export LISTEN_PID=$$ LISTEN_FDS=1;"
}
