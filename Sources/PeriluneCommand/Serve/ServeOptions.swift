import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneHTTP

/// The validated command line of `serve`.
struct ServeOptions {
    var intake = IntakeOptions()
    var server = HTTPServerOptions(threads: 2)
    /// The time for one event after which a worker counts as stuck.
    let stuckAfter: Duration
    /// Sockets that the service manager has opened, which replace `--listen`.
    let inherited: [InheritedSocket]
    /// The file of the token, or `credential:NAME`.
    let tokenFile: String?
    /// The control socket, and whether the command line names it; `nil` for none.
    var control: (file: String, isNamed: Bool)?

    init(_ values: Values, inherited: [InheritedSocket] = []) throws {
        self.inherited = inherited
        tokenFile = values.string("token-file")
        stuckAfter = .seconds(values.integer("stuck-after") ?? 30)
        intake.maximumKills = values.integer("max-kills") ?? intake.maximumKills
        intake.host = ScriptOptions.hostOptions(values, isDryRun: values.flag("dry-run"))
        intake.host.workers = values.integer("workers") ?? 1
        intake.host.checksScripts = true
        (server.address, server.port) = try ListenOptions.address(
            values.string("listen") ?? "127.0.0.1:8080", program: "perilune serve")
        intake.isDurable = !values.flag("not-durable")
        intake.store = values.string("store") ?? (intake.isDurable ? "perilune.db" : nil)
        intake.records = values.string("records")
        intake.output = values.string("output")
        intake.host.outputs = try ScriptOptions.outputsToWrite(values, "perilune serve")
        intake.bodyLimit = values.integer("max-body") ?? intake.bodyLimit
        intake.eventLimit = values.integer("max-waiting") ?? intake.eventLimit
        intake.quarantineLimit = values.integer("max-quarantine") ?? intake.quarantineLimit
        intake.quarantineByteLimit =
            values.integer("max-quarantine-size") ?? intake.quarantineByteLimit
        intake.quarantineDays = values.integer("quarantine-days") ?? 0
        intake.memory.days = values.integer("delivery-days") ?? intake.memory.days
        intake.memory.deliveries = values.integer("max-deliveries") ?? intake.memory.deliveries
        intake.host.outboxLimit = values.integer("max-outbox") ?? intake.host.outboxLimit
        intake.setsAsideDamagedRows = values.flag("set-aside-damaged")
        intake.shadow = values.string("shadow-log") == nil ? values.integer("shadow") ?? 0 : 0
        if values.integer("shadow") != nil || values.string("shadow-log") != nil,
            !values.strings("charts").isEmpty
        {
            throw Self.misuse(
                "--shadow and --charts cannot be combined: a dry run would change the dashboards")
        }
        try CommandPlugins.checkPageOptions(values, program: "perilune serve")
        intake.allowsAnonymous = isLocal || values.flag("anonymous")
        intake.token = try tokenFile.map(Self.token)
        if intake.token == nil, !isLocal, !values.flag("anonymous") {
            let place = inherited.first { !$0.isLocal }?.name ?? server.address
            throw Self.misuse(
                "on \(place) anybody on the network could send events; add --token-file FILE to require a token, or --anonymous to allow it"
            )
        }
        try ConnectionOptions.apply(values, &server, &intake)
        let file = values.string("control")
        if values.flag("no-control") {
            guard file == nil else {
                throw Self.misuse("--control and --no-control cannot be combined")
            }
        } else {
            control = (file ?? ControlFile.defaultPath(store: intake.store), file != nil)
        }
        switch (values.string("certificate"), values.string("key")) {
        case (let file?, let key?):
            server.certificate = .init(file: file, keyFile: try Credential.path(key))
        case (nil, nil): break
        default: throw Self.misuse("--certificate and --key must be given together")
        }
    }

    /// A server for each inherited socket, or the one of `--listen`.
    var servers: [HTTPServerOptions] {
        if inherited.isEmpty { return [server] }
        return inherited.map { socket in
            var options = server
            options.inherited = socket
            return options
        }
    }

    /// The URL of a server for the user.
    func url(of server: HTTPServerOptions, port: UInt16) -> String {
        if let socket = server.inherited, port == 0 { return "unix:\(socket.name)" }
        let place = server.inherited?.name ?? "\(server.host):\(port)"
        return "\(server.certificate == nil ? "http" : "https")://\(place)"
    }

    /// Whether the servers can only be reached from this machine.
    private var isLocal: Bool {
        inherited.isEmpty
            ? server.isLocal : inherited.allSatisfy(\.isLocal)
    }

    /// The token from the first line of a file; errors never show the content.
    static func token(_ text: String) throws(PeriluneError) -> [UInt8] {
        let path = try Credential.path(text)
        let bytes = try TextFile.read(path, limit: 64 << 10, what: "token")
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        let isPlain = line.allSatisfy { (0x21...0x7E).contains($0) }
        guard line.count >= 16, isPlain else {
            throw PeriluneError(
                "file.token",
                line.isEmpty
                    ? "the token file is empty"
                    : "the first line of the token file must have at least 16 characters",
                at: .init(file: path), hint: "create a token: openssl rand -hex 32 > \(path)")
        }
        return Array(line)
    }

    private static func misuse(_ message: String) -> UsageError {
        UsageError(.invalidValue, message, program: "perilune serve")
    }
}
