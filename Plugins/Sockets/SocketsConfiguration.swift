package import PeriluneCore
package import PeriluneFiles
import PeriluneHTTP

extension Sockets: PluginConfiguration {
    package static let section = "sockets"
    package static let contents = "sockets at which serve receives syslog and other log formats"
    package static let errorCode: PeriluneError.Code = "socket.configuration"

    /// The settings of `plugins.sockets`, and of the file of `--sockets`.
    package static let schema = SettingsSchema([
        .init(
            "listen", .list(listenerSchema), isRequired: true,
            "The sockets; each has one of `udp`, `tcp`, `stream` and `datagram`.")
    ])

    private static let listenerSchema = SettingsSchema([
        .init("udp", .text, "HOST:PORT for datagrams, such as `127.0.0.1:5514`."),
        .init("tcp", .text, "HOST:PORT for connections."),
        .init("stream", .file, "The path of a Unix socket for connections."),
        .init("datagram", .file, "The path of a Unix socket for datagrams."),
        .init(
            "as", .text, "The codec that reads messages, as for `--as`; `syslog` by default."),
        .init("codec", .table, "Options of the codec, as in `sources.codec`."),
        .init("source", .text, "The `source` of events; by default, the name of the codec."),
        .init(
            "framing", .choice(of: SocketFraming.self),
            "How connections are divided into messages: `lines`, or `syslog` for lines and octet counting (RFC 6587), the default with the codec `syslog`."
        ),
        .init(
            "anonymous", .flag,
            "Accept messages on addresses other than loopback, from every sender that can reach them; `false` by default."
        ),
        .init(
            "mode", .text,
            "The permissions of a Unix socket, octal; `0600` by default, `0666` for every user."),
        .init(
            "maxMessage", .number(480...(1 << 20)),
            "Maximum size of a message in bytes; 65,536 by default. The beginning of a longer one goes to the quarantine."
        ),
        .init(
            "maxConnections", .number(1...100_000),
            "Maximum number of connections; 1000 by default. A further connection is closed at once."
        ),
        .init(
            "idleTimeout", .number(1...31_536_000),
            "Seconds after which a connection without messages is closed; 3600 by default."),
        .init(
            "receiveBuffer", .number(4096...(1 << 30)),
            "Bytes that the kernel keeps of datagrams that are not read yet; 8 MB by default. `net.core.rmem_max` limits it."
        ),
    ])

    package init(_ value: Value, of source: SettingsSource) throws(PeriluneError) {
        let root = try Settings(value, Self.schema, of: source)
        var listeners: [Listener] = []
        for settings in try root.list("listen") {
            let listener = try Listener(settings)
            guard !listeners.contains(where: { $0.place == listener.place }) else {
                throw root.error(at: "listen", "has the socket \(listener.place) twice")
            }
            listeners.append(listener)
        }
        self.init(listeners)
    }
}

extension Listener {
    fileprivate init(_ settings: Settings) throws(PeriluneError) {
        let format = try settings.text("as") ?? "syslog"
        self.init(
            try Self.place(settings), format: format, source: try settings.text("source"))
        codec = try settings.table("codec")
        options.framing = try settings.choice("framing") ?? options.framing
        options.messageLimit = try settings.number("maxMessage") ?? options.messageLimit
        options.connectionLimit = try settings.number("maxConnections") ?? options.connectionLimit
        options.receiveBuffer = try settings.number("receiveBuffer") ?? options.receiveBuffer
        if let seconds = try settings.number("idleTimeout") { options.idleTime = .seconds(seconds) }
        if let mode = try settings.text("mode") {
            guard let number = UInt32(mode, radix: 8), number <= 0o777 else {
                throw settings.error(at: "mode", "must be an octal number such as \"0660\"")
            }
            options.mode = number
        }
        let isAnonymous = try settings.flag("anonymous") ?? false
        if !place.isLocal, !isAnonymous {
            throw settings.error(
                at: "anonymous", "must be true for \(place)",
                hint:
                    "anybody on the network could send messages there; to serve this machine only, use 127.0.0.1"
            )
        }
    }

    private static func place(_ settings: Settings) throws(PeriluneError) -> SocketPlace {
        var places: [SocketPlace] = []
        for name in ["udp", "tcp"] {
            guard let text = try settings.text(name) else { continue }
            guard let (address, port) = SocketPlace.address(text) else {
                throw settings.error(
                    at: name, "must be an IP address and a port, such as 127.0.0.1:5514")
            }
            places.append(
                name == "udp"
                    ? .udp(address: address, port: port) : .tcp(address: address, port: port))
        }
        if let path = try settings.file("stream") { places.append(.stream(path: path)) }
        if let path = try settings.file("datagram") { places.append(.datagram(path: path)) }
        guard let place = places.first, places.count == 1 else {
            throw settings.error(
                at: "udp", places.isEmpty ? "is missing" : "names a second socket",
                hint: "each listener has one of udp, tcp, stream and datagram")
        }
        return place
    }
}
