import Arguments
import ChartsPlugin
import Perilune
import PeriluneCore
import PeriluneHTTP

let chartsServeAction: Action = Action(
    command: Command(
        name: "charts serve", summary: "Show a dashboard in a browser",
        discussion: [
            "Serves a page in which users select, drill down, filter and set variables. Each visitor has their own selections; an address that they copy contains them.",
            "Scripts can answer queries (executeQuery), reject actions (such as willSelectCategory) and react to them. To serve several dashboards beside events, use 'perilune serve --charts FILE'.",
            "With --token-file, the browser asks for a password, which is the token; any user name will do.",
        ],
        operands: [
            Operand(
                "FILE", .one, accepts: .file,
                "The dashboard's metadata: XML, a property list or JSON.")
        ],
        options: [
            .value(
                "listen", short: "l", "HOST:PORT", default: "127.0.0.1:8090",
                "The address to listen on; port 0 picks a free port."),
            .value(
                "token-file", "FILE", accepts: .file, default: "none",
                "Require the token in the first line of this file."),
            .toggle("anonymous", "Show the dashboard to the network without a token."),
            .value(
                "allow-host", "NAME", isRepeatable: true, default: "addresses and localhost",
                "A name in the Host header that is accepted from clients without a token; *.example.com for all names below it, * for any."
            ),
        ] + PageOptions.options + ChartsOptions.data,
        examples: [
            Example(
                "perilune charts serve Scripts/charts/sales.xml",
                "Show a dashboard at http://127.0.0.1:8090/d/sales.")
        ]),
    run: runChartsServe)

private let program = "perilune charts serve"

@Sendable
private func runChartsServe(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    let path = values.operands[0]
    var options = HTTPServerOptions(threads: 2)
    (options.address, options.port) = try ServeOptions.address(
        values.string("listen") ?? "127.0.0.1:8090", program: program)
    let token = try values.string("token-file").map(ServeOptions.token)
    let isLoopback = options.address.hasPrefix("127.") || options.address == "::1"
    if token == nil, !isLoopback, !values.flag("anonymous") {
        throw UsageError(
            .invalidValue,
            "on \(options.address) anybody on the network could see the dashboard; add --token-file FILE to require a token, or --anonymous to allow it",
            program: program)
    }
    let hosts = values.strings("allow-host")
    try ConnectionOptions.check(hosts: hosts, origins: [], program: program)
    let opened = try Session.open(
        ChartsOptions.file(path, data: values.string("data"), values))
    for issue in opened.issues.shown(path) where issue.level != .note {
        terminal.note(issue.lines)
    }
    let session = opened.session
    let host = try ScriptOptions.host(
        for: session, values, pages: PageOptions(values, program: program), terminal)
    // The session keeps the host, which nobody else does.
    session.connect(host)
    let routes = Routes(
        host.registry.routes, browsers: BrowserGuard(hosts: hosts), token: token)
    options.bodyLimit = { routes.route(of: $0)?.bodyLimit ?? 0 }
    let signals = StopSignals()
    let server = try HTTPServer(options, handler: routes)
    let address = options.address.contains(":") ? "[\(options.address)]" : options.address
    terminal.note(
        "\(session.name) is at http://\(address):\(server.port)/d/\(PercentEncoding.component(session.name))\n"
    )
    await signals.first()
    routes.stop()
    await server.shutdown(grace: .seconds(5))
    return .success
}
