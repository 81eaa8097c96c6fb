import CPeriluneEpoll
import Glibc

/// An IPv4 or IPv6 address with a port, or the path of a Unix socket.
struct SocketName {
    private var storage = sockaddr_storage()
    private let size: socklen_t
    let family: Int32

    init?(_ address: String, _ port: UInt16) {
        var four = sockaddr_in()
        var six = sockaddr_in6()
        if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
            family = AF_INET
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            size = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: four, as: sockaddr_in.self) }
        } else if inet_pton(AF_INET6, address, &six.sin6_addr) == 1 {
            family = AF_INET6
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            size = socklen_t(MemoryLayout<sockaddr_in6>.size)
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: six, as: sockaddr_in6.self) }
        } else {
            return nil
        }
    }

    init?(path: String) {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: name.sun_path)
        guard path.utf8.count < room, !path.isEmpty else { return nil }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        family = AF_UNIX
        size = socklen_t(MemoryLayout<sockaddr_un>.size)
        withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: name, as: sockaddr_un.self) }
    }

    /// Connects without blocking; returns 0 or the `errno`: `ECONNREFUSED` if no process receives there.
    func connectError(isStream: Bool) -> Int32 {
        let descriptor =
            isStream ? perilune_stream_socket(family, false) : perilune_datagram_socket(family)
        guard descriptor >= 0 else { return errno }
        defer { Glibc.close(descriptor) }
        return withAddress { connect(descriptor, $0, $1) == 0 ? 0 : errno }
    }

    func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafeBytes(of: storage) {
            guard let start = $0.baseAddress else { return -1 }
            return body(start.assumingMemoryBound(to: sockaddr.self), size)
        }
    }
}
