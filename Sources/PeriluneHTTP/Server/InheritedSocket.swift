import CPeriluneEpoll
import Glibc
package import PeriluneCore

/// A listening socket that the process has inherited, so that it outlives the process.
package struct InheritedSocket: Sendable {
    /// The descriptor, which is closed by the server that gets the socket.
    package let descriptor: Int32
    /// The port; 0 for a Unix socket.
    package let port: UInt16
    /// The address: `127.0.0.1:8080`, `[::1]:8080`, or the path of a Unix socket.
    package let name: String
    /// Whether it can only be reached from this machine: loopback, or a Unix socket.
    package let isLocal: Bool

    /// Takes ownership of a descriptor; the server that gets it closes it.
    ///
    /// - Throws: `http.listen` if it is not a listening stream socket of a supported family.
    package init(descriptor: Int32) throws(PeriluneError) {
        guard Self.option(SO_ACCEPTCONN, of: descriptor) == 1,
            Self.option(SO_TYPE, of: descriptor) == perilune_stream_type()
        else {
            throw PeriluneError(
                .httpListen, "the inherited descriptor \(descriptor) is not a listening socket",
                hint: "in the socket unit, use ListenStream= with Accept=no")
        }
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutableBytes(of: &storage) {
            guard let start = $0.baseAddress else { return Int32(-1) }
            return getsockname(descriptor, start.assumingMemoryBound(to: sockaddr.self), &size)
        }
        guard status == 0 else {
            let why = systemMessage(errno)
            throw PeriluneError(
                .httpListen, "the address of the inherited socket is unknown: \(why)")
        }
        let bytes = withUnsafeBytes(of: storage) { Array($0.prefix(Int(size))) }
        self.descriptor = descriptor
        switch Int32(storage.ss_family) {
        case AF_INET where bytes.count >= 8:
            port = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
            name = "\(bytes[4..<8].map { "\($0)" }.joined(separator: ".")):\(port)"
            isLocal = bytes[4] == 127
        case AF_INET6 where bytes.count >= 24:
            port = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
            let address = Array(bytes[8..<24])
            name = "[\(Self.text(address))]:\(port)"
            isLocal = Self.isLoopback(address)
        case AF_UNIX:
            port = 0
            let path = bytes.dropFirst(2)
            // The name of an abstract socket, which has no file, begins with a zero.
            name =
                path.first == 0
                ? "@" + String(decoding: path.dropFirst(), as: UTF8.self)
                : String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
            isLocal = true
        default:
            throw PeriluneError(
                .httpListen, "the inherited socket is neither TCP nor a Unix socket",
                hint: "in the socket unit, set ListenStream= to an IP address and port, or a path")
        }
    }

    /// Whether the address is `::1`, or an IPv4 loopback address in IPv6 form.
    private static func isLoopback(_ address: [UInt8]) -> Bool {
        let zeros = [UInt8](repeating: 0, count: 10)
        if address == zeros + [0, 0, 0, 0, 0, 1] { return true }
        return address.starts(with: zeros + [0xFF, 0xFF, 127])
    }

    private static func text(_ address: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, address, &text, socklen_t(text.count)) != nil else { return "?" }
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }
}
