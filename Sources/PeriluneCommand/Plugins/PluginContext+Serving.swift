import Arguments
import Perilune
import PeriluneCommandKit
import PeriluneCore
import PeriluneHTTP

extension PluginContext {
    func serve(
        _ plugin: any Plugin, _ program: String, _ values: Values, _ terminal: Terminal,
        note: @Sendable (_ address: String) -> String
    ) async throws -> ExitStatus {
        var options = HTTPServerOptions(threads: 2)
        (options.address, options.port) = try ListenOptions.address(
            values.string("listen") ?? "127.0.0.1:8090", program: program)
        let token = try values.string("token-file").map(ServeOptions.token)
        if token == nil, !options.isLocal, !values.flag("anonymous") {
            throw UsageError(
                .invalidValue,
                "on \(options.address) anybody on the network could see it; add --token-file FILE to require a token, or --anonymous to allow it",
                program: program)
        }
        let hosts = values.strings("allow-host")
        try ListenOptions.check(hosts: hosts, origins: [], program: program)
        let host = try ScriptOptions.host(with: plugin, values, terminal)
        let routes = Routes(
            host.registry.routes, browsers: BrowserGuard(hosts: hosts),
            token: BearerToken(token))
        options.bodyLimit = { routes.route(of: $0)?.bodyLimit ?? 0 }
        let signals = StopSignals()
        let server = try HTTPServer(options, handler: routes)
        terminal.info(note("http://\(options.host):\(server.port)") + "\n")
        await signals.first()
        routes.stop()
        await server.shutdown(grace: .seconds(5))
        return withExtendedLifetime(host) { .success }
    }

    func watch(
        _ files: @escaping @Sendable () -> [String], _ act: @escaping @Sendable () async -> Void
    ) throws(PeriluneError) -> Task<Void, Never> {
        let watcher = try ScriptWatcher(files)
        return Task {
            for await _ in watcher.changes {
                if Task.isCancelled { break }
                await act()
            }
            watcher.stop()
        }
    }
}
