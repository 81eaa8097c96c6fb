import CPeriluneEpoll
import Glibc
import PeriluneCore

/// A socket that accepts connections, or receives datagrams.
struct ListeningSocket {
    let descriptor: Int32
    /// The port; 0 for a Unix socket.
    let port: UInt16
    /// The file of a Unix socket, which is removed when the socket is closed.
    private let file: SocketFile?
    /// Whether the socket is inherited, so that the next process continues to accept connections from it.
    let isInherited: Bool

    init(address: String, port: UInt16, isStream: Bool = true) throws(PeriluneError) {
        guard let name = SocketName(address, port) else {
            throw PeriluneError(
                .httpListen, "\(address) is not an IP address",
                hint:
                    "use 127.0.0.1 to serve this machine only, 0.0.0.0 or :: to serve every network"
            )
        }
        let descriptor = Self.open(name.family, isStream)
        guard descriptor >= 0 else { throw Self.failed(address, port) }
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        // Allows reusing a port with connections in TIME_WAIT. For datagrams, it would let two processes share the
        // port.
        if isStream { setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size) }
        guard name.withAddress({ bind(descriptor, $0, $1) }) == 0,
            !isStream || listen(descriptor, SOMAXCONN) == 0, let bound = Self.port(of: descriptor)
        else {
            let error = Self.failed(address, port)
            Glibc.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.port = bound
        file = nil
        isInherited = false
    }

    /// Uses a socket that the process has inherited.
    init(_ inherited: InheritedSocket) {
        descriptor = inherited.descriptor
        port = inherited.port
        file = nil
        isInherited = true
        // Non-blocking, because several threads wait for a connection, and only one of them gets it.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Opens a Unix socket, which only this user may open unless `mode` allows more.
    ///
    /// The socket of a process that was killed is replaced; a socket on which another process listens is an error.
    init(
        path: String, isStream: Bool = true, mode: mode_t = 0o600
    ) throws(PeriluneError) {
        guard let name = SocketName(path: path) else {
            throw PeriluneError(
                .httpListen, "the path of the socket is longer than 107 bytes: \(path)",
                hint: "use a shorter path")
        }
        if SocketFile(path) != nil { try Self.removeAbandoned(path, name, isStream) }
        let descriptor = Self.open(name.family, isStream)
        guard descriptor >= 0 else { throw Self.failed(path) }
        // With umask, because others could connect between bind and chmod.
        let mask = umask(~mode & 0o777)
        let isBound = name.withAddress { bind(descriptor, $0, $1) } == 0
        let bindError = errno
        umask(mask)
        guard isBound else {
            Glibc.close(descriptor)
            throw Self.failed(path, bindError)
        }
        file = SocketFile(path)
        guard !isStream || listen(descriptor, SOMAXCONN) == 0 else {
            let error = Self.failed(path)
            file?.remove()
            Glibc.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        port = 0
        isInherited = false
    }

    func close() {
        // First, because the inode of the file cannot be reused before the socket is closed.
        file?.remove()
        Glibc.close(descriptor)
    }

    /// Removes the file of a socket on which no process listens.
    private static func removeAbandoned(
        _ path: String, _ name: SocketName, _ isStream: Bool
    ) throws(PeriluneError) {
        switch name.connectError(isStream: isStream) {
        case ECONNREFUSED: unlink(path)
        // The queue is full, or the socket is of the other kind.
        case 0, EAGAIN, EPROTOTYPE:
            throw PeriluneError(
                .httpListen, "another process is listening on \(path)", hint: "use another path")
        case let number:
            throw PeriluneError(
                .httpListen,
                "cannot tell whether a process is listening on \(path): \(systemMessage(number))",
                hint: "remove the file if no process uses it")
        }
    }

    private static func open(_ family: Int32, _ isStream: Bool) -> Int32 {
        isStream ? perilune_stream_socket(family, false) : perilune_datagram_socket(family)
    }

    private static func failed(_ path: String, _ number: Int32 = errno) -> PeriluneError {
        let why = systemMessage(number)
        return PeriluneError(.httpListen, "cannot listen on \(path): \(why)")
    }

    private static func failed(_ address: String, _ port: UInt16) -> PeriluneError {
        let number = errno
        let hint: String? =
            switch number {
            case EADDRINUSE: "stop the process that listens there, or use another port"
            case EACCES: "use a port from 1024, or give the process CAP_NET_BIND_SERVICE"
            case EADDRNOTAVAIL: "use an address of this machine, or 0.0.0.0 for all"
            default: nil
            }
        return PeriluneError(
            .httpListen, "cannot listen on \(address) port \(port): \(systemMessage(number))",
            hint: hint)
    }

    private static func port(of descriptor: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = withUnsafeMutableBytes(of: &storage) {
            guard let start = $0.baseAddress else { return Int32(-1) }
            return getsockname(descriptor, start.assumingMemoryBound(to: sockaddr.self), &size)
        }
        guard code == 0 else { return nil }
        // The port is in the same two bytes for both families.
        return withUnsafeBytes(of: storage) { UInt16($0[2]) << 8 | UInt16($0[3]) }
    }
}

/// The file of a Unix socket.
private struct SocketFile: Equatable {
    private let path: String
    private let device: dev_t
    private let number: ino_t

    /// Reads the file; `nil` if there is no socket at the path.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        self.path = path
        device = status.st_dev
        number = status.st_ino
    }

    /// Removes the file, unless another one has replaced it.
    func remove() {
        if SocketFile(path) == self { unlink(path) }
    }
}
