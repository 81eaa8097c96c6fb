import CMicroHTTPD
import Glibc
import PeriluneCore

/// The library's server: its threads, its options and its end.
///
/// It runs with `poll` and never with `epoll`: the version of Debian 12 loses wake-ups there once
/// connections are suspended.
///
/// Unchecked: the library's own calls are safe from any thread; `stop` is called once.
final class Daemon: @unchecked Sendable {
    private let daemon: OpaquePointer
    private let socket: ListeningSocket
    /// The callbacks' context, kept until no callback can come any more.
    private let core: Unmanaged<ServerCore>

    init(_ core: ServerCore) throws(PeriluneError) {
        try SharedLibrary.microhttpd.load()
        try SharedLibrary.gnutls.load()
        let options = core.options
        let certificate: CertificateText?
        if let files = options.certificate {
            certificate = try CertificateText(files)
        } else {
            certificate = nil
        }
        let socket =
            if let inherited = options.inherited {
                ListeningSocket(inherited)
            } else if let path = options.socket {
                try ListeningSocket(path: path)
            } else {
                try ListeningSocket(address: options.address, port: options.port)
            }
        let context = Unmanaged.passRetained(core)
        guard let daemon = Self.start(options, socket, certificate, context.toOpaque()) else {
            context.release()
            socket.close()
            throw PeriluneError(
                .httpListen, "can't start the HTTP server",
                hint: certificate == nil ? nil : "check that the certificate and the key match")
        }
        self.daemon = daemon
        self.socket = socket
        self.core = context
    }

    var port: UInt16 { socket.port }

    /// Whether connections that come from now on wait for another process.
    var isInherited: Bool { socket.isInherited }

    /// Takes no more connections.
    func quiesce() {
        MHD_quiesce_daemon(daemon)
        // The threads may still look at it, so it is closed only after them. An inherited one goes on to
        // listen: its connections wait for the process that has it next.
        if !isInherited { shutdown(socket.descriptor, Int32(SHUT_RDWR)) }
    }

    /// Ends the threads, which must have nothing suspended.
    func stop() {
        MHD_stop_daemon(daemon)
        socket.close()
        core.release()
    }

    private static func start(
        _ options: HTTPServerOptions, _ socket: ListeningSocket, _ certificate: CertificateText?,
        _ context: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        var items = [
            item(.LISTEN_SOCKET, Int(socket.descriptor)),
            item(.CONNECTION_MEMORY_LIMIT, options.headerLimit),
            item(.CONNECTION_LIMIT, options.connections),
            item(.PER_IP_CONNECTION_LIMIT, options.connectionsPerAddress),
            item(
                .NOTIFY_CONNECTION, unsafeBitCast(connectionCallback, to: Int.self),
                context),
            item(
                .NOTIFY_COMPLETED, unsafeBitCast(completionCallback, to: Int.self),
                context),
            item(.URI_LOG_CALLBACK, unsafeBitCast(targetCallback, to: Int.self), context),
        ]
        if options.threads > 1 { items.append(item(.THREAD_POOL_SIZE, options.threads)) }
        var flags = MHD_USE_POLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        if let certificate {
            flags |= MHD_USE_TLS.rawValue
            items += [
                item(.HTTPS_MEM_KEY, 0, certificate.key),
                item(.HTTPS_MEM_CERT, 0, certificate.chain),
                item(.HTTPS_PRIORITIES, 0, certificate.priorities),
            ]
        }
        items.append(item(.END, 0))
        return items.withUnsafeMutableBufferPointer { items in
            guard let first = items.baseAddress else { return nil }
            return withVaList([MHD_OPTION.ARRAY.rawValue, first, MHD_OPTION.END.rawValue]) {
                MHD_start_daemon_va(flags, 0, nil, nil, requestCallback, context, $0)
            }
        }
    }

    private static func item(
        _ option: MHD_OPTION, _ value: Int, _ pointer: UnsafeMutableRawPointer? = nil
    ) -> MHD_OptionItem {
        MHD_OptionItem(option: option, value: value, ptr_value: pointer)
    }
}
