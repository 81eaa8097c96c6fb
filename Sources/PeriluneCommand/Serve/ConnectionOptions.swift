import Arguments
import Perilune
import PeriluneCore
import PeriluneHTTP

/// The options of `serve` that limit its clients.
enum ConnectionOptions {
    static let all: [Option] = [
        .setting(.maxConnections), .setting(.maxConnectionsPerAddress), .setting(.trustedProxies),
        .setting(.headTimeout), .setting(.bodyTimeout), .setting(.minBodyRate),
        .setting(.idleTimeout), .setting(.allowedHosts), .setting(.allowedOrigins),
    ]

    static func apply(
        _ values: Values, _ server: inout HTTPServerOptions, _ intake: inout IntakeOptions
    ) throws(UsageError) {
        if let count = values.integer("max-connections") { server.connections = count }
        if let count = values.integer("max-connections-per-address") {
            server.connectionsPerAddress = count
        }
        for text in values.strings("trusted-proxy") {
            guard let range = AddressRange(text) else {
                throw misuse(
                    "--trusted-proxy must be an IP address or a network such as 10.0.0.0/8, not '\(text)'"
                )
            }
            server.uncountedAddresses.append(range)
        }
        if let time = values.integer("head-timeout") { server.deadlines.head = .seconds(time) }
        if let time = values.integer("body-timeout") { server.deadlines.body = .seconds(time) }
        if let rate = values.integer("min-body-rate") { server.deadlines.bodyRate = rate }
        if let time = values.integer("idle-timeout") { server.deadlines.idle = .seconds(time) }
        intake.hosts = values.strings("allow-host")
        intake.origins = values.strings("allow-origin")
        try ListenOptions.check(
            hosts: intake.hosts, origins: intake.origins, program: "perilune serve")
    }

    private static func misuse(_ message: String) -> UsageError {
        UsageError(.invalidValue, message, program: "perilune serve")
    }
}
