import PeriluneCore
import PeriluneHTTP
import Synchronization

/// Sends requests to granted hosts, with the secrets that the configuration has for them.
final class OutboundClient: Sendable {
    private let configuration: HTTPConfiguration
    /// By the file with their authorities; made for the first request, because each has a thread.
    private let clients = Mutex<[String: HTTPClient]>([:])

    init(_ configuration: HTTPConfiguration) { self.configuration = configuration }

    /// Sends a request and follows redirects.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - check: Throws if a method and an origin are not granted, also for each redirect; answers whether the
    ///     origin is granted by its own name, so that it may be on this machine or in a private network.
    /// - Returns: The last response, and where it came from.
    /// - Throws: `effect.unknown` if a request that must be sent once may have been carried out.
    func send(
        _ request: OutboundRequest,
        check: (String, HTTPOrigin) throws(PeriluneError) -> Bool
    ) async throws(PeriluneError) -> (response: HTTPResponse, target: HTTPTarget) {
        var request = request
        let end = ContinuousClock.now + request.timeout
        while true {
            let isNamed = try check(request.method, request.target.origin)
            let response = try await exchange(request, isNamed: isNamed, until: end)
            guard let next = try request.redirected(response) else {
                return (response, request.target)
            }
            guard next.redirects >= 0 else {
                throw PeriluneError(
                    "http.redirect", "\(request.target.origin) redirects too often",
                    hint: "the option redirects sets how many redirects are followed")
            }
            request = next
        }
    }

    private func exchange(
        _ request: OutboundRequest, isNamed: Bool, until end: ContinuousClock.Instant
    ) async throws(PeriluneError) -> HTTPResponse {
        let origin = request.target.origin
        let host = configuration.host(origin)
        var headers = request.headers
        for header in host?.headers ?? [] {
            guard headers[header.name] == nil else {
                throw PeriluneError(
                    "http.option",
                    "the configuration sets the header \(header.name) for \(origin); a script cannot set it too"
                )
            }
            headers[header.name] = header.secret.reveal()
        }
        var allowed = host?.addresses ?? []
        if isNamed, origin.isAddress, let range = AddressRange(origin.host) {
            allowed.append(range)
        }
        if isNamed, origin.host == "localhost" { allowed += AddressRange.loopback }
        var wire = HTTPClientRequest(
            request.method, request.target.url, headers: headers, body: request.body,
            timeout: max(end - .now, .milliseconds(1)), isAtMostOnce: request.isAtMostOnce)
        wire.addresses = AddressPolicy(allowing: allowed)
        do throws(PeriluneError) {
            return try await client(host?.caFile).send(wire)
        } catch {
            if error.code == .httpAddress { throw Self.withHint(error, origin) }
            guard request.isAtMostOnce, Self.mayHaveHappened(error) else { throw error }
            throw PeriluneError.effectUnknown(
                "http.\(request.method.lowercased())", because: error.message)
        }
    }

    private static func withHint(_ error: PeriluneError, _ origin: HTTPOrigin) -> PeriluneError {
        var error = error
        error.hint =
            origin.isAddress || origin.host == "localhost"
            ? "if it is intended, grant it by name: http = { \"\(origin)\" }"
            : "if it is intended, add to perilune.lua: plugins = { http = { hosts = { { host = \"\(origin)\", addresses = { the address or its network } } } } }"
        return error
    }

    /// Whether a request may have been carried out, although its answer is missing.
    private static func mayHaveHappened(_ error: PeriluneError) -> Bool {
        [.httpTimeout, .httpTruncated, .httpFailed, .httpCancelled].contains(error.code)
    }

    private func client(_ caFile: String?) throws(PeriluneError) -> HTTPClient {
        let known = clients.withLock { $0[caFile ?? ""] }
        if let known { return known }
        var options = HTTPClientOptions(bodyLimit: configuration.responseLimit, caFile: caFile)
        options.resolved = configuration.resolved
        let client = try HTTPClient(options)
        return clients.withLock { clients in
            let first = clients[caFile ?? ""] ?? client
            clients[caFile ?? ""] = first
            return first
        }
    }
}
