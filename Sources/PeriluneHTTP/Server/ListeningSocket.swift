import Glibc
import PeriluneCore

/// A socket that takes connections.
struct ListeningSocket {
    let descriptor: Int32
    let port: UInt16

    init(address: String, port: UInt16) throws(PeriluneError) {
        guard let name = SocketName(address, port) else {
            throw PeriluneError(
                .httpListen, "\(address) is no IP address",
                hint: "127.0.0.1 serves this machine, 0.0.0.0 or :: every network")
        }
        let descriptor = socket(
            name.family,
            Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
            0)
        guard descriptor >= 0 else { throw Self.failed(address, port) }
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        // A port whose last connections are still being forgotten can be taken again.
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
        guard name.withAddress({ bind(descriptor, $0, $1) }) == 0,
            listen(descriptor, SOMAXCONN) == 0, let bound = Self.port(of: descriptor)
        else {
            let error = Self.failed(address, port)
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.port = bound
    }

    private static func failed(_ address: String, _ port: UInt16) -> PeriluneError {
        let why = String(cString: strerror(errno))
        return PeriluneError(.httpListen, "can't listen on \(address) port \(port): \(why)")
    }

    private static func port(of descriptor: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = withUnsafeMutableBytes(of: &storage) {
            guard let start = $0.baseAddress else { return Int32(-1) }
            return getsockname(descriptor, start.assumingMemoryBound(to: sockaddr.self), &size)
        }
        guard code == 0 else { return nil }
        // Both families keep the port in the same two bytes.
        return withUnsafeBytes(of: storage) { UInt16($0[2]) << 8 | UInt16($0[3]) }
    }
}

/// An IPv4 or IPv6 address with a port.
private struct SocketName {
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

    func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafeBytes(of: storage) {
            guard let start = $0.baseAddress else { return -1 }
            return body(start.assumingMemoryBound(to: sockaddr.self), size)
        }
    }
}
