import Glibc
import PeriluneCore

/// Reports the state of the process to the service manager, as sd_notify(3) does: a datagram with lines of `NAME=VALUE`.
final class ServiceNotifier: Sendable {
    private let descriptor: Int32
    /// The address of the service manager's socket.
    private let address: [UInt8]
    /// Reports an error of sending.
    private let warn: @Sendable (String) -> Void

    /// Creates a notifier; `nil` without a service manager.
    init?(_ socket: String?, warn: @escaping @Sendable (String) -> Void) {
        guard let socket else { return nil }
        self.warn = warn
        var path = Array(socket.utf8)
        let isAbstract = path.first == UInt8(ascii: "@")
        // An abstract name begins with a zero instead of the @.
        if isAbstract { path[0] = 0 } else { path.append(0) }
        address = unsafe withUnsafeBytes(of: sa_family_t(AF_UNIX)) { unsafe Array($0) } + path
        let isName = isAbstract || socket.hasPrefix("/")
        descriptor =
            isName && address.count <= MemoryLayout<sockaddr_un>.size
            ? Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0) : -1
        if descriptor < 0 { warn("NOTIFY_SOCKET names no Unix socket: \(socket)") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Reports that the process is ready, or has reloaded its configuration.
    func ready(_ status: String) { send("READY=1", "STATUS=\(status)") }

    /// Reports that the process is reloading its configuration, until `ready`.
    func reloading() {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = now.tv_sec * 1_000_000 + now.tv_nsec / 1000
        send("RELOADING=1", "MONOTONIC_USEC=\(microseconds)", "STATUS=Reloading")
    }

    /// Reports that the process is stopping.
    func stopping(_ status: String) { send("STOPPING=1", "STATUS=\(status)") }

    /// Reports that the process is alive.
    func alive(_ status: String) { send("WATCHDOG=1", "STATUS=\(status)") }

    private func send(_ lines: String...) {
        guard descriptor >= 0 else { return }
        let message = Array(lines.joined(separator: "\n").utf8)
        let sent = unsafe address.withUnsafeBytes { address in
            unsafe message.withUnsafeBytes { message in
                unsafe sendto(
                    descriptor, message.baseAddress, message.count, Int32(MSG_NOSIGNAL),
                    address.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                    socklen_t(address.count))
            }
        }
        if sent < 0 {
            warn("the service manager cannot be told \(lines[0]): \(systemMessage(errno))")
        }
    }
}
