import Arguments
import Perilune
import PeriluneCore
import PeriluneHTTP

/// The options of `serve` that limit its clients.
enum ConnectionOptions {
    static let all: [Option] = [
        .value(
            "max-connections", "N", accepts: .integer(16...1_000_000), default: "4000",
            "Maximum number of connections, or fewer if the limit of open files requires it. At the limit, a new connection replaces the one that has waited longest for its client."
        ),
        .value(
            "max-connections-per-address", "N", accepts: .integer(0...1_000_000), default: "100",
            "Maximum number of connections from one address; 0 for no limit. Loopback addresses and trusted proxies are exempt."
        ),
        .value(
            "trusted-proxy", "ADDRESS", isRepeatable: true, default: "loopback addresses",
            "The address or network (10.0.0.0/8) of a reverse proxy, which is exempt from --max-connections-per-address."
        ),
        .value(
            "head-timeout", "SECONDS", accepts: .integer(1...3600), default: "10",
            "Timeout for the head of a request (request line and headers)."),
        .value(
            "body-timeout", "SECONDS", accepts: .integer(1...3600), default: "30",
            "Timeout for the body of a request, plus what --min-body-rate adds."),
        .value(
            "min-body-rate", "BYTES", accepts: .integer(0...1_000_000_000), default: "10000",
            "Add a second to --body-timeout for each BYTES bytes received; 0 adds nothing."),
        .value(
            "idle-timeout", "SECONDS", accepts: .integer(1...86_400), default: "60",
            "Timeout between two requests on a connection."),
        .value(
            "allow-host", "NAME", isRepeatable: true, default: "addresses and localhost",
            "A name in the Host header that the server accepts from senders without credentials; *.example.com for all names below it, * for any."
        ),
        .value(
            "allow-origin", "ORIGIN", isRepeatable: true, default: "none",
            "The origin of web pages that may send events, such as https://app.example.com."),
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
        try check(hosts: intake.hosts, origins: intake.origins)
    }

    static func check(
        hosts: [String], origins: [String], program: String = "perilune serve"
    ) throws(UsageError) {
        for host in hosts where host.contains("/") || host.dropFirst(2).contains("*") {
            throw misuse(
                "--allow-host must be a name without a scheme or path, not '\(host)'", program)
        }
        for origin in origins where origin != "null" && !isOrigin(origin) {
            throw misuse(
                "--allow-origin must be a scheme and a host such as https://app.example.com, not '\(origin)'",
                program)
        }
    }

    private static func isOrigin(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].hasSuffix(":") && parts[1].isEmpty && !parts[2].isEmpty
    }

    private static func misuse(
        _ message: String, _ program: String = "perilune serve"
    ) -> UsageError {
        UsageError(.invalidValue, message, program: program)
    }
}
