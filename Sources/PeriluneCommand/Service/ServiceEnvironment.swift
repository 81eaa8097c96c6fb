import Glibc
import PeriluneCore
import PeriluneHTTP

/// What a service manager, such as systemd, tells a process in its environment.
struct ServiceEnvironment: Sendable {
    /// The Unix socket that wants to hear of the process: a path, or `@` and a name without a file.
    let notifySocket: String?
    /// How long the process may be silent.
    let watchdog: Duration?
    /// Sockets that were opened for the process, in the order of the socket units.
    let sockets: [InheritedSocket]
    /// The folder with credentials.
    let credentials: String?

    /// The first descriptor that is handed over: those below are input, output and errors.
    private static let firstDescriptor: Int32 = 3

    /// Reads the environment, and removes what is for this process alone: a child would take it for its own.
    ///
    /// - Throws: Where a socket that was handed over cannot be served.
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
        // Without a process nobody says that they are for this one.
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

    /// Whether a process identifier is that of this process, where one is given.
    private static func isForThisProcess(_ process: String?) -> Bool {
        process.map { $0 == "\(getpid())" } ?? true
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
