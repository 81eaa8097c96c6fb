import Glibc
import PeriluneCore
import PeriluneHTTP

/// The environment variables of a service manager such as systemd.
struct ServiceEnvironment: Sendable {
    /// The Unix socket for notifications: a path, or `@` and an abstract name.
    let notifySocket: String?
    /// The maximum time between signs of life.
    let watchdog: Duration?
    /// Sockets that were opened for the process, in the order of the socket units.
    let sockets: [InheritedSocket]
    /// The folder with credentials.
    let credentials: String?

    /// The first inherited descriptor, after input, output and error.
    private static let firstDescriptor: Int32 = 3

    /// Reads the variables, and removes them so that child processes do not use them.
    ///
    /// - Throws: An error if an inherited socket cannot be served.
    static func readAndClear() throws(PeriluneError) -> ServiceEnvironment {
        let names = [
            "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID",
            "LISTEN_FDNAMES",
        ]
        var texts: [String: String] = [:]
        for name in names {
            texts[name] = variable(name)
            unsafe unsetenv(name)
        }
        return ServiceEnvironment(
            notifySocket: texts["NOTIFY_SOCKET"],
            watchdog: isForThisProcess(texts["WATCHDOG_PID"])
                ? texts["WATCHDOG_USEC"].flatMap { Int64($0) }.flatMap {
                    $0 > 0 ? .microseconds($0) : nil
                } : nil,
            sockets: try sockets(texts["LISTEN_FDS"], process: texts["LISTEN_PID"]),
            credentials: variable("CREDENTIALS_DIRECTORY"))
    }

    private static func sockets(
        _ count: String?, process: String?
    ) throws(PeriluneError) -> [InheritedSocket] {
        // Without a process id, they may be meant for another process.
        guard let count, process != nil, isForThisProcess(process) else { return [] }
        guard let number = Int32(count), (0...64).contains(number) else {
            throw PeriluneError(
                .httpListen, "LISTEN_FDS must be a number from 0 to 64, got '\(count)'",
                hint: "the service manager sets LISTEN_FDS; unset it to use --listen")
        }
        var sockets: [InheritedSocket] = []
        for descriptor in firstDescriptor..<firstDescriptor + number {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            sockets.append(try InheritedSocket(descriptor: descriptor))
        }
        return sockets
    }

    /// Whether a process id is absent or that of this process.
    private static func isForThisProcess(_ process: String?) -> Bool {
        process.map { $0 == "\(getpid())" } ?? true
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
