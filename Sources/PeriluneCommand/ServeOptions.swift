import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneHTTP

/// What the command line of `serve` says, checked.
struct ServeOptions {
    var intake = IntakeOptions()
    var server = HTTPServerOptions(threads: 2)
    /// The socket for those who look on, and whether the command line names it; `nil` for none.
    var control: (file: String, isNamed: Bool)?

    init(_ values: Values) throws {
        intake.host = ScriptOptions.hostOptions(values, isDryRun: values.flag("dry-run"))
        intake.host.workers = values.integer("workers") ?? 1
        (server.address, server.port) = try Self.address(
            values.string("listen") ?? "127.0.0.1:8080")
        intake.isDurable = !values.flag("not-durable")
        intake.store = values.string("store") ?? (intake.isDurable ? "perilune.db" : nil)
        intake.records = values.string("records")
        intake.output = values.string("output")
        intake.bodyLimit = values.integer("max-body") ?? intake.bodyLimit
        intake.eventLimit = values.integer("max-waiting") ?? intake.eventLimit
        intake.shadow = values.string("shadow-log") == nil ? values.integer("shadow") ?? 0 : 0
        if values.integer("shadow") != nil || values.string("shadow-log") != nil,
            !values.strings("charts").isEmpty
        {
            throw Self.misuse(
                "--shadow and --charts exclude each other: a dry run would change the dashboards")
        }
        intake.allowsAnonymous = isLoopback || values.flag("anonymous")
        intake.token = try values.string("token-file").map(Self.token)
        if intake.token == nil, !isLoopback, !values.flag("anonymous") {
            throw Self.misuse(
                "on \(server.address) anybody on the network could send events; add --token-file FILE to require a token, or --anonymous to allow it"
            )
        }
        let file = values.string("control")
        if values.flag("no-control") {
            guard file == nil else {
                throw Self.misuse("--control and --no-control exclude each other")
            }
        } else {
            control = (file ?? ControlFile.beside(store: intake.store), file != nil)
            intake.host.live = LiveView()
        }
        switch (values.string("certificate"), values.string("key")) {
        case (let file?, let key?):
            server.certificate = .init(file: file, keyFile: key)
        case (nil, nil): break
        default: throw Self.misuse("--certificate and --key must be given together")
        }
    }

    /// Where it listens, as a person would type it.
    func url(port: UInt16) -> String {
        let host = server.address.contains(":") ? "[\(server.address)]" : server.address
        return "\(server.certificate == nil ? "http" : "https")://\(host):\(port)"
    }

    private var isLoopback: Bool { server.address.hasPrefix("127.") || server.address == "::1" }

    static func address(
        _ text: String, program: String = "perilune serve"
    ) throws -> (String, UInt16) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { throw misuse("--listen must be HOST:PORT, not '\(text)'", program) }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        switch host {
        case "localhost": host = "127.0.0.1"
        case "", "*": host = "0.0.0.0"
        default: break
        }
        return (host, port)
    }

    /// The file's first line; what the file says never shows.
    private static func token(_ path: String) throws(PeriluneError) -> [UInt8] {
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

    private static func misuse(
        _ message: String, _ program: String = "perilune serve"
    ) -> UsageError {
        UsageError(.invalidValue, message, program: program)
    }
}
